"""The cases of .ci/spark: each compares a run on Spark with ``vcard dedupe plan``.

The first argument is the folder of the driver; the tool is found as ``vcard``. Runs in a folder that is
thrown away.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import traceback

CLUSTER = "local-cluster[2,1,1024]"
# The job is small: a compiler that thinks less halves the time of the JVMs.
SETTINGS = {
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
FILES = ["a.vcf", "b.vcf", "c.vcf"]
# The folder as Spark sees it by another scheme.
MOUNT = "spark.hadoop.fs.viewfs.mounttable.store.link./cards"
SIZE = 2000


def cards():
    """Yields vCards of some 1,200 people, of whom many have several that differ."""
    seeded = random.Random(19)
    given = "Ann Kate José Ole Ingrid Tom Maria Pablo Lucía Henrik Jürgen Zoë Иван 思远 Amir Priya".split()
    family = "Bell García Brandvold Young Halvorsen Ashdown Núñez Lindqvist Müller Ng Иванов 陈 Haddad Rao".split()
    count = 0
    while count < SIZE:
        names = [
            seeded.choice(given),
            seeded.choice(family) + seeded.choice(["", "", "son", "-Ortega"]),
        ]
        number = f"+1415555{seeded.randrange(10000):04d}"
        mail = f"{seeded.randrange(3000)}@{seeded.choice(['mail', 'post'])}.example"
        born = f"19{seeded.randrange(40, 99)}-{seeded.randrange(1, 13):02d}-{seeded.randrange(1, 28):02d}"
        for _ in range(seeded.choice([1, 1, 2, 3])):
            first, last = names
            if seeded.random() < 0.1:
                first = first[0] + "."
            if seeded.random() < 0.1:
                first, last = first.upper(), last.upper()
            lines = ["VERSION:3.0", f"N:{last};{first};;;", f"FN:{first} {last}"]
            lines += [f"EMAIL;TYPE=home:{mail}"] * (seeded.random() < 0.6)
            lines += [f"TEL;TYPE=cell:{number}"] * (seeded.random() < 0.6)
            lines += [f"BDAY:{born}"] * (seeded.random() < 0.3)
            yield "\r\n".join(["BEGIN:VCARD", *lines, "END:VCARD", ""])
            count += 1


def make_book():
    """Writes the book, with cards that are damaged, and what the tool says of it by itself."""
    all_cards = list(cards())
    all_cards[700] = (
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Kate Bell\r\nBDAY:12th May\r\nno line\r\nEND:VCARD\r\n"
    )
    all_cards[1500] = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Nobody ends\r\n"
    for at, name in enumerate(FILES):
        with open(name, "w", newline="") as stream:
            stream.writelines(all_cards[at::3])
    return all_cards


def tool(*arguments):
    """Runs the tool; returns its standard error."""
    done = subprocess.run(["vcard", *arguments], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stderr


def octets(*names):
    """Returns the octets of files, one after the other."""
    parts = []
    for name in names:
        with open(name, "rb") as stream:
            parts.append(stream.read())
    return b"".join(parts)


def parts(folder, ending):
    """Returns the octets of the parts of a folder, in the order of their names."""
    names = sorted(name for name in os.listdir(folder) if name.endswith(ending))
    assert names, f"{folder} has no parts"
    return octets(*(f"{folder}/{name}" for name in names))


def is_local(output):
    """Holds an output to what the tool made by itself."""
    assert parts(f"{output}/clusters", ".tsv") == octets("clusters.tsv"), "the clusters differ"
    assert parts(f"{output}/plan", ".jsonl") == octets("plan.jsonl"), "the plan differs"
    assert parts(f"{output}/merged", ".vcf") == octets("merged.vcf"), "the merged cards differ"


def wrapper(name, script):
    """Makes a worker that does something else first; ``$3`` is the stage."""
    path = os.path.abspath(f"{name}.sh")
    with open(path, "w") as stream:
        stream.write(f'#!/bin/bash\n{script}\nexec "{shutil.which("vcard")}" "$@"\n')
    os.chmod(path, 0o755)
    return path


def once(stages, action):
    """Returns a script that does something in the first attempt of some stages."""
    mark = os.path.abspath("mark")
    return f'case $3 in {stages}) if (set -C; : >"{mark}-$3") 2>/dev/null; then {action}; fi;; esac'


OPTIONS = dict(with_plan=True, with_merged=True, format="tsv", split_size="50K", parts=3)
KILL_EXECUTOR = """
  id=$PPID
  while read -r name <"/proc/$id/comm" && [ "$name" != java ]; do id=$(ps -o ppid= -p "$id" | tr -d ' '); done
  kill -9 "$id"; sleep 5"""


def submitted(driver):
    """spark-submit with the bundle gives the plan and the clusters of the tool, and its diagnostics"""
    tool("dedupe", "spark", "--quiet", "--bundle", "bundle")
    assert octets("bundle/vcard_spark.py") == octets(
        f"{driver.__file__}"
    ), "the bundle has another driver"
    submit = os.path.join(os.path.dirname(sys.executable), "spark-submit")
    settings = [word for name, value in SETTINGS.items() for word in ("--conf", f"{name}={value}")]
    done = subprocess.run(
        [submit, "--master", CLUSTER, *settings, "--archives", "bundle/worker.tar.gz#vcard"]
        + ["bundle/vcard_spark.py", "?.vcf", "--work", "work-1", "-o", "out-1"]
        + ["--plan", "--merged", "--format", "tsv", "--split-size", "50K", "--parts", "3"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    is_local("out-1")
    # spark-submit lets both of the driver's outputs out by its standard output.
    for line in LOCAL.splitlines():
        if re.match(r"[abc]\.vcf:\d+:\d+: ", line):
            assert line in done.stdout, f"not told: {line}"
    said = re.search(
        r"(\d+) cards: (\d+) of them are (\d+) people, (\d+) pairs are to review", LOCAL
    )
    wanted = "cards {}, duplicates {}, people with duplicates {}, pairs to review {}, ".format(
        *said.groups()
    )
    assert wanted in done.stdout, done.stdout
    for name, plan in [("one", "plan.jsonl"), ("parts", "out-1/plan")]:
        tool("dedupe", "apply", "--quiet", plan, "-o", f"{name}.vcf")
    assert octets("parts.vcf") == octets("one.vcf"), "the plan in parts is carried out otherwise"
    lines = [json.loads(line) for line in octets("plan.jsonl").splitlines()[1:]]
    for numbers in [[], [str(lines[at]["cluster"]) for at in (0, -1)]]:
        said = [
            subprocess.run(["vcard", "dedupe", "explain", plan, *numbers], capture_output=True)
            for plan in ("plan.jsonl", "out-1/plan")
        ]
        assert said[0].returncode == 0 and said[0].stdout, said[0].stderr
        assert said[0].stdout == said[1].stdout, "the plan in parts is explained otherwise"


def killed(driver, spark):
    """an executor killed during compare and a worker killed during left change nothing; nor do rounds of stars"""
    script = once("compare", KILL_EXECUTOR) + "\n" + once("left", "kill -9 $$")
    worker = wrapper("killed", script)
    driver.plan(spark, FILES, work="work-2", output="out-2", worker=worker, star_above=0, **OPTIONS)
    assert os.path.exists("mark-compare") and os.path.exists("mark-left"), "nobody was killed"
    is_local("out-2")


def resumed(driver, spark):
    """a run that failed goes on after its last complete stage, unless an input has changed"""
    worker = wrapper("dying", 'case $3 in resolve) echo "the disk is full" >&2; exit 74;; esac')
    paths = dict(work="work-3", output="out-3")
    try:
        driver.plan(spark, FILES, worker=worker, **paths, **OPTIONS)
        raise AssertionError("the run did not fail")
    except driver.Failure as failure:
        assert re.match(
            r"resolve, task \d \(part \d of 3\): the worker ended with 74", str(failure)
        ), failure
        assert "the disk is full" in str(failure), failure
    before = {name: os.stat(f"work-3/{name}").st_mtime_ns for name in os.listdir("work-3")}
    again = dict(worker=shutil.which("vcard"), resume=True, **paths, **OPTIONS)
    changed = os.stat("b.vcf").st_mtime_ns
    os.utime("b.vcf", ns=(changed, changed + 10**9))
    try:
        driver.plan(spark, FILES, **again)
        raise AssertionError("nobody saw the change")
    except driver.Failure as failure:
        assert failure.code == 75, failure
    os.utime("b.vcf", ns=(changed, changed))
    said = []
    driver.plan(spark, FILES, say=said.append, **again)
    kept = [line.split(":")[0] for line in said if line.endswith(": kept")]
    assert kept == "features values table digest keys blocks left compare components extract".split(), said
    after = {name: os.stat(f"work-3/{name}").st_mtime_ns for name in before}
    assert all(
        after[name] == before[name] for name in before if name.endswith(".json")
    ), "a stage ran again"
    is_local("out-3")


def refused(driver, spark):
    """what another attempt cannot mend is tried once, and told with the stage and the place"""
    worker = wrapper(
        "final", 'case $3 in features) echo . >>"$0.tries"; echo "has changed" >&2; exit 75;; esac'
    )
    try:
        driver.plan(spark, ["a.vcf"], work="work-4", worker=worker)
        raise AssertionError("the run did not fail")
    except driver.Failure as failure:
        assert failure.code == 75 and "features, task 0 (a.vcf, octets 0 to " in str(
            failure
        ), failure
        assert "has changed" in str(failure), failure
    assert len(octets("final.sh.tries").split()) == 1, "it was tried again"


def table(driver, spark):
    """a table gives the clusters of a file that holds its texts in the order of the keys"""
    rows = [(key, BOOK[key] if key % 7 else BOOK[key] + BOOK[-1 - key]) for key in range(0, 600)]
    with open("rows.vcf", "w", newline="") as stream:
        stream.writelines(text for _, text in sorted(rows, key=lambda row: str(row[0])))
    tool("dedupe", "plan", "--quiet", "rows.vcf", "-o", "rows.jsonl", "--clusters", "rows.tsv")
    data = spark.createDataFrame(random.Random(1).sample(rows, len(rows)), "id long, vcard string")
    options = dict(worker=shutil.which("vcard"), splits=3, with_merged=True)
    found = driver.plan(spark, (data, "id", "vcard"), work="work-5", output="out-5", **options)
    tool("dedupe", "run", "--quiet", "rows.vcf", "-o", "rows-merged.vcf")
    assert parts("out-5/merged", ".vcf") == octets("rows-merged.vcf"), "the merged cards differ"
    assert found.clusters.columns == ["id", "card", "cluster"], found.clusters
    listed = sorted(found.clusters.collect(), key=lambda row: (str(row["id"]), row["card"]))
    wanted = [int(line.split("\t")[2]) for line in octets("rows.tsv").decode().splitlines()]
    assert [row["cluster"] for row in listed] == wanted, "the clusters differ"
    assert [(row["id"], row["card"]) for row in listed[:2]] == [(0, 0), (0, 1)], listed[:2]
    reviews = octets("rows.jsonl").decode().count('"verdict":"review"')
    assert found.reviews.count() == reviews, f"{found.reviews.count()} reviews for {reviews}"


def answered(driver, spark):
    """namesakes, placeholders and equal cards, with answers given to the plan in parts, are as locally"""
    seeded = random.Random(7)
    texts = []
    for at in range(900):
        lines = ["N:Smith;John;;;"] + [f"TEL:+1212555{at % 250 + 1000}"] * (at % 3 == 0)
        texts.append(lines + [f"EMAIL:john{at % 180}@mail.example"] * (at % 5 == 0))
    for at in range(400):
        lines = [f"N:{'Bell Young Rao Ng'.split()[at % 4]}{at // 9 % 9};{'Ann Kate Ole'.split()[at % 3]};;;"]
        texts.append(lines + ["EMAIL:unknown@mail.example", "TEL:000 000 0000", "BDAY:19700101"])
    texts += [["N:Bell;Kate;;;", "EMAIL:kate@bell.example", "ORG:Bell"]] * 200
    seeded.shuffle(texts)
    with open("hostile.vcf", "w", newline="") as stream:
        for lines in texts:
            lines = ["BEGIN:VCARD", "VERSION:3.0", *lines, "END:VCARD", ""]
            stream.write("\r\n".join(lines))
    options = dict(worker=shutil.which("vcard"), with_plan=True, format="tsv", parts=3)
    options["split_size"] = f"{os.path.getsize('hostile.vcf') // 4096 + 1}K"
    driver.plan(spark, "hostile.vcf", work="work-6", output="out-6", **options)
    tool("dedupe", "plan", "--quiet", "hostile.vcf", "-o", "hostile.jsonl")
    assert parts("out-6/plan", ".jsonl") == octets("hostile.jsonl"), "the plan differs"
    lines = [json.loads(line) for line in octets("hostile.jsonl").splitlines()[1:]]
    pairs = [line["cluster"] for line in lines if line["verdict"] == "review"]
    assert len(pairs) > 4, "nothing is to review"
    chosen = [f"--{'same' if at % 2 else 'different'}={pair}" for at, pair in enumerate(pairs[:8])]
    tool("review", "--quiet", "out-6/plan", "--decisions", "answers", *chosen)
    more = dict(decisions="answers", **options)
    driver.plan(spark, "hostile.vcf", work="work-7", output="out-7", **more)
    tool("dedupe", "plan", "--quiet", "hostile.vcf", "--decisions", "answers", "-o", "answered.jsonl")
    assert octets("answered.jsonl") != octets("hostile.jsonl"), "the answers changed nothing"
    assert parts("out-7/plan", ".jsonl") == octets("answered.jsonl"), "the plan with answers differs"


def stored(driver, spark):
    """work, results and cards in a store, whose files are copied to the nodes and back, are as locally"""
    from pyarrow import fs

    folder = os.path.abspath("store")

    def remote(path):
        place = os.path.join(folder, path.split("://")[1])
        # What is no store wants folders.
        os.makedirs(os.path.dirname(place), exist_ok=True)
        return fs.LocalFileSystem(), place

    known, driver.remote = driver.remote, remote
    try:
        options = dict(worker=shutil.which("vcard"), **OPTIONS)
        driver.plan(spark, FILES, work="store://work", output="store://out", **options)
        is_local("store/out")
        found = driver.plan(
            spark, "viewfs://store/cards/?.vcf", work="store://more", output="out-8", splits=3,
            with_merged=True, worker=options["worker"],
        )
        files = {row["path"] for row in found.clusters.select("path").distinct().collect()}
    finally:
        driver.remote = known
    assert parts("out-8/merged", ".vcf") == octets("merged.vcf"), "the merged cards differ"
    assert files == {f"viewfs://store/cards/{name}" for name in FILES}, files


def main():
    """Runs the cases, tells each, and returns how many failed."""
    global LOCAL, BOOK
    sys.path.insert(0, sys.argv[1])
    import vcard_spark
    from pyspark.sql import SparkSession

    BOOK = make_book()
    LOCAL = tool("dedupe", "plan", *FILES, "-o", "plan.jsonl", "--clusters", "clusters.tsv")
    tool("dedupe", "run", "--quiet", *FILES, "-o", "merged.vcf")
    failed = 0
    spark = None
    cases = [submitted, killed, resumed, refused, table, answered, stored]
    for case in cases:
        start = time.monotonic()
        try:
            if case is submitted:
                case(vcard_spark)
            else:
                if spark is None:
                    builder = SparkSession.builder.master(CLUSTER)
                    builder = builder.config(MOUNT, f"file://{os.getcwd()}")
                    for name, value in SETTINGS.items():
                        builder = builder.config(name, value)
                    spark = builder.getOrCreate()
                    spark.sparkContext.setLogLevel("OFF")
                case(vcard_spark, spark)
            print(f"ok: {case.__doc__} ({time.monotonic() - start:.0f} s)", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED: {case.__doc__}\n{traceback.format_exc()}", flush=True)
    if spark is not None:
        spark.stop()
    print(f"{len(cases) - failed} passed, {failed} failed")
    return failed


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
