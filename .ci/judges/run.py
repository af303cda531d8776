"""Puts files before a judge, one at a time, and writes its verdicts.

    run.py LIST VERDICTS COMMAND…

LIST has a line `path<TAB>target` for each file. The judge reads such lines and answers each with
`cards<TAB>properties<TAB>faults` (properties `-` where it merges some; faults separated by ` | `, each
`read: …` where it met it while reading or `check: …` where its validator says so).
VERDICTS gets a line each: `ok`, `error: …`, `crash` or `timeout`. A judge that dies or hangs is
started again behind the file.
"""
import re
import select
import subprocess
import sys

SECONDS = 20


def written(path, target):
    """The cards and properties that a file holds, by its lines."""
    text = open(path, encoding="utf-8", errors="replace", newline="").read()
    text = re.sub("\r\n[ \t]", "", text)
    lines = [line for line in text.split("\r\n") if line]
    depth = cards = properties = 0
    for line in lines:
        if line.upper() == "BEGIN:VCARD":
            cards += depth == 0
            depth += 1
        elif line.upper() == "END:VCARD":
            depth -= 1
        elif not line.startswith("VERSION:"):
            properties += 1
    return str(cards), str(properties) if target != "vcard21" else None


def normal(fault):
    """A fault without what differs from file to file by chance."""
    fault = re.sub(r",? ?\b([Aa]t )?[Ll]ine [\d,]*\d:?", "", fault)
    fault = re.sub(r"0x[0-9a-f]+", "…", re.sub(r"\s+", " ", fault)).strip()
    return fault if len(fault) <= 160 else fault[:159] + "…"


def main():
    listed = [line.rstrip("\n") for line in open(sys.argv[1])]
    judge = None
    with open(sys.argv[2], "w") as verdicts:
        for line in listed:
            path, target = line.split("\t")
            if judge is None:
                judge = subprocess.Popen(
                    sys.argv[3:], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL)
            answer = b""
            try:
                judge.stdin.write((line + "\n").encode())
                judge.stdin.flush()
                ready, _, _ = select.select([judge.stdout], [], [], SECONDS)
                answer = judge.stdout.readline() if ready else None
            except BrokenPipeError:
                pass
            if not answer or not answer.endswith(b"\n"):
                judge.kill()
                judge.wait()
                judge = None
                print("timeout" if answer is None else "crash", file=verdicts)
                continue
            cards, properties, told = answer.decode("utf-8", "replace").rstrip("\n").split("\t")
            faults = {normal(fault) for fault in told.split(" | ") if fault}
            want_cards, want_properties = written(path, target)
            if cards != want_cards:
                faults.add(f"read: {cards} of {want_cards} cards")
            elif any(fault.startswith("read:") for fault in faults):
                pass  # What it refused it has not counted.
            elif properties != "-" and want_properties and properties != want_properties:
                faults.add(f"read: {properties} of {want_properties} properties")
            print("error: " + " | ".join(sorted(faults)) if faults else "ok", file=verdicts)
    if judge:
        judge.stdin.close()
        judge.wait()


main()
