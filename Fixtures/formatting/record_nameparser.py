"""Writes nameparser.tsv beside this file; needs nameparser and its source distribution.

python3 record_nameparser.py FOLDER, where FOLDER has its tests; see README.md.
"""
import importlib.metadata
import pathlib
import re
import sys

from nameparser import HumanName

FOLDER = pathlib.Path(__file__).parent


def main():
    source = (pathlib.Path(sys.argv[1]) / "test_brute_force.py").read_text(encoding="utf-8")
    names = dict.fromkeys(re.findall(r'HumanName\("((?:[^"\\]|\\.)*)"\)', source))
    out = [f"# nameparser {importlib.metadata.version('nameparser')}"]
    out.append("name\tprefix\tgiven\tmiddle\tfamily\tsuffix\tnickname\tput together")
    for name in names:
        parsed = HumanName(name)
        together = " ".join(str(parsed).split())
        # The judge ends a name with the nickname in parentheses, which is no part of a full name.
        if parsed.nickname:
            together = together.replace(f"({parsed.nickname})", "").strip()
        out.append("\t".join([
            name, parsed.title, parsed.first, parsed.middle, parsed.last, parsed.suffix,
            parsed.nickname, together,
        ]))
    (FOLDER / "nameparser.tsv").write_text("\n".join(out) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
