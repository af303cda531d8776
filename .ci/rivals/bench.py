"""Measures ours against the rivals, threads against processes, memory, what progress costs, and the worst.

    bench.py rivals|scaling|memory|progress|quirks   (.ci/bench calls it; see there)
    bench.py stream FILE OCTETS                 writes the cards of a file over and over, each time
                                                with other UIDs, until there are so many octets

Everything is measured in rounds: in each, every program runs once on each file, in turn, and what is
compared is compared within its round, so that a machine that slows down slows down both sides.
"""
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import time

import report

PLACE = pathlib.Path(os.environ.get("BENCH_PLACE", "."))
VCARD = os.environ.get("BENCH_VCARD", "")
PLAIN_RUN = os.environ.get("BENCH_PLAIN_RUN", "")

# Name, title, kind of book, cards, version.
FILES = [
    ("typical", "typical cards, 3.0", "typical", 100_000, "3.0"),
    ("typical40", "typical cards, 4.0", "typical40", 100_000, "4.0"),
    ("photos", "a photo of 30 KB each", "photos", 2_000, "3.0"),
    ("messy", "2.1 quoted-printable and 3.0, mixed", "messy", 25_000, "3.0"),
]

# How long one run of a program may take, in seconds.
LIMIT = 600


class Failure(Exception):
    """A program that did not do its work, with the reason."""

    command = None


def setting(name, default, kind):
    text = os.environ.get(name) or str(default)
    try:
        value = kind(float(text))
    except ValueError:
        sys.exit(f"bench: {name} is not a number: {text}")
    if value <= 0:
        sys.exit(f"bench: {name} must be more than 0")
    return value


ROUNDS = setting("BENCH_ROUNDS", 5, int)
SCALE = setting("BENCH_SCALE", 1, float)


def tell(text):
    print(f"[{time.monotonic() - STARTED:4.0f} s] {text}", file=sys.stderr, flush=True)


STARTED = time.monotonic()


def run(command, copies=1, output=subprocess.DEVNULL, source=subprocess.DEVNULL, accepted=(0,)):
    """Runs a program to its end and returns what it took, its output and its errors."""
    try:
        return try_to_run(command, copies, output, source, accepted)
    except Failure as failure:
        failure.command = " ".join(map(str, command))
        raise


def try_to_run(command, copies, output, source, accepted):
    record = PLACE / "measured.json"
    errors = PLACE / "errors.txt"
    with open(errors, "wb") as error:
        process = subprocess.Popen(
            [str(PLACE / "measure"), str(record), str(copies), *map(str, command)],
            stdin=source, stdout=output, stderr=error, start_new_session=True)
        try:
            printed, _ = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise Failure(f"took more than {LIMIT} s") from None
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    told = errors.read_text(encoding="utf-8", errors="replace")
    if process.returncode != 0:
        raise Failure(f"could not be measured: {told.strip()}")
    taken = json.loads(record.read_text())
    if taken["status"] not in accepted:
        lines = told.strip().splitlines() or ["no message"]
        raise Failure(f"ended with {taken['status']}: {lines[-1][:200]}")
    return taken, printed or b"", told


def make_file(kind, count):
    """The path of a book of sample cards; it is made once."""
    path = PLACE / f"{kind}-{count}.vcf"
    if not path.exists():
        tell(f"writing {count} cards: {kind}")
        fresh = path.with_suffix(".new")
        with open(fresh, "wb") as file:
            subprocess.run([PLAIN_RUN, "book", kind, str(count)], stdout=file, check=True)
        fresh.rename(path)
    # What was written a while ago may have left the page cache.
    with open(path, "rb") as file:
        while file.read(1 << 22):
            pass
    return path


def scaled(count):
    return max(20, round(count * SCALE))


def build_measure():
    source = pathlib.Path(__file__).with_name("measure.c")
    subprocess.run(["cc", "-O2", "-o", str(PLACE / "measure"), str(source)], check=True)


def machine():
    """What the figures were measured on, without the names of anybody's machine."""
    facts = pathlib.Path("/proc/cpuinfo").read_text()
    model = re.search(r"^model name\s*: (.*)$", facts, re.M)
    memory = re.search(r"^MemTotal:\s*(\d+)", pathlib.Path("/proc/meminfo").read_text(), re.M)
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True)
    version = re.search(r"Swift version (\S+)", swift.stdout + swift.stderr)
    release = pathlib.Path("/etc/os-release").read_text()
    system = re.search(r'^PRETTY_NAME="?([^"\n]*)', release, re.M)
    return {
        "processor": model.group(1).strip() if model else platform.machine(),
        "architecture": platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory": int(memory.group(1)) * 1024 if memory else None,
        "system": system.group(1) if system else platform.system(),
        "swift": version.group(1) if version else None,
        "loadBefore": round(os.getloadavg()[0], 2),
    }


def warn_of_load():
    load = os.getloadavg()[0]
    if load > 0.5:
        tell(f"the load is {load:.1f} before anything runs: figures will be worse than they are")


# ---- rivals

def our_programs():
    cores = len(os.sched_getaffinity(0))
    programs = []
    version = subprocess.run([VCARD, "--version"], capture_output=True, text=True, check=True)
    for key, threads in [("vcard-1", 1), ("vcard-all", cores)]:
        if key == "vcard-all" and cores == 1:
            continue
        programs.append({
            "key": key, "name": f"vcard, {threads} thread{'s' if threads > 1 else ''}",
            "language": "Swift", "version": version.stdout.strip(), "origin": "this repository",
            "ours": True, "threads": threads, "parts": 1, "absent": None,
        })
    return programs


def rival_programs():
    programs = []
    for line in (PLACE / "rivals.tsv").read_text(encoding="utf-8").splitlines():
        key, name, language, version, origin, parts, absent = line.split("\t")
        programs.append({
            "key": key, "name": name, "language": language, "version": version or None,
            "origin": origin or None, "ours": False, "threads": 1, "parts": int(parts),
            "absent": absent or None,
        })
    return programs


def our_command(program, work, path):
    commands = {"read": ["stats", "--format", "jsonl"], "write": ["convert", "--to", "same"],
                "vcard4": ["convert", "--to", "vcard4"]}
    return [VCARD, *commands[work], "--threads", program["threads"], path]


def run_ours(program, work, path, cards):
    taken, printed, _ = run(
        our_command(program, work, path),
        output=subprocess.PIPE if work == "read" else subprocess.DEVNULL)
    found, properties = cards, None
    if work == "read":
        told = json.loads(printed)
        found = told["cards"]
        properties = sum(one["count"] for one in told["properties"].values())
    if found != cards:
        raise Failure(f"found {found} cards of {cards}")
    return taken["seconds"], taken, properties


def run_rival(program, work, path, cards, version):
    taken, _, told = run(
        [PLACE / "bin" / program["key"], "parse" if work == "read" else "write", path, version])
    lines = [line for line in told.splitlines() if line.startswith('{"cards"')]
    if not lines:
        raise Failure("ended without its figures")
    inside = json.loads(lines[-1])
    if inside["cards"] != cards:
        raise Failure(f"found {inside['cards']} cards of {cards}")
    # What went before only to warm a compiler is no part of the whole.
    taken["seconds"] -= inside.get("warming", 0)
    return inside["seconds"], taken, inside["properties"]


def check_output(path, cards):
    """Fails unless all cards come out of ours, for while it is measured nobody looks."""
    for work in ["write", "vcard4"]:
        for program in our_programs():
            made = PLACE / "made.vcf"
            with open(made, "wb") as file:
                run(our_command(program, work, path), output=file)
            with open(made, "rb") as file:
                found = sum(line.rstrip() == b"END:VCARD" for line in file)
            made.unlink()
            if found != cards:
                raise Failure(f"{program['name']}, {work}: {found} cards of {cards} came out")


def measure_rivals():
    warn_of_load()
    facts = machine()
    programs = our_programs() + rival_programs()
    present = [program for program in programs if not program["absent"]]
    files, paths = [], {}
    for name, title, kind, count, version in FILES:
        cards = scaled(count)
        for program in present:
            part = max(20, cards // program["parts"])
            paths[name, program["key"]] = (make_file(kind, part), part)
        whole = paths[name, "vcard-1"][0]
        files.append({"name": name, "title": title, "version": version, "cards": cards,
                      "octets": whole.stat().st_size})
        check_output(whole, cards)

    results = {}
    for number in range(1, ROUNDS + 1):
        for file in files:
            for work in ["read", "write", "vcard4"]:
                for program in present:
                    if work == "vcard4" and not program["ours"]:
                        continue
                    path, cards = paths[file["name"], program["key"]]
                    key = (program["key"], file["name"], work)
                    result = results.setdefault(key, {
                        "program": program["key"], "file": file["name"], "work": work,
                        "cards": cards, "octets": path.stat().st_size, "properties": None,
                        "seconds": [], "wholeSeconds": [], "peak": 0, "failed": None})
                    if result["failed"]:
                        continue
                    try:
                        if program["ours"]:
                            seconds, taken, properties = run_ours(program, work, path, cards)
                        else:
                            seconds, taken, properties = run_rival(
                                program, work, path, cards, file["version"])
                    except Failure as failure:
                        result["failed"] = str(failure)
                        tell(f"{program['name']} FAILED, {work} of {file['name']}: {failure}")
                        continue
                    result["seconds"].append(seconds)
                    result["wholeSeconds"].append(taken["seconds"])
                    result["peak"] = max(result["peak"], taken["peak"])
                    result["properties"] = properties
            tell(f"round {number} of {ROUNDS}: {file['title']}")

    made = {
        "schema": "vcard.bench.rivals/1",
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        "machine": facts, "rounds": ROUNDS, "scale": SCALE,
        "files": files, "programs": programs,
        "results": report.with_ratios(list(results.values())),
    }
    (PLACE / "rivals.json").write_text(report.dumps(made), encoding="utf-8")
    (PLACE / "rivals.svg").write_text(report.chart(made), encoding="utf-8")
    print(report.text(made))
    if any(result["failed"] for result in made["results"] if result["program"].startswith("vcard-")):
        sys.exit("bench: ours failed")


# ---- threads against processes

def measure_scaling():
    warn_of_load()
    path = make_file("typical", scaled(100_000))
    commands = [
        ("convert --to vcard4", (0,)), ("convert --to jsonl", (0,)), ("stats", (0,)),
        ("check", (0, 1)), ("sort", (0,)),
    ]
    found = {command: [] for command, _ in commands}
    for number in range(1, ROUNDS + 1):
        for command, accepted in commands:
            line = [VCARD, *command.split(), path]
            one = run([*line, "--threads", 1], accepted=accepted)[0]["seconds"]
            two = run([*line, "--threads", 2], accepted=accepted)[0]["seconds"]
            both = run([*line, "--threads", 1], copies=2, accepted=accepted)[0]["seconds"]
            found[command].append((one, two, both))
        tell(f"round {number} of {ROUNDS}")
    octets = path.stat().st_size
    print(f"\nTwo threads, against what two processes of one thread reach at once; {octets / 1e6:.0f} MB, "
          f"medians of {ROUNDS} rounds (least-most)\n")
    print(f"{'command':<20} {'1 thread':>10} {'2 threads':>10} {'2 processes':>12}   {'threads':>8}"
          f" {'processes':>10}   share of the processes' scaling")
    reached = None
    for command, _ in commands:
        rows = found[command]
        one, two, both = (report.median([row[index] for row in rows]) for index in range(3))
        share = [both / (2 * two) for _, two, both in rows]
        print(f"{command:<20} {octets / one / 1e6:>5.0f} MB/s {octets / two / 1e6:>5.0f} MB/s "
              f"{2 * octets / both / 1e6:>7.0f} MB/s   {report.median([row[0] / row[1] for row in rows]):>7.2f}x "
              f"{report.median([2 * row[0] / row[2] for row in rows]):>9.2f}x   "
              f"{report.median(share):.0%} ({min(share):.0%}-{max(share):.0%})")
        if command == "convert --to vcard4":
            reached = report.median(share)
    print(f"\nconvert --to vcard4 is to reach 85 %: it reaches {reached * 100:.1f} %")
    if reached < 0.85:
        sys.exit(1)


# ---- memory

def stream(path, octets):
    """Writes the cards of a file over and over, with other UIDs each time."""
    with open(path, "rb") as file:
        text = bytearray(file.read())
    places = [match.end() for match in re.finditer(rb"^UID:(?:urn:uuid:)?(?=[0-9a-f]{8}-)", text, re.M)]
    written = number = 0
    output = sys.stdout.buffer
    try:
        while written < octets:
            for place in places:
                text[place:place + 8] = b"%08x" % (number & 0xFFFFFFFF)
                number += 1
            output.write(text)
            written += len(text)
        output.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)


def measure_memory():
    most = 48_000_000
    octets = setting("BENCH_STREAM", 4_000_000_000 * SCALE, int)
    seed = make_file("typical", 2000)
    works = [("convert --to same", (0,)), ("convert --to vcard4", (0,)), ("convert --to jsonl", (0,)),
             ("check", (0, 1)), ("stats", (0,))]
    print(f"\nMost memory held while {octets / 1e9:.2f} GB come through a pipe, 2 threads; "
          f"it must stay below {most // 1_000_000} MB\n")
    failed = False
    for work, accepted in works:
        writer = subprocess.Popen(
            [sys.executable, __file__, "stream", str(seed), str(octets)], stdout=subprocess.PIPE)
        taken, _, _ = run([VCARD, *work.split(), "--threads", 2, "-"], source=writer.stdout,
                          accepted=accepted)
        writer.stdout.close()
        if writer.wait() != 0:
            raise Failure(f"{work} did not read all of its input")
        verdict = "" if taken["peak"] < most else "   TOO MUCH"
        failed = failed or bool(verdict)
        print(f"{work:<20} {taken['peak'] / 1e6:>6.1f} MB   {octets / taken['seconds'] / 1e6:>6.0f} MB/s"
              f"{verdict}", flush=True)
    if failed:
        sys.exit(1)


# ---- progress

def callgrind(command):
    """Instructions of a program as callgrind counts them, or none when it cannot run it."""
    plain = PLACE / "vcard-stripped"
    # valgrind 3.19 gives up on the debug information that Swift writes.
    subprocess.run(["strip", "-g", "-o", str(plain), VCARD], check=True)
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(plain),
         *map(str, command)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    counted = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not counted:
        raise Failure(f"callgrind: {done.stderr.strip()[-300:]}")
    return int(counted.group(1))


def measure_progress():
    warn_of_load()
    path = make_file("typical", scaled(100_000))
    # Progress shows after half a second, so the file is given often enough to take a few.
    once = run([VCARD, "stats", "--threads", 1, path])[0]["seconds"]
    times = max(1, round(4 / once))
    octets = times * path.stat().st_size
    ways = ["never", "always"]
    seconds = {way: [] for way in ways}
    user = {way: [] for way in ways}
    instructions = {way: [] for way in ways}
    shown = 0
    for number in range(1, ROUNDS + 1):
        # Who runs first changes, for the first of two is often the slower one.
        for way in ways if number % 2 else reversed(ways):
            taken, _, told = run([VCARD, "stats", "--threads", 1, "--progress", way, *[path] * times])
            seconds[way].append(taken["seconds"])
            user[way].append(taken["user"] + taken["system"])
            instructions[way].append(taken["instructions"])
            shown = len(told) if way == "always" else shown
        tell(f"round {number} of {ROUNDS}")
    if shown == 0:
        print("no progress was shown: `--progress always` wrote nothing")
        sys.exit(1)
    print(f"\nWhat `--progress always` costs `stats` of {octets / 1e9:.1f} GB on one thread "
          f"({shown} octets shown)\n")
    for title, values in [("seconds", seconds), ("processor seconds", user)]:
        change = [b / a - 1 for a, b in zip(values["never"], values["always"])]
        least = min(values["always"]) / min(values["never"]) - 1
        print(f"{title:<18} {least:+.2%} between the least of {ROUNDS}; median of rounds "
              f"{report.median(change):+.2%} ({min(change):+.2%} to {max(change):+.2%})")
    if None not in instructions["never"] + instructions["always"]:
        change = min(instructions["always"]) / min(instructions["never"]) - 1
        print(f"{'instructions':<18} {change:+.3%} (counted by the processor)")
    elif shutil.which("valgrind"):
        part = make_file("typical", scaled(20_000))
        counts = [callgrind(["stats", "--threads", 1, "--progress", way, part]) for way in ways]
        print(f"{'instructions':<18} {counts[1] / counts[0] - 1:+.3%} at most: callgrind counted, under which "
              f"the work is many times slower and progress is shown as often a second")
    else:
        print("instructions       not counted: neither the processor nor valgrind tells them")


# ---- quirks

# What is done with a file, and the book to whose figure its own is compared; `back` takes to vCard 3.0
# what was made of the file in 4.0, with the marks that bring it back.
QUIRK_WORKS = [
    ("4.0", "convert --to vcard4", "typical"), ("3.0", "convert --to vcard3", "typical40"),
    ("2.1", "convert --to vcard21", "typical"), ("check", "check", "typical"),
    ("jsonl", "convert --to jsonl", "typical"), ("back", "convert --to vcard3", "typical40"),
]
QUIRK_FIXTURES = ["cards/quirks", "bad", "crashers/reader", "crashers/convert"]


def quirk_files(octets):
    """Files of one quirk each, with their names: made up, and of fixtures over and over."""
    def files():
        listed = subprocess.run([PLAIN_RUN, "quirks"], capture_output=True, text=True, check=True)
        for name in listed.stdout.splitlines():
            yield name, subprocess.run(
                [PLAIN_RUN, "quirk", name, str(octets)], capture_output=True, check=True).stdout
        fixtures = pathlib.Path(__file__).parent.parent.parent / "Fixtures"
        for folder in QUIRK_FIXTURES:
            for file in sorted((fixtures / folder).iterdir()):
                text = file.read_bytes()
                if file.suffix in ("", ".vcf") and 0 < len(text) < octets:
                    if text[:2] not in (b"\xff\xfe", b"\xfe\xff"):
                        text += b"\r\n"
                    yield f"{folder}/{file.stem}", text * (octets // len(text))

    path, converted = PLACE / "quirk.vcf", PLACE / "quirk-4.0.vcf"
    for name, text in files():
        path.write_bytes(text)
        with open(converted, "wb") as file:
            run([VCARD, "convert", "--to", "vcard4", path], output=file, accepted=(0, 1, 65))
        # A file without a card takes no work.
        if converted.stat().st_size > 0:
            yield name, path, converted


def measure_quirks():
    warn_of_load()
    most = 10
    octets = scaled(4_000_000)
    alone = PLACE / "one.vcf"
    alone.write_text("BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:\r\nEND:VCARD\r\n")

    def seconds(work, path):
        # Of the processor, and without the start of the process, which would count for more than the work.
        def least(file):
            command = [VCARD, *work.split(), "--threads", 1, file]
            runs = [run(command, accepted=(0, 1, 65))[0] for _ in range(ROUNDS)]
            return min(taken["user"] + taken["system"] for taken in runs)
        return max(least(path) - least(alone), 1e-3)

    def speed(work, path):
        return path.stat().st_size / seconds(work, path) / 1e6

    typical = {name: speed(work, make_file(kind, scaled(20_000)))
               for name, work, kind in QUIRK_WORKS}
    names = [name for name, _, _ in QUIRK_WORKS]
    print(f"\nMB/s of files of nothing but one quirk, one thread, without the start; `!` where it is less than "
          f"a tenth of the typical\n\n{'':<56}" + "".join(f"{name:>8} " for name in names))
    print(f"{'typical':<56}" + "".join(f"{typical[name]:>8.0f} " for name in names))
    slow = []
    for quirk, path, converted in quirk_files(octets):
        cells = []
        for name, work, _ in QUIRK_WORKS:
            found = speed(work, converted if name == "back" else path)
            times = typical[name] / found
            if times > most:
                slow.append((times, quirk, name))
            cells.append(f"{found:>8.1f}{'!' if times > most else ' '}")
        print(f"{quirk[:55]:<56}" + "".join(cells), flush=True)
    print(f"\n{len(slow)} of them are slower than a tenth of the typical"
          + "".join(f"\n{times:>6.1f} times: {quirk}, {name}"
                    for times, quirk, name in sorted(slow, reverse=True)))
    if slow:
        sys.exit(1)


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "stream":
        stream(sys.argv[2], int(sys.argv[3]))
        return
    works = {"rivals": measure_rivals, "scaling": measure_scaling, "memory": measure_memory,
             "progress": measure_progress, "quirks": measure_quirks}
    if len(sys.argv) != 2 or sys.argv[1] not in works:
        sys.exit("usage: bench.py rivals|scaling|memory|progress|quirks")
    build_measure()
    try:
        works[sys.argv[1]]()
    except Failure as failure:
        sys.exit(f"bench: {failure.command or sys.argv[1]}: {failure}")


if __name__ == "__main__":
    main()
