"""Tells what was measured: as text, as a bar chart, and as the block of the document about speed.

    report.py text RIVALS.json                 the tables, for a terminal
    report.py chart RIVALS.json                the bar chart, an SVG that needs nothing else
    report.py document RIVALS.json Speed.md    puts the tables between the document's marks
    report.py instructions CURVES.jsonl        the counts of the curves, to be kept
    report.py compare OLD.json CURVES.jsonl    what changed in the counts since they were kept
"""
import html
import json
import platform
import re
import statistics
import subprocess
import sys

REFERENCE = "vcard-1"
WORKS = [("read", "Read", "read and touch every property"),
         ("write", "Read and write", "read, and write in the same version"),
         ("vcard4", "Convert", "read, and convert to 4.0")]
BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"

median = statistics.median


def spread(values):
    return {"median": median(values), "least": min(values), "most": max(values)}


def rounded(value, digits=4):
    """The same facts with no more digits than mean something."""
    if isinstance(value, float):
        return float(f"{value:.{digits}g}")
    if isinstance(value, dict):
        return {key: rounded(one, 6 if key == "seconds" else digits) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one, digits) for one in value]
    return value


def dumps(made):
    """JSON with a line for each list of plain values, so that a change shows where it is."""
    text = json.dumps(made, ensure_ascii=False, indent=1)
    return re.sub(r"[\[{][^\[\]{}]*[\]}]", lambda match: re.sub(r"\n\s*", " ", match.group()), text) + "\n"


def with_ratios(results):
    """Adds the speeds, and how many times as fast ours is on one thread, round by round.

    For a rival the clock of its own process counts, from the opening of the file on; for ours the
    whole process.
    """
    reference = {(one["file"], one["work"]): one for one in results if one["program"] == REFERENCE}
    for one in results:
        one["megabytesPerSecond"] = one["wholeMegabytesPerSecond"] = one["timesAsFast"] = None
        if one["failed"]:
            continue
        ours = reference[one["file"], one["work"]]
        speeds = [one["octets"] / seconds / 1e6 for seconds in one["seconds"]]
        one["megabytesPerSecond"] = spread(speeds)
        one["wholeMegabytesPerSecond"] = spread(
            [one["octets"] / seconds / 1e6 for seconds in one["wholeSeconds"]])
        if one is not ours and not ours["failed"]:
            one["timesAsFast"] = spread([
                ours["octets"] / mine / 1e6 / speed
                for mine, speed in zip(ours["seconds"], speeds)])
    return [rounded(one) for one in results]


def number(value):
    """A speed with as many digits as it deserves."""
    return f"{value:.0f}" if value >= 20 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def times(value):
    """A ratio with as many digits as it deserves."""
    return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}" if value >= 9.95 else f"{value:.2f}"


def title(program):
    """What a program is called in a table: ours has no version, for it is the one at hand."""
    return program["name"] if program["ours"] or not program["version"] else (
        f"{program['name']} {program['version']}")


def ordered(made, work):
    """The programs that did some work, ours first and the others from fast to slow."""
    found = {}
    for one in made["results"]:
        if one["work"] == work:
            speed = one["megabytesPerSecond"]
            known = found.get(one["program"], 0)
            found[one["program"]] = max(known, speed["median"] if speed and one["file"] == made["files"][0]["name"]
                                        else known)
    programs = [program for program in made["programs"] if program["key"] in found]
    return sorted(programs, key=lambda program: (not program["ours"], program["threads"] if program["ours"]
                                                 else -found[program["key"]]))


def result(made, program, file, work):
    for one in made["results"]:
        if (one["program"], one["file"], one["work"]) == (program["key"], file["name"], work):
            return one
    return None


def place(made):
    """The machine, in a few words."""
    facts = made["machine"]
    memory = f", {facts['memory'] / 2**30:.0f} GiB" if facts["memory"] else ""
    swift = f", Swift {facts['swift']}" if facts["swift"] else ""
    return (f"{facts['cores']} cores of {facts['processor']} ({facts['architecture']}){memory}, "
            f"{facts['system']}{swift}")


def notes(made):
    """What a reader must know to take the figures for what they are."""
    lines = []
    parts = [program for program in made["programs"] if program["parts"] > 1 and not program["absent"]]
    if parts:
        lines.append("Only the beginning of each file: " + ", ".join(
            f"{program['name']} " + ("half" if program["parts"] == 2 else f"a {program['parts']}th")
            for program in parts) + ".")
    for program in made["programs"]:
        if program["absent"]:
            lines.append(f"Absent: {program['name']} ({program['absent']}).")
        elif program["origin"] and "," in program["origin"]:
            lines.append(f"{title(program)} is from {program['origin']}.")
    for one in made["results"]:
        if one["failed"]:
            name = next(program["name"] for program in made["programs"] if program["key"] == one["program"])
            lines.append(f"Failed: {name}, {one['work']} of {one['file']}: {one['failed']}.")
    if made["scale"] != 1:
        lines.append(f"Files of {made['scale']:g} of the usual size: no figures to keep.")
    return lines


def text(made):
    lines = ["", f"{place(made)}; {made['date']}; medians of {made['rounds']} rounds (least-most).",
             "A rival's MB/s and the ratio go by the clock inside its process, without its start; "
             "ours go by the whole process.", "`whole` is the whole process of each.", ""]
    for file in made["files"]:
        lines.append(f"{file['title']}: {file['cards']} cards, {file['octets'] / 1e6:.1f} MB")
        for work, _, description in WORKS:
            lines.append(f"  {description:<36} {'MB/s':>7}  {'vcard on 1 thread is … as fast':<32}"
                         f"{'whole':>7}  {'memory':>8}")
            for program in ordered(made, work):
                one = result(made, program, file, work)
                if not one or one["failed"]:
                    lines.append(f"    {title(program):<34} {'failed' if one else '-':>7}")
                    continue
                ratio = one["timesAsFast"]
                told = (f"{times(ratio['median'])}x ({times(ratio['least'])}-{times(ratio['most'])})"
                        if ratio and not program["ours"] else "")
                lines.append(
                    f"    {title(program):<34} {number(one['megabytesPerSecond']['median']):>7}  {told:<32}"
                    f"{number(one['wholeMegabytesPerSecond']['median']):>7}  {one['peak'] / 1e6:>5.0f} MB")
        lines.append("")
    return "\n".join(lines + notes(made))


def table(made, works):
    """A table of Markdown: a row for each program and work, a column for each file."""
    def cell(words):
        return str(words).replace("|", "\\|")
    rows = ["| MB/s | " + " | ".join(cell(f"{file['title']}, {file['octets'] / 1e6:.0f} MB")
                                     for file in made["files"]) + " |",
            "|---|" + "---|" * len(made["files"])]
    for program, work, name in (
            (program, work, title(program) + suffix) for work, suffix in works
            for program in ordered(made, work)):
        cells = []
        for file in made["files"]:
            one = result(made, program, file, work)
            if not one or one["failed"]:
                cells.append("failed" if one else "–")
                continue
            speed, ratio = number(one["megabytesPerSecond"]["median"]), one["timesAsFast"]
            if program["ours"]:
                cells.append(f"**{speed}**")
            else:
                cells.append(f"{speed} ({times(ratio['median'])}×, "
                             f"{times(ratio['least'])}–{times(ratio['most'])})" if ratio else speed)
        rows.append(f"| {cell(name)} | " + " | ".join(cells) + " |")
    return rows


def block(made):
    """The part of the document between the marks."""
    lines = [
        BEGIN, "![Megabytes a second of vcard and of other programs, for each file]"
        "(rivals.svg)", "",
        "Reading, with every property touched (`vcard stats`); in brackets how many times as fast `vcard` "
        "on one thread is, median of the rounds and least–most:", "", *table(made, [("read", "")]), "",
        "Reading and writing (`vcard convert --to same`; the last rows `--to vcard4`):", "",
        *table(made, [("write", ""), ("vcard4", ", to 4.0")]), "",
        f"Measured on {made['date']} on {place(made)}, in {made['rounds']} rounds in which every program "
        "ran once on each file. A rival's clock runs inside its process, without its start; ours is the "
        "whole process.", *(html.escape(line, quote=False) for line in notes(made)), END]
    return "\n".join(lines)


def put(made, path):
    with open(path, encoding="utf-8") as file:
        old = file.read()
    if old.count(BEGIN) != 1 or old.count(END) != 1 or old.index(BEGIN) > old.index(END):
        sys.exit(f"report: {path} has no place between {BEGIN} and {END}")
    new = old[:old.index(BEGIN)] + block(made) + old[old.index(END) + len(END):]
    with open(path, "w", encoding="utf-8") as file:
        file.write(new)


# ---- the chart

STYLE = """
text{font:12px system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif;fill:#1f2328}
.page{fill:#fff}.title{font-size:16px;font-weight:600}.head{font-weight:600}.quiet{fill:#59636e}
.ours{fill:#0969da}.rival{fill:#8c959f}.axis{stroke:#8c959f}.spread{stroke:#1f2328}
@media(prefers-color-scheme:dark){
text{fill:#e6edf3}.page{fill:#0d1117}.quiet{fill:#9198a1}
.ours{fill:#4493f8}.rival{fill:#656c76}.axis{stroke:#656c76}.spread{stroke:#e6edf3}}
"""


def chart(made):
    """A bar chart with a panel for each file and work, each with its own scale from zero."""
    width, label, bar, row, gap = 1120, 184, 180, 18, 34
    works = WORKS[:2]
    column = width // len(works)
    shapes = []

    def write(x, y, words, style="", anchor="start"):
        shapes.append(f'<text x="{x:.0f}" y="{y:.0f}" class="{style}" text-anchor="{anchor}">'
                      f"{html.escape(words)}</text>")

    write(16, 28, "Megabytes a second, and how many times as fast vcard on one thread is", "title")
    write(16, 47, f"{place(made)}; {made['date']}; medians of {made['rounds']} rounds (least–most). "
          "Every panel has its own scale.", "quiet")
    y = 76
    for file in made["files"]:
        deepest = y
        for index, (work, name, _) in enumerate(works):
            left, top = 16 + index * column, y
            write(left, top, f"{name}: {file['title']}, {file['octets'] / 1e6:.0f} MB", "head")
            programs = ordered(made, work)
            shown = [(program, result(made, program, file, work)) for program in programs]
            speeds = [one["megabytesPerSecond"]["most"] for _, one in shown if one and not one["failed"]]
            most = max(speeds, default=1)
            start = left + label
            for line, (program, one) in enumerate(shown):
                middle = top + 18 + line * row
                write(start - 8, middle + 4, title(program), anchor="end")
                if not one or one["failed"]:
                    write(start + 6, middle + 4, "failed" if one else "–", "quiet")
                    continue
                speed, ratio = one["megabytesPerSecond"], one["timesAsFast"]
                length = speed["median"] / most * bar
                style = "ours" if program["ours"] else "rival"
                words = f"{number(speed['median'])} MB/s"
                if ratio and not program["ours"]:
                    words += (f" · {times(ratio['median'])}× ({times(ratio['least'])}–"
                              f"{times(ratio['most'])})")
                shapes.append(
                    f'<rect class="{style}" x="{start}" y="{middle - 6:.0f}" width="{max(length, 1):.1f}" '
                    f'height="13"><title>{html.escape(title(program))}: {html.escape(words)}</title></rect>')
                low, high = speed["least"] / most * bar, speed["most"] / most * bar
                shapes.append(f'<path class="spread" d="M{start + low:.1f} {middle + 0.5:.1f}H{start + high:.1f}"/>')
                write(start + max(length, high) + 6, middle + 4, words)
            bottom = top + 12 + len(shown) * row
            shapes.append(f'<path class="axis" d="M{start - 0.5} {top + 8}V{bottom}"/>')
            deepest = max(deepest, bottom)
        y = deepest + gap
    for line in notes(made):
        write(16, y - 10, line, "quiet")
        y += 17
    height = y
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-labelledby="name">\n'
            f"<title id=\"name\">Megabytes a second of vcard and of other programs</title>\n"
            f"<style>{STYLE}</style>\n"
            f'<rect class="page" width="{width}" height="{height}"/>\n' + "\n".join(shapes) + "\n</svg>\n")


# ---- instruction counts

def counted(path):
    loops = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            one = json.loads(line)
            if one["instructions"] is not None:
                loops.append({
                    "benchmark": one["benchmark"], "size": one["size"], "octets": one["octets"],
                    "instructions": one["instructions"],
                    "perOctet": round(one["instructions"] / one["octets"], 4)})
    return loops


def instructions(path):
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True)
    version = re.search(r"Swift version (\S+)", swift.stdout + swift.stderr)
    return {"schema": "vcard.bench.instructions/1", "architecture": platform.machine(),
            "swift": version.group(1) if version else None, "loops": counted(path)}


def compare(old, path):
    kept = {(one["benchmark"], one["size"]): one for one in old["loops"]}
    fresh = {(one["benchmark"], one["size"]): one for one in counted(path)}
    lines = []
    if old["architecture"] != platform.machine():
        lines.append(f"kept on {old['architecture']}, counted on {platform.machine()}: not comparable")
    lines.append(f"{'instructions per octet':<44} {'before':>10} {'now':>10} {'change':>8}")
    for key, now in fresh.items():
        before = kept.get(key)
        name = f"{key[0]} {key[1]}"
        if not before:
            lines.append(f"{name:<44} {'-':>10} {now['perOctet']:>10.3f}      new")
            continue
        change = now["perOctet"] / before["perOctet"] - 1
        told = "same" if abs(change) < 0.0005 else f"{change:+.1%}"
        note = "" if before["octets"] == now["octets"] else "  another input"
        lines.append(f"{name:<44} {before['perOctet']:>10.3f} {now['perOctet']:>10.3f} {told:>8}{note}")
    left = sum(key not in fresh for key in kept)
    if left:
        lines.append(f"{left} more were kept, and were not counted now")
    return "\n".join(lines)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main(words):
    if len(words) == 2 and words[0] == "text":
        print(text(load(words[1])))
    elif len(words) == 2 and words[0] == "chart":
        print(chart(load(words[1])), end="")
    elif len(words) == 3 and words[0] == "document":
        put(load(words[1]), words[2])
    elif len(words) == 2 and words[0] == "instructions":
        print(dumps(instructions(words[1])), end="")
    elif len(words) == 3 and words[0] == "compare":
        print(compare(load(words[1]), words[2]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
