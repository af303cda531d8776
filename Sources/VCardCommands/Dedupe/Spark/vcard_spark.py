#!/usr/bin/env python3
"""Finds the cards of one person with Apache Spark, as ``vcard dedupe plan`` does on one machine.

::

    vcard dedupe spark --bundle .
    spark-submit --archives worker.tar.gz#vcard vcard_spark.py 'cards/*.vcf' --work DIR -o DIR

or, in a notebook::

    import vcard_spark
    clusters, reviews, *_ = vcard_spark.plan(spark, ["cards/*.vcf"], work=DIR, worker="worker.tar.gz")
    clusters, reviews, *_ = vcard_spark.plan(spark, (table, "id", "vcard"), work=DIR, worker="worker.tar.gz")

Everything that is decided is decided by ``vcard dedupe worker``. This file starts its processes, hands what
they wrote to the processes of the next stage, and remembers which attempts count::

    files of a stage ─▶ frames of a part ─▶ task ─▶ one worker ─▶ files of the next stage
                                             └─▶ one row to the driver: which files, INFO

Whatever a worker writes goes to files of its attempt under ``work``, each with an index of its frames, and the
manifest of a stage names the attempts whose row reached the driver. So a stage can be tried again, tried twice
at once, or left out when the run goes on after a failure: no attempt touches what another wrote, and a worker's
output depends on the set of its input and never on its order. Spark says where tasks run and tries them again;
its own shuffle would carry the same octets twice more and through the heap of Java.

Python 3.9, PySpark 3.5 and pyarrow, or newer; no JAR.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import fcntl
import gc
import glob
import hashlib
import inspect
import io
import json
import operator
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import uuid
import zipimport
from dataclasses import dataclass, field
from typing import (
    Any,
    BinaryIO,
    Callable,
    Iterable,
    Iterator,
    NamedTuple,
    Optional,
    Sequence,
    Union,
)

from pyspark import RDD, SparkConf, SparkContext, SparkFiles, TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StringType, StructField

# What a frame is about; the numbers are those of the worker.
JOB, INFO, ROWS = 1, 2, 3
VALUES, IDENTITIES, STATISTICS, PAIRS, KEYS, LEFTS, EDGES = 10, 11, 12, 13, 14, 15, 16
ROOTS, CARDS, MEMBERS, GONE, CLUSTERS, REVIEWS, TABLE, MERGED = 17, 18, 19, 20, 21, 22, 23, 24
# A frame begins with tag, part and length; a row of an index is tag, part, start and octets. Little-endian.
HEADER, PLACE = "<IIQ", "<IIQQ"
HEADER_SIZE = struct.calcsize(HEADER)
# Octets that are copied at once.
PIECE = 1 << 20
# Octets that become one file of reviews of the plan: as they are handed over, some three fifths of it.
REVIEWS_A_FILE = 80 << 20
# Edges up to which one task finds the components.
EDGES_AT_ONCE = 50_000_000
# Exit codes that say that another attempt would end the same way: wrong use, refused, changed input.
FINAL_CODES = (64, 65, 75)
# The name under which ``--archives`` unpacks the worker.
ARCHIVE = "vcard"

REVIEW_SCHEMA = (
    "cluster long, bits double, "
    "cards array<struct<file: string, card: long, name: string>>, "
    "evidence array<struct<kind: string, level: string, bits: double, detail: string, cards: array<int>>>, "
    "merged string"
)


class Failure(Exception):
    """What stopped the run: an exit code and one line for people."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class WorkerDied(Exception):
    """An attempt that does not count and may be tried again."""

    # Spark hands the driver a traceback as text; between these marks stands what people need of it.
    OPEN, CLOSE = "\u27e6vcard worker: ", "\u27e7"

    def __init__(self, message: str) -> None:
        super().__init__(f"{self.OPEN}{message}{self.CLOSE}")

    @classmethod
    def message(cls, text: str) -> Optional[str]:
        """Returns what the last worker that died said, out of a text that quotes it."""
        found = re.findall(f"{cls.OPEN}(.*?){cls.CLOSE}", text, re.DOTALL)
        return found[-1] if found else None


# ---------------------------------------------------------------------------------------------------
# Files under a folder that every node reaches: a mounted path, or a URI that pyarrow knows (s3, gs, abfss,
# hdfs). What a worker reads or writes is a local file; of a URI it is a copy.


def is_remote(path: str) -> bool:
    """Whether a path, as ``normal`` gives it, is a URI."""
    return "://" in path


def normal(path: str) -> str:
    """Returns a URI in the form that pyarrow knows, or an absolute path."""
    if path.startswith("file:"):
        path = re.sub("^file:(//)?", "", path)
    elif re.match("dbfs:/+", path):
        path = re.sub("^dbfs:/+", "/dbfs/", path)
    elif is_remote(path):
        return re.sub("^s3[an]://", "s3://", path).rstrip("/")
    return os.path.abspath(path)


def join(folder: str, name: str) -> str:
    """Returns the path of a file in a folder."""
    return f"{folder}/{name}"


def remote(path: str) -> tuple[Any, str]:
    """Returns the file system of a URI, and the path there."""
    from pyarrow import fs

    return fs.FileSystem.from_uri(path)


def open_input(path: str) -> Any:
    """Opens a file to be read from any place."""
    if not is_remote(path):
        return open(path, "rb", buffering=0)
    system, place = remote(path)
    return system.open_input_file(place)


def open_output(path: str) -> Any:
    """Makes a file of a name that no other has; in a store it is there when it is closed."""
    if not is_remote(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return open(path, "wb", buffering=PIECE)
    system, place = remote(path)
    return system.open_output_stream(place, buffer_size=PIECE)


def copy(source: Any, target: Any) -> None:
    """Copies the rest of a stream."""
    while octets := source.read(PIECE):
        target.write(octets)


def read_file(path: str) -> bytes:
    """Returns the octets of a file."""
    with open_input(path) as stream:
        return stream.read()


def replace_file(path: str, octets: bytes) -> None:
    """Writes a file whole or not at all."""
    if is_remote(path):
        with open_output(path) as stream:
            stream.write(octets)
        return
    beside = f"{path}.{uuid.uuid4().hex}"
    with open_output(beside) as stream:
        stream.write(octets)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(beside, path)


def entries(folder: str) -> list[str]:
    """Returns the names in a folder; none where there is no folder."""
    if is_remote(folder):
        from pyarrow import fs

        system, place = remote(folder)
        found = system.get_file_info(fs.FileSelector(place, allow_not_found=True))
        return sorted(info.base_name for info in found)
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def send(local: str, path: str) -> None:
    """Copies a local file to a URI."""
    with open(local, "rb") as source, open_output(path) as target:
        copy(source, target)


def fetch(path: str, local: str) -> None:
    """Copies what a URI names to a local file."""
    with open_input(path) as source, open(local, "wb") as target:
        copy(source, target)


def on_this_node(path: str) -> str:
    """Returns the local path of a file that many tasks read; of a URI there is one copy a node."""
    if not is_remote(path):
        return path
    # Spark removes this folder with the application. No two files ever have the same path under ``work``.
    folder = SparkFiles.get("vcard-files")
    os.makedirs(folder, exist_ok=True)
    local = os.path.join(folder, hashlib.sha256(path.encode()).hexdigest())
    if not os.path.exists(local):
        beside = f"{local}.{uuid.uuid4().hex}"
        fetch(path, beside)
        os.replace(beside, local)
    return local


# ---------------------------------------------------------------------------------------------------
# One worker process.


def worker_command(worker: Optional[str]) -> tuple[list[str], dict[str, str]]:
    """Returns the command that starts a worker on this node, and its environment.

    Without a path it is the one of the archive: where Spark unpacked it, or, as YARN does it, in the
    working directory.
    """
    environment = dict(os.environ)
    if worker is not None:
        return [worker, "dedupe", "worker"], environment
    places = [SparkFiles.get(ARCHIVE), os.path.abspath(ARCHIVE)]
    for place in places:
        if os.path.isfile(os.path.join(place, "bin", "vcard")):
            libraries = [os.path.join(place, "lib"), environment.get("LD_LIBRARY_PATH", "")]
            environment["LD_LIBRARY_PATH"] = ":".join(filter(None, libraries))
            return [os.path.join(place, "bin", "vcard"), "dedupe", "worker"], environment
    raise Failure(
        66, f"there is no worker in {' or '.join(places)}; give --archives worker.tar.gz#{ARCHIVE}"
    )


class Ended(NamedTuple):
    """How a worker ended: its exit code, negative for a signal, and its last words."""

    code: int
    words: str

    @property
    def how(self) -> str:
        """What happened, for people."""
        if self.code >= 0:
            return f"ended with {self.code}"
        try:
            return f"was killed by {signal.Signals(-self.code).name}"
        except ValueError:
            return f"was killed by signal {-self.code}"


def exchange(
    command: Sequence[str],
    environment: dict[str, str],
    folder: Optional[str],
    feed: Callable[[BinaryIO], None],
    output: BinaryIO,
) -> Ended:
    """Starts a process, feeds it, and has it write into a file.

    :param folder: Its working directory.
    :param feed: Writes what it reads.
    """
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=environment,
        bufsize=PIECE,
    )
    words: collections.deque[str] = collections.deque(maxlen=20)

    def listen() -> None:
        for line in process.stderr:
            words.append(line.decode(errors="replace").rstrip())

    listener = threading.Thread(target=listen, daemon=True)
    try:
        listener.start()
        with contextlib.suppress(OSError):
            fcntl.fcntl(process.stdin, 1031, PIECE)  # F_SETPIPE_SZ
        # A process that ended early says in its exit code why.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            feed(process.stdin)
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        process.wait()
        listener.join()
    finally:
        # Without its whole input the process must not come to a result.
        process.kill()
        process.wait()
    return Ended(process.returncode, " / ".join(filter(None, words)))


def frame(tag: int, part: int, octets: bytes) -> bytes:
    """Returns a frame."""
    return struct.pack(HEADER, tag, part, len(octets)) + octets


def frames(stream: BinaryIO, end: float = float("inf")) -> Iterator[tuple[int, int, int]]:
    """Yields tag, part and length of each frame up to a place; the caller reads the octets before it goes on."""
    at = 0
    while at < end and (header := stream.read(HEADER_SIZE)):
        if len(header) < HEADER_SIZE:
            raise EOFError("ends within a frame")
        tag, part, length = struct.unpack(HEADER, header)
        yield tag, part, length
        at += HEADER_SIZE + length


def pieces(stream: BinaryIO, count: int) -> Iterator[bytes]:
    """Yields the next octets of a stream, so many together."""
    while count > 0:
        octets = stream.read(min(count, PIECE))
        if not octets:
            raise EOFError("ends within a frame")
        yield octets
        count -= len(octets)


def pass_on(source: BinaryIO, start: int, count: int, target: BinaryIO) -> None:
    """Writes octets of a file into a pipe; those of a local one do not come into this process."""
    if not isinstance(source, io.FileIO):
        source.seek(start)
        for octets in pieces(source, count):
            target.write(octets)
        return
    target.flush()
    while count > 0:
        sent = os.sendfile(target.fileno(), source.fileno(), start, count)
        if sent == 0:
            raise EOFError("ends within a frame")
        start, count = start + sent, count - sent


class Index:
    """Where in a file of frames those of each tag and part are; it stands behind them.

    ::

        frame │ frame │ … │ tag, part, start, octets │ tag, part, start, octets │ …
    """

    def __init__(self) -> None:
        self.places: list[tuple[int, int, int, int]] = []
        # Octets of frames so far.
        self.end = 0

    def add(self, tag: int, part: int, length: int) -> None:
        """Takes note of the next frame; one that goes on as the last one did is in the same row."""
        start, size = self.end, HEADER_SIZE + length
        self.end += size
        if self.places and self.places[-1][:2] == (tag, part):
            _, _, start, before = self.places.pop()
            size += before
        self.places.append((tag, part, start, size))

    @property
    def octets(self) -> bytes:
        """The index as it is written."""
        return b"".join(struct.pack(PLACE, *place) for place in self.places)


# The task that a frame goes to, by its part and by who wrote it.
Route = Callable[[int, int], int]


class Feed(NamedTuple):
    """Frames of a stage before, and the task that each goes to."""

    tag: int
    # Files of frames: the number of the task that wrote it, its name under ``work``, where its index starts.
    sources: Sequence[tuple[int, str, int]]
    route: Route

    def write(self, work: str, task: int, target: BinaryIO) -> None:
        """Writes the frames of a task."""
        for origin, name, index in self.sources:
            with open_input(join(work, name)) as stream:
                stream.seek(index)
                for tag, part, start, count in struct.iter_unpack(PLACE, stream.read()):
                    if tag == self.tag and self.route(part, origin) == task:
                        pass_on(stream, start, count, target)


# ---------------------------------------------------------------------------------------------------
# Tasks: what runs on the nodes.


class In(NamedTuple):
    """A file that a worker reads, as the argument ``--in NAME=FILE``."""

    name: str
    path: str
    # Whether the tasks of a node read the same one.
    is_shared: bool = False


class Out(NamedTuple):
    """A file that a worker writes, as the argument ``--out FILE``.

    Without a path it is a file of the attempt. With one it is the file itself: attempts write the same
    octets there, and put them in place atomically.
    """

    path: Optional[str] = None


class Task(NamedTuple):
    """One worker process: the number of its split or part, its arguments, what it is about."""

    number: int
    arguments: Sequence[Union[str, In, Out]] = ()
    about: str = ""


class Step(NamedTuple):
    """The tasks of a stage, which want nothing of each other, and the frames that they get."""

    name: str
    tasks: Sequence[Task]
    feeds: Sequence[Feed] = ()


@dataclass
class Result:
    """What an attempt that counts has left: its frames, the file of ``--out``, and the JSON text of INFO.

    Files are names under ``work``; the index of the frames starts at ``index``.
    """

    task: int
    frames: str = ""
    index: int = 0
    output: str = ""
    sizes: dict[str, int] = field(default_factory=dict)
    info: str = "{}"

    def __getitem__(self, key: str) -> Any:
        """A value of INFO."""
        return json.loads(self.info)[key]

    def read_as(self, name: str, is_shared: bool = True) -> In:
        """Returns the file of ``--out`` as an argument."""
        return In(name, self.output, is_shared)


@dataclass(frozen=True)
class Context:
    """What all tasks of a run share."""

    work: str
    job: str
    worker: Optional[str]
    folder: Optional[str]


def start_quickly() -> None:
    """Has the tasks of a Python process start in a millisecond instead of a hundred.

    Before each, PySpark drops what importers know: a zip importer would read ``pyspark.zip`` again. And a
    collection of garbage goes through all that the process has ever imported.
    """
    gc.freeze()
    for path, importer in list(sys.path_importer_cache.items()):
        if isinstance(importer, zipimport.zipimporter):
            del sys.path_importer_cache[path]


class Attempt:
    """The files of one attempt of a task: names that no other attempt has."""

    def __init__(self, context: Context, stage: str, task: Task) -> None:
        self.context = context
        self.name = f"{stage}/{task.number:06d}-{uuid.uuid4().hex[:12]}"
        self.result = Result(task.number)
        self.uploads: list[tuple[str, str]] = []
        self.scratch: Optional[str] = None

    def local(self) -> str:
        """Returns a path for the copy of a file that is elsewhere."""
        if self.scratch is None:
            self.scratch = tempfile.mkdtemp(prefix="vcard-")
        return os.path.join(self.scratch, uuid.uuid4().hex)

    def words(self, argument: Union[str, In, Out]) -> list[str]:
        """Returns an argument as the worker gets it; files of a URI are copied here."""
        if isinstance(argument, str):
            return [argument]
        if isinstance(argument, In):
            path = join(self.context.work, argument.path)
            if argument.is_shared or not is_remote(path):
                local = on_this_node(path)
            else:
                local = self.local()
                fetch(path, local)
            return ["--in", f"{argument.name}={local}"]
        path = argument.path
        if path is None:
            self.result.output = f"{self.name}.out"
            path = join(self.context.work, self.result.output)
        return ["--out", self.place(path)]

    def place(self, path: str) -> str:
        """Returns the local path of a file that is written; of a URI it is sent there in the end."""
        if is_remote(path):
            local = self.local()
            self.uploads.append((local, path))
            return local
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def open(self) -> BinaryIO:
        """Makes the file that the worker writes its frames to."""
        self.result.frames = f"{self.name}.frames"
        return open(self.place(join(self.context.work, self.result.frames)), "w+b", buffering=0)

    def take(self, stream: BinaryIO) -> None:
        """Goes through the frames, of which INFO is the last, and writes the index."""
        index = Index()
        stream.seek(0)
        for tag, part, length in frames(stream):
            if self.result.info != "{}":
                raise EOFError("has a frame behind INFO")
            if tag == INFO:
                self.result.info = b"".join(pieces(stream, length)).decode()
                continue
            index.add(tag, part, length)
            stream.seek(length, os.SEEK_CUR)
            if tag == REVIEWS:
                self.result.sizes[str(part)] = self.result.sizes.get(str(part), 0) + length
        if self.result.info == "{}":
            raise EOFError("has no INFO")
        # The index comes in place of INFO.
        stream.truncate(index.end)
        stream.seek(index.end)
        stream.write(index.octets)
        self.result.index = index.end

    def close(self, counts: bool) -> None:
        """Sends copies to their places, of an attempt that counts, and removes them."""
        try:
            if counts:
                for local, path in self.uploads:
                    send(local, path)
        finally:
            if self.scratch is not None:
                shutil.rmtree(self.scratch, ignore_errors=True)


def run_task(context: Context, step: Step, task: Task) -> dict[str, Any]:
    """Runs one worker, and returns what came of it: a result, or a failure that is final."""

    def feed(target: BinaryIO) -> None:
        target.write(frame(JOB, 0, read_file(join(context.work, context.job))))
        for each in step.feeds:
            each.write(context.work, task.number, target)

    attempt = Attempt(context, step.name, task)
    damage = ""
    counts = False
    try:
        command, environment = worker_command(context.worker)
        # A stage of several rounds bears them in its name.
        command += [step.name.split("-")[0], "--task", str(task.number)]
        for argument in task.arguments:
            command += attempt.words(argument)
        with attempt.open() as output:
            ended = exchange(command, environment, context.folder, feed, output)
            if ended.code == 0:
                try:
                    attempt.take(output)
                    counts = True
                except EOFError as fault:
                    damage = str(fault)
    except Failure as failure:
        return {"code": failure.code, "message": str(failure)}
    finally:
        attempt.close(counts)
    if counts:
        return {"result": vars(attempt.result)}
    what = f"the worker {ended.how}" if ended.code != 0 else f"the worker's output {damage}"
    place = f"{step.name}, task {task.number}" + (f" ({task.about})" if task.about else "")
    message = f"{place}: {what}" + (f": {ended.words}" if ended.words else "")
    if ended.code in FINAL_CODES:
        # Spark would try it again three times if the task failed.
        return {"code": ended.code, "message": message}
    raise WorkerDied(message)


def run_tasks(
    context: Context, steps: Sequence[Step]
) -> Callable[[int, Iterable[Any]], Iterator[dict[str, Any]]]:
    """Returns what runs the task of a partition: those of the steps have their numbers one after the other."""

    def run(number: int, nothing: Iterable[Any]) -> Iterator[dict[str, Any]]:
        start_quickly()
        tasks = [(step, task) for step in steps for task in step.tasks]
        yield run_task(context, *tasks[number])

    return run


# ---------------------------------------------------------------------------------------------------
# Rows of a table.


def save_rows(work: str) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """Returns what writes the sorted rows (key, text) of a split as ROWS, and its keys beside them."""
    import pyarrow as pa

    def save(batches: Iterable[Any]) -> Iterator[Any]:
        start_quickly()
        split = TaskContext.get().partitionId()
        name = f"rows/{split:06d}-{uuid.uuid4().hex[:12]}"
        index = Index()
        count = 0
        waiting = bytearray()

        def write() -> None:
            index.add(ROWS, split, len(waiting))
            rows.write(frame(ROWS, split, bytes(waiting)))
            waiting.clear()

        with open_output(join(work, f"{name}.frames")) as rows, open_output(
            join(work, f"{name}.keys")
        ) as keys, pa.ipc.new_stream(keys, pa.schema([("key", pa.string())])) as writer:
            for batch in batches:
                writer.write_batch(
                    pa.RecordBatch.from_arrays([batch.column(0).cast(pa.string())], ["key"])
                )
                for key, text in zip(batch.column(0), batch.column(1)):
                    for octets in (key.as_py().encode(), text.as_py()):
                        waiting += struct.pack("<I", len(octets)) + octets
                    count += 1
                    if len(waiting) >= 4 * PIECE:
                        write()
            if waiting:
                write()
            rows.write(index.octets)
        info = json.dumps({"rows": count})
        result = Result(split, f"{name}.frames", index.end, f"{name}.keys", info=info)
        outcome = json.dumps({"result": vars(result)})
        yield pa.RecordBatch.from_arrays([pa.array([outcome], pa.string())], ["outcome"])

    return save


def read_table(
    work: str, tables: Sequence[tuple[str, int, Optional[str]]], names: Sequence[str]
) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """Returns what reads the table of a split back: file, card and cluster of each card.

    :param tables: For each split the file of TABLE, where its frames end, and the file of the keys where the
        input is a table.
    :param names: The names of the inputs.
    """
    import pyarrow as pa

    def read(batches: Iterable[Any]) -> Iterator[Any]:
        for number in (number for batch in batches for number in batch.column(0).to_pylist()):
            path, end, keys = tables[number]
            known = pa.array(names, pa.string())
            if keys is not None:
                with open_input(join(work, keys)) as stream, pa.ipc.open_stream(stream) as reader:
                    chunks = reader.read_all().column(0).chunks
                    known = pa.concat_arrays([pa.array([], pa.string()), *chunks])
            with open_input(join(work, path)) as stream:
                for _, _, length in frames(stream, end):
                    octets = pa.py_buffer(b"".join(pieces(stream, length)))
                    count = int.from_bytes(octets.slice(0, 4).to_pybytes(), "little")

                    def column(kind: Any, start: int, width: int) -> Any:
                        return pa.Array.from_buffers(
                            kind, count, [None, octets.slice(start, count * width)]
                        )

                    inputs = column(pa.uint32(), 4, 4)
                    cards = column(pa.uint32(), 4 + 4 * count, 4).cast(pa.int64())
                    clusters = column(pa.uint64(), 4 + 8 * count, 8).cast(pa.int64())
                    yield pa.RecordBatch.from_arrays(
                        [known.take(inputs), cards, clusters], ["file", "card", "cluster"]
                    )

    return read


# ---------------------------------------------------------------------------------------------------
# The driver.


class Stage(list):
    """The results of a stage, in the order of their tasks."""

    def feed(self, tag: int, route: Optional[Route] = None) -> Feed:
        """Returns the frames of a tag; each goes to the task of its part unless ``route`` says."""
        sources = [(at, result.frames, result.index) for at, result in enumerate(self)]
        return Feed(tag, sources, route or (lambda part, origin: part))

    def sum(self, key: str) -> int:
        """Returns the sum of a number of INFO over all tasks."""
        return sum(result[key] for result in self)


def only(part: int, origin: int) -> int:
    """The route to the one task of a stage."""
    return 0


def by_origin(part: int, origin: int) -> int:
    """The route to the task of the number that the writer has."""
    return origin


class Run:
    """A run: the stages in their order, their results under ``work``."""

    def __init__(
        self,
        context: SparkContext,
        work: str,
        output: Optional[str],
        worker: Optional[str],
        say: Callable[[str], None],
    ) -> None:
        self.context = context
        self.work = normal(work)
        self.output = normal(output) if output is not None else join(self.work, "out")
        self.worker = worker
        self.say = say
        self.folder: Optional[str] = os.getcwd()
        self.table: Optional[DataFrame] = None
        # The column that names a row of the table.
        self.key: Optional[StructField] = None
        self.rows_at_once = 1
        self.job: dict[str, Any] = {}
        self.job_name = "job.json"
        # Files that options name, by their names: copies under ``work``.
        self.copies: dict[str, In] = {}
        self.diagnostics: list[str] = []
        self.goes_on = False

    # Workers on the driver

    def here(
        self, arguments: Sequence[str], results: Iterable[Result] = (), has_job: bool = True
    ) -> bytes:
        """Runs a worker on the driver, feeds it the job and INFO, and returns its whole output."""

        def feed(target: BinaryIO) -> None:
            if has_job:
                target.write(frame(JOB, 0, read_file(join(self.work, self.job_name))))
            for result in results:
                target.write(frame(INFO, result.task, result.info.encode()))

        command, environment = worker_command(self.worker)
        with tempfile.TemporaryFile() as output:
            ended = exchange([*command, *arguments], environment, self.folder, feed, output)
            output.seek(0)
            octets = output.read()
        if ended.code != 0:
            code = ended.code if ended.code > 0 else 70
            raise Failure(code, f"{arguments[0]}: the worker {ended.how}: {ended.words}")
        return octets

    def answer(
        self, arguments: Sequence[str], results: Iterable[Result]
    ) -> tuple[dict[str, Any], dict[int, bytes]]:
        """Runs a worker on the driver, and returns INFO and its other frames by their tags."""
        octets = self.here(arguments, results)
        found: dict[int, bytes] = {}
        at = 0
        while at < len(octets):
            tag, _, length = struct.unpack_from(HEADER, octets, at)
            found[tag] = octets[at + HEADER_SIZE : at + HEADER_SIZE + length]
            at += HEADER_SIZE + length
        return json.loads(found.pop(INFO)), found

    # Stages

    def manifest(self, name: str) -> str:
        """Returns the path of a stage's manifest: it is there when the stage is complete."""
        return join(self.work, f"{name}.manifest.json")

    def kept(self, name: str) -> Optional[dict[str, Any]]:
        """Returns the manifest of a stage that a run before has completed."""
        if not self.goes_on or f"{name}.manifest.json" not in self.complete:
            return None
        manifest = json.loads(read_file(self.manifest(name)))
        if manifest["id"] != self.job["id"]:
            raise Failure(65, f"{self.manifest(name)} belongs to another job")
        self.say(f"{name}: kept")
        return manifest

    def keep(self, name: str, results: Iterable[Result], **more: Any) -> None:
        """Writes the manifest of a stage: from now on it is complete."""
        tasks = [vars(result) for result in results]
        text = json.dumps({"stage": name, "id": self.job["id"], **more, "tasks": tasks})
        replace_file(self.manifest(name), text.encode())

    def stage(self, name: str, tasks: Sequence[Task], *feeds: Feed) -> Stage:
        """Runs a stage, or takes what a run before has kept of it."""
        return self.stages(Step(name, tasks, feeds))[0]

    def stages(self, *steps: Step) -> list[Stage]:
        """Runs stages that want nothing of each other at once."""
        found: dict[str, Stage] = {}
        for step in steps:
            if (manifest := self.kept(step.name)) is not None:
                found[step.name] = Stage(Result(**task) for task in manifest["tasks"])
        missing = [step for step in steps if step.name not in found]
        for step, results in zip(missing, self.run(*missing)):
            self.keep(step.name, results)
            found[step.name] = results
        return [found[step.name] for step in steps]

    def run(self, *steps: Step) -> list[Stage]:
        """Runs the tasks of some steps, whether or not they ran before."""
        count = sum(len(step.tasks) for step in steps)
        if count == 0:
            return [Stage() for _ in steps]
        context = Context(self.work, self.job_name, self.worker, self.folder)
        # A DataFrame would have Spark plan, compile and convert, for a row a task.
        partitions = self.context.parallelize(range(count), count)
        name = ", ".join(step.name for step in steps if step.tasks)
        outcomes = partitions.mapPartitionsWithIndex(run_tasks(context, steps))
        found = iter(self.collect(name, outcomes))
        by_number = operator.attrgetter("task")
        return [Stage(sorted((next(found) for _ in step.tasks), key=by_number)) for step in steps]

    def collect(self, name: str, outcomes: RDD[dict[str, Any]]) -> list[Result]:
        """Runs a job of Spark, and returns the results of its tasks in their order."""
        start = time.monotonic()
        self.context.setJobDescription(f"vcard: {name}")
        try:
            found = outcomes.collect()
        except Exception as fault:
            message = WorkerDied.message(str(fault))
            if message is None:
                raise
            raise Failure(70, message) from None
        finally:
            self.context.setJobDescription(None)
        for outcome in found:
            if "code" in outcome:
                raise Failure(outcome["code"], outcome["message"])
        self.say(f"{name}: {len(found)} tasks, {time.monotonic() - start:.1f} s")
        return [Result(**outcome["result"]) for outcome in found]

    # The job

    def prepare(
        self,
        files: Sequence[str],
        options: dict[str, Any],
        snapshots: dict[str, Optional[str]],
        resume: bool,
    ) -> None:
        """Makes the job, or checks that it is the one that the run goes on with.

        :param options: Options of ``job``; what is ``None`` or ``False`` is left out.
        :param snapshots: Files that the options name: they are copied to ``work``, so that nodes reach them.
        """
        self.complete = set(entries(self.work))
        self.goes_on = resume and self.job_name in self.complete
        if not self.goes_on and any(name.endswith(".json") for name in self.complete):
            raise Failure(
                73, f"{self.work} holds a run: --resume goes on with it, or name another folder"
            )
        if not self.goes_on and entries(self.output):
            raise Failure(73, f"{self.output} is not empty: name another folder")
        options = dict(options)
        kept = json.loads(read_file(join(self.work, self.job_name))) if self.goes_on else None
        # How the work is cut goes by the cores of the cluster, of which there may be others by now.
        if self.table is not None:
            cores = self.context.defaultParallelism
            options["splits"] = options["splits"] or (len(kept["splits"]) if kept else cores)
        elif kept is not None:
            options["split-size"] = options["split-size"] or kept["splitSize"]
        else:
            options["cores"] = self.context.defaultParallelism
        arguments = ["job"]
        for name, value in options.items():
            if value is not None and value is not False:
                arguments.append(f"--{name}" if value is True else f"--{name}={value}")
        for name, path in snapshots.items():
            if path is not None:
                octets = read_file(normal(path))
                copy = f"{name}-{hashlib.sha256(octets).hexdigest()[:16]}"
                replace_file(join(self.work, copy), octets)
                self.copies[name] = In(name, copy, is_shared=True)
                arguments += [f"--{name}", on_this_node(join(self.work, copy))]
        text = self.here([*arguments, *(["--"] if files else []), *files], has_job=False)
        self.job = json.loads(text)
        if kept is None:
            replace_file(join(self.work, self.job_name), text)
        elif kept["id"] != self.job["id"]:
            raise Failure(
                75,
                f"options or inputs are not those of the run in {self.work}: start anew elsewhere",
            )

    @property
    def splits(self) -> range:
        """The numbers of the splits."""
        return range(len(self.job["splits"]))

    @property
    def parts(self) -> range:
        """The numbers of the parts."""
        return range(self.job["parts"])

    def about(self, split: int) -> str:
        """Says what a split is, for people."""
        ranges = self.job["splits"][split].get("ranges", [])
        if self.table is not None or not ranges:
            return f"split {split}"
        first = ranges[0]
        text = f"{self.job['inputs'][first['input']]['file']}, octets {first['start']} to {first['end']}"
        return text + (f" and {len(ranges) - 1} more" if len(ranges) > 1 else "")

    def per_split(
        self,
        *arguments: Union[str, In, Out],
        each: Callable[[int], Sequence[Union[str, In, Out]]] = lambda split: (),
    ) -> list[Task]:
        """Returns the tasks of a stage that has one for each split.

        :param each: Further arguments of a split.
        """
        return [Task(split, (*arguments, *each(split)), self.about(split)) for split in self.splits]

    def per_part(self, *arguments: Union[str, In, Out]) -> list[Task]:
        """Returns the tasks of a stage that has one for each part."""
        return [Task(part, arguments, f"part {part} of {len(self.parts)}") for part in self.parts]

    def given(self, name: str) -> Sequence[In]:
        """Returns the file that an option named, as arguments."""
        return [self.copies[name]] if name in self.copies else []

    # The stages

    def rows(self) -> Stage:
        """Writes the rows of a table once, split by split in the order of their keys."""
        if self.table is None:
            return Stage()
        if (manifest := self.kept("rows")) is not None:
            return Stage(Result(**task) for task in manifest["tasks"])
        sorted_rows = self.table.repartitionByRange(len(self.splits), "key").sortWithinPartitions(
            "key", "text"
        )
        wanted = {
            # It would put splits together.
            "spark.sql.adaptive.enabled": "false",
            "spark.sql.execution.arrow.maxRecordsPerBatch": str(self.rows_at_once),
            "spark.sql.execution.arrow.useLargeVarTypes": "false",
        }
        conf = self.table.sparkSession.conf
        before = {name: conf.get(name, None) for name in wanted}
        try:
            for name, value in wanted.items():
                conf.set(name, value)
            outcomes = sorted_rows.mapInArrow(save_rows(self.work), "outcome string")
            results = self.collect("rows", outcomes.rdd.map(lambda row: json.loads(row.outcome)))
        finally:
            for name, value in before.items():
                conf.unset(name) if value is None else conf.set(name, value)
        self.keep("rows", results)
        return Stage(results)

    def features(self, rows: Stage) -> Stage:
        """Reads all cards; splits that were cut within a card are read again."""
        manifest = self.kept("features")
        if manifest is None:
            found: dict[int, Result] = {}
            wanted: Sequence[int] = self.splits
            turn = 0
            while wanted:
                tasks = self.per_split(Out(), *self.given("decisions"))
                step = Step("features", [tasks[split] for split in wanted], self.own(rows))
                found.update((result.task, result) for result in self.run(step)[0])
                info, output = self.answer(["settle"], (found[split] for split in sorted(found)))
                turn += 1
                self.job_name = f"job-{turn}.json"
                replace_file(join(self.work, self.job_name), output[JOB])
                self.job = json.loads(output[JOB])
                wanted = info["again"]
            manifest = {
                "job": self.job_name,
                "cards": info["cards"],
                "diagnostics": info["diagnostics"],
            }
            self.keep("features", (found[split] for split in sorted(found)), **manifest)
            results = Stage(found[split] for split in sorted(found))
        else:
            self.job_name = manifest["job"]
            self.job = json.loads(read_file(join(self.work, self.job_name)))
            results = Stage(Result(**task) for task in manifest["tasks"])
        self.diagnostics = manifest["diagnostics"]
        return results

    def own(self, rows: Stage) -> list[Feed]:
        """Returns the rows of each split; nothing where files are the input."""
        return [rows.feed(ROWS, by_origin)] if rows else []

    def roots(self, edges: Sequence[Stage], most: int) -> Stage:
        """Finds the components: in one task, or in rounds of stars where there are too many edges."""
        # One task numbers cards in 32 bits.
        cards = sum(
            each.get("cards", 0) for split in self.job["splits"] for each in split["ranges"]
        )
        if sum(stage.sum("edges") for stage in edges) <= most and cards < 1 << 32:
            feeds = [stage.feed(EDGES, only) for stage in edges]
            return self.stage("components", [Task(0)], *feeds)

        def star(name: str, tasks: Sequence[Task], *feeds: Feed) -> Stage:
            around = ("--round", name.split("-")[-1])
            return self.stage(name, [task._replace(arguments=around) for task in tasks], *feeds)

        # Each edge to some task, once.
        number = max(1, min(len(self.parts), *(len(stage) for stage in edges[:1])))
        feeds = [stage.feed(EDGES, lambda part, origin: origin % number) for stage in edges]
        results = star("star-first", [Task(at) for at in range(number)], *feeds)
        seen: Optional[tuple[int, int]] = None
        turn = 0
        while True:
            turn += 1
            before = results.feed(EDGES)
            results = star(f"star-{turn}-large", self.per_part(), before)
            hashes = (int(result["hash"], 16) for result in results)
            now = results.sum("edges"), sum(hashes) % (1 << 64)
            if now == seen:
                return star("star-last", self.per_part(), before)
            seen = now
            results = star(f"star-{turn}-small", self.per_part(), results.feed(EDGES))

    def digests(self) -> Step:
        """Returns what makes the digests of the inputs; a task takes several small files."""
        inputs = [] if self.table is not None else self.job["inputs"]
        count = min(len(inputs), 4 * self.context.defaultParallelism)
        groups: list[list[int]] = [[] for _ in range(count)]
        loads = [0] * count
        # The largest first, each to the group that has least so far.
        for at in sorted(range(len(inputs)), key=lambda at: -inputs[at]["size"]):
            least = loads.index(min(loads))
            groups[least].append(at)
            loads[least] += inputs[at]["size"] + PIECE
        tasks = [
            Task(
                number,
                [f"--input={at}" for at in group],
                inputs[group[0]]["file"]
                + (f" and {len(group) - 1} more" if len(group) > 1 else ""),
            )
            for number, group in enumerate(groups)
        ]
        return Step("digest", tasks)

    def all(self, star_above: int, has_tsv: bool) -> tuple[dict[str, Any], Stage, Stage]:
        """Runs all stages; returns what the header says of the plan, the tables, and the rows."""
        rows = self.rows()
        features = self.features(rows)

        def own(split: int) -> Sequence[In]:
            return [features[split].read_as("features", is_shared=False)]

        steps = [Step("values", self.per_part(), [features.feed(VALUES)])]
        if said := self.given("decisions"):
            feeds = [features.feed(IDENTITIES, only)]
            steps.append(Step("answers", [Task(0, (Out(), *said))], feeds))
        values, *answers = self.stages(*steps)
        known = Task(0, (Out(), *self.given("statistics")))
        table, digests = self.stages(
            Step("table", [known], [values.feed(STATISTICS, only)]), self.digests()
        )
        frequencies = table[0].read_as("table")
        keys = self.stage("keys", self.per_split(frequencies, each=own))
        blocks = self.stage("blocks", self.per_part(), keys.feed(KEYS))
        pairs = values.feed(PAIRS), blocks.feed(PAIRS)
        left = self.stage("left", self.per_split(each=own), *pairs)
        tasks = self.per_split(frequencies, Out(), each=own)
        compare = self.stage("compare", tasks, left.feed(LEFTS))
        roots = self.roots([compare, *answers], star_above)

        def of_pairs(split: int) -> Sequence[In]:
            found = [compare[split].read_as("pairs", is_shared=False)]
            return [*own(split), *found, *(each[0].read_as("answers") for each in answers)]

        tasks = self.per_split(each=of_pairs)
        extract = self.stage("extract", tasks, roots.feed(ROOTS), *self.own(rows))
        resolve = self.stage("resolve", self.per_part(frequencies), extract.feed(CARDS))
        numbers = self.stage("numbers", [Task(0, (Out(),))], resolve.feed(GONE, only))
        tables = self.write(rows, resolve, numbers[0].read_as("numbers"), has_tsv, own)
        counted = [*values, *blocks, *left, *resolve, *numbers, *digests]
        return self.header(counted), tables, rows

    def write(
        self,
        rows: Stage,
        resolve: Stage,
        numbers: In,
        has_tsv: bool,
        own: Callable[[int], Sequence[In]],
    ) -> Stage:
        """Writes the parts of the output; returns the tables of the splits."""

        def out(name: str) -> Callable[[int], Sequence[Out]]:
            return lambda split: [Out(join(self.output, name.format(split)))]

        def owned(name: Optional[str]) -> Callable[[int], Sequence[Union[In, Out]]]:
            return lambda split: [*own(split), *(out(name)(split) if name else ())]

        members = resolve.feed(MEMBERS)
        list_name = "clusters/part-{:06d}.tsv" if has_tsv else None
        steps = [Step("list", self.per_split(numbers, each=owned(list_name)), [members])]
        if self.job["plan"]:
            tasks = self.per_split(numbers, each=out("plan/part-1-{:06d}.jsonl"))
            steps.append(Step("clusters", tasks, [resolve.feed(CLUSTERS)]))
        steps.append(self.reviews(resolve, numbers, out("plan/part-2-{:06d}.jsonl")))
        if self.job["merged"]:
            tasks = self.per_split(each=owned("merged/part-{:06d}.vcf"))
            steps.append(Step("merge", tasks, [members, resolve.feed(MERGED), *self.own(rows)]))
        return self.stages(*steps)[0]

    def reviews(self, resolve: Stage, numbers: In, out: Callable[[int], Sequence[Out]]) -> Step:
        """Returns what writes the reviews: runs of parts in their order, each some 128 MB."""
        counts: collections.Counter[int] = collections.Counter()
        sizes: collections.Counter[int] = collections.Counter()
        for result in resolve:
            counts.update({int(part): count for part, count in result["reviews"].items()})
            sizes.update({int(part): size for part, size in result.sizes.items()})
        groups: dict[int, int] = {}
        tasks: list[Task] = []
        before, octets = 0, REVIEWS_A_FILE
        for part in sorted(counts):
            if octets >= REVIEWS_A_FILE:
                number = len(tasks)
                arguments = "--first", str(before), numbers, *out(number)
                tasks.append(Task(number, arguments, f"reviews from {before} on"))
                octets = 0
            groups[part] = len(tasks) - 1
            octets += sizes[part]
            before += counts[part]
        return Step("reviews", tasks, [resolve.feed(REVIEWS, lambda part, origin: groups[part])])

    def header(self, results: Iterable[Result]) -> dict[str, Any]:
        """Writes the first line of the plan, which makes it whole, and returns what it says."""
        path = join(self.output, "plan/part-0-header.jsonl")
        folder = ("--folder", os.path.realpath(self.folder)) if self.folder else ()
        with tempfile.TemporaryDirectory() as scratch:
            local = os.path.join(scratch, "header")
            info, _ = self.answer(["header", "--out", local, *folder], results)
            with open(local, "rb") as stream:
                replace_file(path, stream.read())
        return info


class Plan:
    """What was found; it can be taken apart into its five properties.

    ``header`` is what the INFO of the header says, ``diagnostics`` are the oddities of the cards, with file,
    line and column. Spark reads the two tables when somebody wants them.
    """

    def __init__(self, run: Run, header: dict[str, Any], tables: Stage, rows: Stage) -> None:
        self.header = header
        self.diagnostics = run.diagnostics
        self._run, self._tables, self._rows = run, tables, rows

    def __iter__(self) -> Iterator[Any]:
        yield from (self.clusters, self.reviews, self.header, self.summary, self.diagnostics)

    @property
    def clusters(self) -> DataFrame:
        """A row a card: ``file``, ``card`` (from 0 in its file) and ``cluster``; cards of one person are in
        one cluster. For a table its own key stands in place of ``file``."""
        run = self._run
        keys = {result.task: result.output for result in self._rows}
        names = [each["file"] for each in run.job["inputs"]]
        paths = [(each.frames, each.index, keys.get(each.task)) for each in self._tables]
        numbers = session().range(0, len(paths), 1, max(1, len(paths)))
        found = numbers.mapInArrow(
            read_table(run.work, paths, names), "file string, card long, cluster long"
        )
        if run.key is None:
            return found
        # A row without a key had an empty one.
        is_text = isinstance(run.key.dataType, StringType)
        key = F.col("file") if is_text else F.expr("nullif(file, '')")
        return found.select(key.cast(run.key.dataType).alias(run.key.name), "card", "cluster")

    @property
    def reviews(self) -> DataFrame:
        """A row a pair that a person should look at."""
        folder = join(self._run.output, "plan")
        found = [entry for entry in entries(folder) if entry.startswith("part-2-")]
        lines = [for_spark(join(folder, entry)) for entry in found]
        if not lines:
            return session().createDataFrame([], REVIEW_SCHEMA)
        return session().read.schema(REVIEW_SCHEMA).json(lines)

    @property
    def summary(self) -> list[str]:
        """What the header says, for people."""
        header = self.header
        lines = [
            f"cards {header['cards']}, duplicates {header['duplicates']}, people with duplicates "
            f"{header['clusters']}, pairs to review {header['pairs']}, compared {header['compared']}"
        ]
        for each in header["skipped"]:
            lines.append(
                f"too large to compare all pairs of the same {each['kind']}: groups {each['blocks']}, "
                f"pairs skipped {each['pairs']}"
            )
        return lines


Cards = Union[str, Sequence[str], tuple[DataFrame, str, str]]


def expand(paths: Sequence[str]) -> list[str]:
    """Returns the files that patterns name, in order; a name that is there is no pattern."""
    found: list[str] = []
    for path in paths:
        matches = [path] if os.path.exists(path) else sorted(glob.glob(path, recursive=True))
        if not matches:
            raise Failure(66, f"cannot open {path}: there is no such file")
        found += matches
    return found


def as_table(source: Cards) -> Optional[tuple[DataFrame, str, str]]:
    """Returns the table that a source is; files of a store are one, a row a file. ``None`` for mounted files."""
    if isinstance(source, tuple) and source and isinstance(source[0], DataFrame):
        return source
    paths = [source] if isinstance(source, str) else list(source)
    if not any(is_remote(path) and not path.startswith("file:") for path in paths):
        return None
    files = session().read.format("binaryFile").load(paths)
    return files.select(F.col("path"), F.col("content")), "path", "content"


def session() -> SparkSession:
    """Returns the session of the context, made when it is wanted."""
    return SparkSession.builder.getOrCreate()


def plan(
    spark: Union[SparkSession, SparkContext],
    source: Cards,
    *,
    work: str,
    output: Optional[str] = None,
    format: str = "parquet",
    with_plan: bool = False,
    with_merged: bool = False,
    resume: bool = False,
    decisions: Optional[str] = None,
    weights: Optional[str] = None,
    statistics: Optional[str] = None,
    region: Optional[str] = None,
    charset: Optional[str] = None,
    split_size: Optional[str] = None,
    splits: Optional[int] = None,
    parts: Optional[int] = None,
    star_above: int = EDGES_AT_ONCE,
    worker: Optional[str] = None,
    say: Callable[[str], None] = lambda line: None,
) -> Plan:
    """Finds the cards of one person.

    :param spark: a session that is no Spark Connect, or a context
    :param source: paths that every node can open, with ``*`` and ``**`` in them; or ``(table, key, vcard)``:
        a DataFrame, the column that names a row and by which rows are ordered, and the column of the text,
        which holds any number of cards
    :param work: a folder that every node reaches, mounted or a URI; it keeps what every stage made
    :param output: the folder of the results; ``out`` in ``work`` without it
    :param format: how the clusters are written into ``output``: what Spark can write, or ``tsv``
    :param with_plan: write the clusters with evidence and merged cards, too, as ``vcard dedupe plan`` does
    :param with_merged: write the cards with those of each cluster merged, as ``vcard dedupe run`` does
    :param resume: go on after the last stage that is complete in ``work``
    :param decisions: the answers that ``vcard review`` wrote
    :param weights: what evidence weighs: a table
    :param statistics: what is known of another book: a table
    :param region: the region of telephone numbers without a country
    :param charset: the charset of text that declares none
    :param split_size: octets of a split, such as ``256M``; that, or what keeps all cores busy, without it
    :param splits: how many splits a table has; as many as Spark has cores without it
    :param parts: how many tasks work on keys and components; as many as there are splits without it
    :param star_above: with more edges than these, components are found in rounds
    :param worker: ``worker.tar.gz``, or the tool itself where every node has it; without it, what
        ``--archives worker.tar.gz#vcard`` has unpacked
    :param say: told what goes on, line by line
    :raises Failure: with an exit code of the tool
    """
    context = spark if isinstance(spark, SparkContext) else spark.sparkContext
    if worker is not None and worker.endswith((".tar.gz", ".tgz")):
        context.addArchive(f"{normal(worker)}#{ARCHIVE}")
        worker = None
    elif worker is not None:
        worker = os.path.abspath(worker)
    # A function of a module goes to the nodes by its name, and they have no such module.
    if __name__ != "__main__":
        from pyspark import cloudpickle

        cloudpickle.register_pickle_by_value(sys.modules[__name__])
    run = Run(context, work, output, worker, say)
    table = as_table(source)
    if table is not None and format == "tsv":
        raise Failure(64, "the clusters of a table are written by Spark: tsv is for files")
    options: dict[str, Any] = {"region": region, "charset": charset, "split-size": split_size}
    options.update({"parts": parts, "plan": with_plan, "merged": with_merged})
    files: list[str] = []
    if table is not None:
        data, name, text = table
        run.key = data.schema[name]
        key = F.coalesce(F.col(name).cast("string"), F.lit(""))
        run.table = data.select(
            key.alias("key"), F.coalesce(F.col(text).cast("binary"), F.lit(b"")).alias("text")
        )
        run.folder = None
        # A row of a store's files is a file; of them one at a time is enough.
        run.rows_at_once = 1000 if isinstance(source, tuple) else 1
        options.update({"table": "table", "splits": splits})
    else:
        files = expand([source] if isinstance(source, str) else list(source))
        if all(os.path.isabs(file) for file in files):
            run.folder = "/"
    snapshots = {"decisions": decisions, "weights": weights, "statistics": statistics}
    run.prepare(files, options, snapshots, resume)
    found = Plan(run, *run.all(star_above, has_tsv=format == "tsv"))
    if format != "tsv" and output is not None:
        place = for_spark(join(run.output, "clusters"))
        found.clusters.write.format(format).mode("overwrite").save(place)
    return found


def for_spark(path: str) -> str:
    """Returns a path of ``normal`` as Spark names it: without a scheme it would be one of its default store."""
    return path if is_remote(path) else f"file://{path}"


def arguments() -> argparse.ArgumentParser:
    """Returns the parser of the command line: the parameters of ``plan``, and what names a table."""
    parser = argparse.ArgumentParser(
        prog="vcard_spark.py",
        description="Find the cards of one person with Apache Spark.",
        epilog="Ends with 0 when it is done, duplicates or not; else with an exit code of vcard.",
    )
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="FILE",
        help="vCard files that every node can open, or patterns in quotation marks",
    )
    table = parser.add_argument_group("cards in a table of the catalogue, instead of files")
    table.add_argument("--table", metavar="NAME", help="the table")
    table.add_argument("--key", default="id", help="the column that names a row (%(default)s)")
    table.add_argument("--text", default="vcard", help="the column of the cards (%(default)s)")
    texts = dict(re.findall(r":param (\w+): (.*?)(?=\n    :)", plan.__doc__ or "", re.DOTALL))
    for name, parameter in inspect.signature(plan).parameters.items():
        if parameter.kind != parameter.KEYWORD_ONLY or name == "say":
            continue
        flag = "--" + name.replace("with_", "").replace("_", "-")
        takes: dict[str, Any] = {"action": "store_true"}
        if parameter.annotation != "bool":
            is_number = "int" in parameter.annotation
            takes = {
                "type": int if is_number else str,
                "metavar": "N" if is_number else name.split("_")[-1].upper(),
                "required": name in ("work", "output"),
                "default": None if parameter.default is parameter.empty else parameter.default,
            }
        text = re.sub(r"\s+", " ", texts[name]).replace("``", "'")
        flags = ["-o", flag] if name == "output" else [flag]
        parser.add_argument(*flags, dest=name, help=text.replace("%", "%%"), **takes)
    parser.add_argument("--quiet", action="store_true", help="tell neither stages nor diagnostics")
    return parser


def main(command_line: Optional[Sequence[str]] = None) -> int:
    """Runs the command line; returns the exit code."""
    parser = arguments()
    options = vars(parser.parse_args(command_line))
    paths, table, key, text = (options.pop(name) for name in ("paths", "table", "key", "text"))
    if (table is None) == (not paths):
        parser.error("name files or --table")
    is_quiet = options.pop("quiet")

    def say(line: str) -> None:
        if not is_quiet:
            print(line, file=sys.stderr, flush=True)

    # Neither a session, which takes a second, nor an end, which Spark finds itself, unless they are wanted.
    context = SparkContext.getOrCreate(SparkConf().setAppName("vcard dedupe"))
    try:
        source = (session().table(table), key, text) if table else paths
        found = plan(context, source, say=say, **options)
        for line in found.diagnostics:
            say(line)
        for line in found.summary:
            print(line)
        return 0
    except Failure as failure:
        print(f"vcard_spark: error: {failure}", file=sys.stderr)
        return failure.code
    except OSError as fault:
        print(f"vcard_spark: error: {fault}", file=sys.stderr)
        return 74


if __name__ == "__main__":
    sys.exit(main())
