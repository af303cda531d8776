"""Writes names.tsv beside this file from a copy of CLDR's common/testData/personNameTest.

python3 record_names.py FOLDER; see README.md.
"""
import pathlib
import sys

FOLDER = pathlib.Path(__file__).parent
LANGUAGES = "en de hu vi zh ko es ar ja km ta ru cs".split()
# The parameters of CLDR that our styles correspond to: full name, short, initials.
STYLES = [
    ("long", "referring", "formal"), ("short", "addressing", "informal"),
    ("long", "monogram", "informal"),
]


def read(path):
    """Yields the fields of each name, and what is expected by its parameters."""
    fields, expected, value = {}, {}, None
    for line in path.read_text(encoding="utf-8").splitlines():
        parts = [part.strip() for part in line.split("#")[0].split(";")]
        if parts[0] == "name":
            fields[parts[1]] = ";".join(parts[2:]).strip()
        elif parts[0] == "expectedResult":
            value = ";".join(parts[1:]).strip()
        elif parts[0] == "parameters" and parts[1] in ("none", "givenFirst"):
            expected[tuple(parts[2:5])] = value
        elif parts[0] == "endName":
            yield fields, expected
            fields, expected = {}, {}


def main():
    source = pathlib.Path(sys.argv[1])
    out = ["# CLDR common/testData/personNameTest"]
    out.append(
        "reader\tlanguage\tprefix\tgiven\tnickname\tmiddle\tfamily\tsecond family\tgeneration\t"
        "credentials\tfull name\tshort\tinitials")
    for language in LANGUAGES:
        for fields, expected in read(source / f"{language}.txt"):
            if any(style not in expected for style in STYLES):
                continue
            family = " ".join(
                fields[key] for key in ("surname-prefix", "surname", "surname-core")
                if key in fields)
            # CLDR's names have the region AQ, which no real name has.
            locale = fields.get("locale", "").split("_")[0]
            row = [
                language, locale, fields.get("title", ""), fields.get("given", ""),
                fields.get("given-informal", ""), fields.get("given2", ""), family,
                fields.get("surname2", ""), fields.get("generation", ""),
                fields.get("credentials", ""),
            ]
            out.append("\t".join(row + [expected[style] for style in STYLES]))
    (FOLDER / "names.tsv").write_text("\n".join(out) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
