#!/usr/bin/env python3
"""Finds the cards of one person with Apache Spark, as ``vcard dedupe plan`` does on one machine.

::

    vcard dedupe spark --bundle .
    spark-submit --archives worker.tar.gz#vcard vcard_spark.py 'cards/*.vcf' --work DIR -o DIR

or, in a notebook::

    import vcard_spark
    clusters, reviews, *_ = vcard_spark.plan(spark, ["cards/*.vcf"], work=DIR, worker="worker.tar.gz")
    clusters, reviews, *_ = vcard_spark.plan(spark, (table, "id", "vcard"), work=DIR, worker="worker.tar.gz")

Everything that is decided is decided by ``vcard dedupe worker``. This file starts its processes, carries
what they write to the processes of the next stage, and remembers which attempts count::

    files of a stage ─▶ reader ─▶ (slot, blob) ─▶ Spark's shuffle ─▶ task ─▶ one worker ─▶ files of the next
                                                                      └─▶ one row: which files, INFO

A blob is a few frames: tag, part, length, octets. Whatever a worker writes goes to a file of its attempt
under ``work``, and the manifest of a stage names the attempts whose row reached the driver. So a stage can be
tried again, tried twice at once, or left out when the run goes on after a failure: no attempt touches what
another wrote, and a worker's output depends on the set of its input and never on its order.

Python 3.9, PySpark 3.5 and pyarrow, or newer; no JAR.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import gc
import glob
import hashlib
import json
import os
import queue
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

import pyarrow as pa
from pyspark import SparkFiles, TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StringType

# What a frame is about; the numbers are those of the worker.
JOB, INFO, ROWS = 1, 2, 3
VALUES, IDENTITIES, STATISTICS, PAIRS, KEYS, LEFTS, EDGES = 10, 11, 12, 13, 14, 15, 16
ROOTS, CARDS, MEMBERS, GONE, CLUSTERS, REVIEWS, TABLE = 17, 18, 19, 20, 21, 22, 23
# The keys of a table's rows: only this file writes and reads them.
ROW_KEYS = 1000

# tag u32, part u32, length u64; little-endian.
HEADER = "<IIQ"
HEADER_SIZE = struct.calcsize(HEADER)
# Octets: what is copied at once, and what a row of Spark holds unless a frame is larger.
PIECE = 1 << 20
BLOB = 4 << 20
# Octets of reviews in one file of the plan.
REVIEWS_A_FILE = 128 << 20
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
    """Opens a file to be read from its start."""
    if not is_remote(path):
        return open(path, "rb", buffering=PIECE)
    system, place = remote(path)
    return system.open_input_stream(place, buffer_size=PIECE)


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
    folder = os.path.join(SparkFiles.getRootDirectory(), "vcard-files")
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
    feed: Iterable[bytes],
    receive: Callable[[BinaryIO], None],
) -> Ended:
    """Starts a process, feeds it, and takes what it writes.

    :param folder: Its working directory.
    :param feed: What it reads, taken in a second thread: it may write before it has read all.
    :param receive: Reads its output to the end.
    """
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=environment,
        bufsize=PIECE,
    )
    faults: queue.SimpleQueue[BaseException] = queue.SimpleQueue()
    words: collections.deque[str] = collections.deque(maxlen=20)

    def write() -> None:
        try:
            # A process that ended early says in its exit code why; then its input is still read to the
            # end, for Spark wants to be rid of it.
            is_open = True
            for octets in feed:
                if is_open:
                    try:
                        process.stdin.write(octets)
                    except (BrokenPipeError, ConnectionResetError):
                        is_open = False
        except BaseException as fault:
            # Without its whole input the process must not come to a result.
            process.kill()
            faults.put(fault)
        finally:
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()

    def listen() -> None:
        for line in process.stderr:
            words.append(line.decode(errors="replace").rstrip())

    threads = [threading.Thread(target=target, daemon=True) for target in (write, listen)]
    try:
        for thread in threads:
            thread.start()
        receive(process.stdout)
        process.wait()
        for thread in threads:
            thread.join()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    if not faults.empty():
        raise faults.get()
    return Ended(process.returncode, " / ".join(filter(None, words)))


def frame(tag: int, part: int, octets: bytes) -> bytes:
    """Returns a frame."""
    return struct.pack(HEADER, tag, part, len(octets)) + octets


def frames(stream: BinaryIO) -> Iterator[tuple[int, int, int]]:
    """Yields tag, part and length of each frame; the caller reads the octets before it goes on."""
    while header := stream.read(HEADER_SIZE):
        if len(header) < HEADER_SIZE:
            raise EOFError("ends within a frame")
        yield struct.unpack(HEADER, header)


def read_exactly(stream: BinaryIO, length: int) -> bytes:
    """Returns so many octets."""
    octets = stream.read(length)
    if len(octets) < length:
        raise EOFError("ends within a frame")
    return octets


# ---------------------------------------------------------------------------------------------------
# Tasks: what runs on the nodes.


@dataclass(frozen=True)
class In:
    """An argument that names a file that a worker reads."""

    path: str
    # Whether the tasks of a node read the same one.
    is_shared: bool = False


@dataclass(frozen=True)
class Out:
    """An argument that names a file that a worker writes.

    Without a path it is a file of the attempt. With one it is the file itself: attempts write the same
    octets there, and put them in place atomically.
    """

    path: Optional[str] = None


# The arguments of a stage that writes a file for later ones.
MADE = ("--out", Out())


@dataclass(frozen=True)
class Task:
    """One worker process: the number of its split or part, its arguments, what it is about."""

    number: int
    arguments: tuple[Union[str, In, Out], ...] = ()
    # Files whose frames it gets, in their order and not by way of the shuffle.
    direct: tuple[str, ...] = ()
    about: str = ""


@dataclass
class Result:
    """What an attempt that counts has left: files by tag, the file of ``--out``, and the JSON text of INFO.

    The files' names are those under ``work``.
    """

    task: int
    files: dict[str, str] = field(default_factory=dict)
    output: str = ""
    sizes: dict[str, int] = field(default_factory=dict)
    info: str = "{}"

    def __getitem__(self, key: str) -> Any:
        """A value of INFO."""
        return json.loads(self.info)[key]


@dataclass(frozen=True)
class Context:
    """What all tasks of a stage share."""

    stage: str
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


def row(slot: int, blob: bytes) -> pa.RecordBatch:
    """Returns one row of the shuffle as a batch."""
    return pa.RecordBatch.from_arrays(
        [pa.array([slot], pa.int32()), pa.array([blob], pa.binary())], ["slot", "blob"]
    )


ROW_SCHEMA = "slot int, blob binary"
Route = Callable[[int, int], int]


def read_sources(
    sources: Sequence[tuple[int, str]], readers: int, slots: Sequence[int], route: Route
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Returns what reads frames back and says where they go.

    :param sources: The files, each with the number of the task that wrote it.
    :param readers: How many tasks read them: those of the numbers 0, 1, …
    :param slots: The slot of each task that gets them.
    :param route: The task that a frame goes to, by its part and by who wrote it.
    """

    def read(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        start_quickly()
        for number in (number for batch in batches for number in batch.column(0).to_pylist()):
            if number == 0:
                # Each task has something to begin with: also the one to which no frame goes.
                for slot in slots:
                    yield row(slot, b"")
            for origin, path in sources[number::readers]:
                waiting: dict[int, list[bytes]] = {}
                octets = 0
                with open_input(path) as stream:
                    for tag, part, length in frames(stream):
                        blob = frame(tag, part, read_exactly(stream, length))
                        waiting.setdefault(slots[route(part, origin)], []).append(blob)
                        octets += len(blob)
                        if octets >= BLOB:
                            yield from (
                                row(slot, b"".join(blobs)) for slot, blobs in waiting.items()
                            )
                            waiting, octets = {}, 0
                yield from (row(slot, b"".join(blobs)) for slot, blobs in waiting.items())

    return read


class Attempt:
    """The files of one attempt of a task: names that no other attempt has."""

    def __init__(self, context: Context, task: Task) -> None:
        self.context = context
        self.name = f"{context.stage}/{task.number:06d}-{uuid.uuid4().hex[:12]}"
        self.result = Result(task.number)
        self.streams: dict[int, Any] = {}
        self.uploads: list[tuple[str, str]] = []
        self.scratch: Optional[str] = None
        self.has_info = False

    def local(self) -> str:
        """Returns a path for the copy of a file that is elsewhere."""
        if self.scratch is None:
            self.scratch = tempfile.mkdtemp(prefix="vcard-")
        return os.path.join(self.scratch, uuid.uuid4().hex)

    def argument(self, value: Union[str, In, Out]) -> str:
        """Returns an argument as the worker gets it; files of a URI are copied here."""
        if isinstance(value, str):
            return value
        if isinstance(value, In):
            path = join(self.context.work, value.path)
            if value.is_shared or not is_remote(path):
                return on_this_node(path)
            local = self.local()
            fetch(path, local)
            return local
        path = value.path
        if path is None:
            self.result.output = f"{self.name}.out"
            path = join(self.context.work, self.result.output)
        if is_remote(path):
            local = self.local()
            self.uploads.append((local, path))
            return local
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def receive(self, stream: BinaryIO) -> None:
        """Puts each frame into the file of its tag, and keeps INFO."""
        for tag, part, length in frames(stream):
            if self.has_info:
                raise EOFError("has a frame behind INFO")
            if tag == INFO:
                self.result.info = read_exactly(stream, length).decode()
                self.has_info = True
                continue
            target = self.streams.get(tag)
            if target is None:
                name = f"{self.name}.{tag}"
                self.result.files[str(tag)] = name
                target = self.streams[tag] = open_output(join(self.context.work, name))
            target.write(struct.pack(HEADER, tag, part, length))
            if tag == REVIEWS:
                self.result.sizes[str(part)] = self.result.sizes.get(str(part), 0) + length
            while length > 0:
                octets = read_exactly(stream, min(length, PIECE))
                target.write(octets)
                length -= len(octets)

    def close(self, counts: bool) -> None:
        """Closes the files; only of an attempt that counts do copies go to their places."""
        try:
            for stream in self.streams.values():
                stream.close()
            if counts:
                for local, path in self.uploads:
                    send(local, path)
        finally:
            if self.scratch is not None:
                shutil.rmtree(self.scratch, ignore_errors=True)


def run_task(context: Context, task: Task, blobs: Iterable[bytes]) -> dict[str, Any]:
    """Runs one worker, and returns what came of it: a result, or a failure that is final."""

    def feed() -> Iterator[bytes]:
        yield frame(JOB, 0, read_file(join(context.work, context.job)))
        for name in task.direct:
            with open_input(join(context.work, name)) as stream:
                while octets := stream.read(PIECE):
                    yield octets
        yield from blobs

    attempt = Attempt(context, task)
    counts = False
    try:
        command, environment = worker_command(context.worker)
        command += [attempt.argument(argument) for argument in task.arguments]
        damage: list[EOFError] = []

        def receive(stream: BinaryIO) -> None:
            try:
                attempt.receive(stream)
            except EOFError as fault:
                damage.append(fault)

        ended = exchange(command, environment, context.folder, feed(), receive)
        counts = ended.code == 0 and attempt.has_info and not damage
    except Failure as failure:
        return {"code": failure.code, "message": str(failure)}
    finally:
        attempt.close(counts)
    if counts:
        return {"result": vars(attempt.result)}
    if ended.code != 0:
        what = f"the worker {ended.how}"
    else:
        what = f"the worker's output {damage[0] if damage else 'has no INFO'}"
    place = f"{context.stage}, task {task.number}" + (f" ({task.about})" if task.about else "")
    message = f"{place}: {what}" + (f": {ended.words}" if ended.words else "")
    if ended.code in FINAL_CODES:
        # Spark would try it again three times if the task failed.
        return {"code": ended.code, "message": message}
    raise WorkerDied(message)


def run_tasks(
    context: Context, groups: Sequence[Sequence[Task]], is_fed: bool
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Returns what runs the tasks of a partition, one after the other.

    :param groups: The tasks of each partition; exactly one where they are fed.
    :param is_fed: Whether rows of the shuffle come, or one row that says nothing.
    """

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        start_quickly()
        group = groups[TaskContext.get().partitionId()]
        blobs = (blob.as_py() for batch in batches for blob in batch.column(1)) if is_fed else ()
        if not is_fed:
            collections.deque(batches, maxlen=0)
        outcomes = [json.dumps(run_task(context, task, blobs)) for task in group]
        yield pa.RecordBatch.from_arrays([pa.array(outcomes, pa.string())], ["outcome"])

    return run


# ---------------------------------------------------------------------------------------------------
# Rows of a table.


def save_rows(
    context: Context,
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Returns what writes the sorted rows (key, text) of a split as ROWS, and its keys beside them."""

    def save(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        start_quickly()
        split = TaskContext.get().partitionId()
        result = Result(split)
        name = f"{context.stage}/{split:06d}-{uuid.uuid4().hex[:12]}"
        result.files = {str(tag): f"{name}.{tag}" for tag in (ROWS, ROW_KEYS)}
        count = 0
        with open_output(join(context.work, result.files[str(ROWS)])) as rows, open_output(
            join(context.work, result.files[str(ROW_KEYS)])
        ) as keys:
            waiting = bytearray()
            with pa.ipc.new_stream(keys, pa.schema([("key", pa.string())])) as writer:
                for batch in batches:
                    writer.write_batch(
                        pa.RecordBatch.from_arrays([batch.column(0).cast(pa.string())], ["key"])
                    )
                    for key, text in zip(batch.column(0), batch.column(1)):
                        for octets in (key.as_py().encode(), text.as_py()):
                            waiting += struct.pack("<I", len(octets)) + octets
                        count += 1
                        if len(waiting) >= BLOB:
                            rows.write(frame(ROWS, split, waiting))
                            waiting.clear()
            if waiting:
                rows.write(frame(ROWS, split, waiting))
        result.info = json.dumps({"rows": count})
        outcome = json.dumps({"result": vars(result)})
        yield pa.RecordBatch.from_arrays([pa.array([outcome], pa.string())], ["outcome"])

    return save


def read_table(
    work: str, tables: Sequence[tuple[str, Optional[str]]], names: Sequence[str]
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Returns what reads the table of a split back: file, card and cluster of each card.

    :param tables: For each split the file of TABLE, and that of the keys where the input is a table.
    :param names: The names of the inputs.
    """

    def read(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for number in (number for batch in batches for number in batch.column(0).to_pylist()):
            path, keys = tables[number]
            known = pa.array(names, pa.string())
            if keys is not None:
                with open_input(join(work, keys)) as stream, pa.ipc.open_stream(stream) as reader:
                    known = reader.read_all().column(0).combine_chunks()
                    if isinstance(known, pa.ChunkedArray):
                        known = (
                            pa.concat_arrays(known.chunks)
                            if known.num_chunks
                            else pa.array([], pa.string())
                        )
            with open_input(join(work, path)) as stream:
                for _, _, length in frames(stream):
                    octets = pa.py_buffer(read_exactly(stream, length))
                    count = int.from_bytes(octets.slice(0, 4).to_pybytes(), "little")

                    def column(kind: pa.DataType, start: int, width: int) -> pa.Array:
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


@contextlib.contextmanager
def settings(spark: SparkSession) -> Iterator[None]:
    """Sets what the stages need of Spark, and sets it back."""
    wanted = {
        # It would put the rows of several tasks together.
        "spark.sql.adaptive.enabled": "false",
        # Else a batch would hold all blobs of a partition.
        "spark.sql.execution.arrow.maxRecordsPerBatch": "1",
        "spark.sql.execution.arrow.useLargeVarTypes": "false",
    }
    before = {name: spark.conf.get(name, None) for name in wanted}
    try:
        for name, value in wanted.items():
            spark.conf.set(name, value)
        yield
    finally:
        for name, value in before.items():
            spark.conf.unset(name) if value is None else spark.conf.set(name, value)


class Stage(list):
    """The results of a stage, in the order of their tasks."""

    def sources(self, tag: int) -> list[tuple[int, str]]:
        """Returns the files that hold the frames of a tag, each with the task that wrote it."""
        return [
            (at, result.files[str(tag)])
            for at, result in enumerate(self)
            if str(tag) in result.files
        ]

    def sum(self, key: str) -> int:
        """Returns the sum of a number of INFO over all tasks."""
        return sum(result[key] for result in self)


def only(part: int, origin: int) -> int:
    """The route to the one task of a stage."""
    return 0


def by_part(part: int, origin: int) -> int:
    """The route to the task of a part."""
    return part


class Run:
    """A run: the stages in their order, their results under ``work``."""

    def __init__(
        self,
        spark: SparkSession,
        work: str,
        output: Optional[str],
        worker: Optional[str],
        say: Callable[[str], None],
    ) -> None:
        self.spark = spark
        self.work = normal(work)
        self.output = normal(output) if output is not None else join(self.work, "out")
        self.worker = worker
        self.say = say
        self.folder: Optional[str] = os.getcwd()
        self.table: Optional[DataFrame] = None
        self.rows_at_once = 1
        self.job: dict[str, Any] = {}
        self.job_name = "job.json"
        self.decisions: Optional[str] = None
        self.statistics: Optional[str] = None
        self.diagnostics: list[str] = []
        self.slots: dict[int, list[int]] = {}
        self.goes_on = False

    # Workers on the driver

    def here(
        self, arguments: Sequence[str], results: Iterable[Result] = (), has_job: bool = True
    ) -> bytes:
        """Runs a worker on the driver, feeds it the job and INFO, and returns its whole output."""
        feed = [frame(JOB, 0, read_file(join(self.work, self.job_name)))] if has_job else []
        feed += [frame(INFO, result.task, result.info.encode()) for result in results]
        command, environment = worker_command(self.worker)
        output: list[bytes] = []
        ended = exchange(
            [*command, *arguments],
            environment,
            self.folder,
            feed,
            lambda stream: output.append(stream.read()),
        )
        if ended.code != 0:
            code = ended.code if ended.code > 0 else 70
            raise Failure(code, f"{arguments[0]}: the worker {ended.how}: {ended.words}")
        return output[0]

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

    def stage(
        self,
        name: str,
        tasks: Sequence[Task],
        sources: Sequence[tuple[int, str]] = (),
        route: Route = by_part,
        is_fed: bool = True,
    ) -> Stage:
        """Runs a stage, or takes what a run before has kept of it."""
        if (manifest := self.kept(name)) is not None:
            return Stage(Result(**task) for task in manifest["tasks"])
        results = self.run(name, [[task] for task in tasks], sources, route, is_fed)
        self.keep(name, results)
        return results

    def run(
        self,
        name: str,
        groups: Sequence[Sequence[Task]],
        sources: Sequence[tuple[int, str]] = (),
        route: Route = by_part,
        is_fed: bool = True,
    ) -> Stage:
        """Runs tasks, whether or not they ran before.

        :param groups: The tasks of each partition; exactly one where they are fed.
        :param sources: Files of stages before, whose frames go to the tasks.
        """
        if not groups:
            return Stage()
        context = Context(name, self.work, self.job_name, self.worker, self.folder)
        spark = self.spark
        count = len(groups)
        if is_fed:
            paths = [(origin, join(self.work, path)) for origin, path in sources]
            readers = max(1, len(paths))
            reader = read_sources(paths, readers, self.slots_of(count), route)
            rows = (
                spark.range(0, readers, 1, readers)
                .mapInArrow(reader, ROW_SCHEMA)
                .repartition(count, "slot")
            )
        else:
            rows = spark.range(0, count, 1, count)
        return self.collect(
            name, rows.mapInArrow(run_tasks(context, groups, is_fed), "outcome string")
        )

    def collect(self, name: str, outcomes: DataFrame) -> Stage:
        """Runs a job of Spark, and returns the results of its tasks."""
        start = time.monotonic()
        self.spark.sparkContext.setJobDescription(f"vcard: {name}")
        try:
            found = [json.loads(outcome) for (outcome,) in outcomes.collect()]
        except Exception as fault:
            message = WorkerDied.message(str(fault))
            if message is None:
                raise
            raise Failure(70, message) from None
        finally:
            self.spark.sparkContext.setJobDescription(None)
        for outcome in found:
            if "code" in outcome:
                raise Failure(outcome["code"], outcome["message"])
        results = [Result(**outcome["result"]) for outcome in found]
        results.sort(key=lambda result: result.task)
        self.say(f"{name}: {len(results)} tasks, {time.monotonic() - start:.1f} s")
        return Stage(results)

    def slots_of(self, count: int) -> list[int]:
        """Returns for each of so many partitions a number that Spark's hash sends there."""
        if count not in self.slots:
            found: dict[int, int] = {}
            start, width = 0, 16 * count
            while len(found) < count:
                hashes = self.spark.range(start, start + width).select(
                    F.expr("cast(id as int) as slot"),
                    F.expr(f"pmod(hash(cast(id as int)), {count}) as at"),
                )
                for slot, at in hashes.collect():
                    found.setdefault(at, slot)
                start += width
            self.slots[count] = [found[at] for at in range(count)]
        return self.slots[count]

    # The job

    def prepare(
        self,
        files: Sequence[str],
        options: Sequence[str],
        snapshots: dict[str, Optional[str]],
        resume: bool,
    ) -> None:
        """Makes the job, or checks that it is the one that the run goes on with.

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
        arguments = ["job", *options]
        copies: dict[str, str] = {}
        for flag, path in snapshots.items():
            if path is None:
                continue
            octets = read_file(normal(path))
            name = f"{flag.lstrip('-')}-{hashlib.sha256(octets).hexdigest()[:16]}"
            replace_file(join(self.work, name), octets)
            copies[flag] = name
            arguments += [flag, on_this_node(join(self.work, name))]
        text = self.here([*arguments, *(["--"] if files else []), *files], has_job=False)
        job = json.loads(text)
        if self.goes_on:
            self.job = json.loads(read_file(join(self.work, self.job_name)))
            if self.job["id"] != job["id"]:
                raise Failure(
                    75,
                    f"options or inputs are not those of the run in {self.work}: start anew elsewhere",
                )
        else:
            replace_file(join(self.work, self.job_name), text)
            self.job = job
        self.decisions = copies.get("--decisions")
        self.statistics = copies.get("--statistics")

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
        self, *command: Any, each: Callable[[int], Iterable[Any]] = lambda split: ()
    ) -> list[Task]:
        """Returns the tasks of a stage that has one for each split.

        :param each: Further arguments of a split.
        """
        return [
            Task(split, (*command, "--task", str(split), *each(split)), about=self.about(split))
            for split in self.splits
        ]

    def per_part(self, *command: Any) -> list[Task]:
        """Returns the tasks of a stage that has one for each part."""
        return [
            Task(part, (*command, "--task", str(part)), about=f"part {part} of {len(self.parts)}")
            for part in self.parts
        ]

    def with_rows(self, tasks: Sequence[Task], rows: Stage) -> list[Task]:
        """Returns tasks that get the rows of their splits as well; as they are where files are the input."""
        if self.table is None:
            return list(tasks)
        found = {result.task: result.files[str(ROWS)] for result in rows}
        return [
            Task(
                task.number,
                task.arguments,
                (found[task.number],) if task.number in found else (),
                task.about,
            )
            for task in tasks
        ]

    # The stages

    def rows(self) -> Stage:
        """Writes the rows of a table once, split by split in the order of their keys."""
        if self.table is None:
            return Stage()
        if (manifest := self.kept("rows")) is not None:
            return Stage(Result(**task) for task in manifest["tasks"])
        context = Context("rows", self.work, self.job_name, self.worker, self.folder)
        sorted_rows = self.table.repartitionByRange(len(self.splits), "key").sortWithinPartitions(
            "key", "text"
        )
        limit = "spark.sql.execution.arrow.maxRecordsPerBatch"
        self.spark.conf.set(limit, str(self.rows_at_once))
        results = self.collect("rows", sorted_rows.mapInArrow(save_rows(context), "outcome string"))
        self.spark.conf.set(limit, "1")
        self.keep("rows", results)
        return results

    def features(self, rows: Stage) -> Stage:
        """Reads all cards; splits that were cut within a card are read again."""
        manifest = self.kept("features")
        if manifest is None:
            answers = ("--decisions", In(self.decisions, is_shared=True)) if self.decisions else ()
            tasks = self.with_rows(self.per_split("features", *MADE, *answers), rows)
            found: dict[int, Result] = {}
            wanted: Iterable[int] = self.splits
            turn = 0
            while wanted:
                results = self.run("features", [[tasks[split]] for split in wanted], is_fed=False)
                found.update((result.task, result) for result in results)
                info, output = self.answer(["settle"], (found[split] for split in sorted(found)))
                turn += 1
                self.job_name = f"job-{turn}.json"
                replace_file(join(self.work, self.job_name), output[JOB])
                self.job = json.loads(output[JOB])
                tasks = self.with_rows(self.per_split("features", *MADE, *answers), rows)
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

    def roots(self, edges: Sequence[tuple[int, str]], count: int, most: int) -> Stage:
        """Finds the components: in one task, or in rounds of stars where there are too many edges."""
        # One task numbers cards in 32 bits.
        cards = sum(
            each.get("cards", 0) for split in self.job["splits"] for each in split["ranges"]
        )
        if count <= most and cards < 1 << 32:
            return self.stage("components", [Task(0, ("components",))], edges, only)
        # Each edge to some task, once.
        number = max(1, min(len(self.parts), len(edges)))
        first = [Task(at, ("star", "--round", "first", "--task", str(at))) for at in range(number)]
        results = self.stage("star-first", first, edges, lambda part, origin: origin % number)
        seen: Optional[tuple[int, int]] = None
        turn = 0
        while True:
            turn += 1
            before = results
            results = self.stage(
                f"star-{turn}-large",
                self.per_part("star", "--round", "large"),
                before.sources(EDGES),
            )
            now = (
                results.sum("edges"),
                sum(int(result["hash"], 16) for result in results) % (1 << 64),
            )
            if now == seen:
                return self.stage(
                    "star-last", self.per_part("star", "--round", "last"), before.sources(EDGES)
                )
            seen = now
            results = self.stage(
                f"star-{turn}-small",
                self.per_part("star", "--round", "small"),
                results.sources(EDGES),
            )

    def digests(self) -> Stage:
        """Makes the digests of the inputs; one partition takes several small files."""
        if self.table is not None:
            return Stage()
        if (manifest := self.kept("digest")) is not None:
            return Stage(Result(**task) for task in manifest["tasks"])
        inputs = self.job["inputs"]
        tasks = [
            Task(at, ("digest", "--input", str(at)), about=each["file"])
            for at, each in enumerate(inputs)
        ]
        # The largest first, each to the group that has least so far.
        groups: list[list[Task]] = [
            [] for _ in range(min(len(tasks), 4 * self.spark.sparkContext.defaultParallelism))
        ]
        loads = [0] * len(groups)
        for task in sorted(tasks, key=lambda task: -inputs[task.number]["size"]):
            at = loads.index(min(loads))
            groups[at].append(task)
            loads[at] += inputs[task.number]["size"] + PIECE
        results = self.run("digest", groups, is_fed=False)
        self.keep("digest", results)
        return results

    def part(self, *name: str) -> Out:
        """Returns a file of the output."""
        return Out(join(self.output, "/".join(name)))

    def all(self, star_above: int, has_tsv: bool) -> tuple[dict[str, Any], Stage, Stage]:
        """Runs all stages; returns what the header says of the plan, the tables, and the rows."""
        rows = self.rows()
        features = self.features(rows)
        files = [In(result.output) for result in features]

        def of_split(split: int) -> tuple[Any, ...]:
            return "--features", files[split]

        edges: list[tuple[int, str]] = []
        count = 0
        known: tuple[Any, ...] = ()
        if self.job["decisions"]:
            answers = self.stage(
                "answers",
                [
                    Task(
                        0,
                        (
                            "answers",
                            "--decisions",
                            In(self.decisions, is_shared=True),
                            *MADE,
                        ),
                    )
                ],
                features.sources(IDENTITIES),
                only,
            )
            edges += answers.sources(EDGES)
            count += answers.sum("edges")
            known = "--answers", In(answers[0].output, is_shared=True)
        values = self.stage("values", self.per_part("values"), features.sources(VALUES))
        given = ("--statistics", In(self.statistics, is_shared=True)) if self.statistics else ()
        table = self.stage(
            "table",
            [Task(0, ("table", *MADE, *given))],
            values.sources(STATISTICS),
            only,
        )
        frequencies = "--table", In(table[0].output, is_shared=True)
        keys = self.stage("keys", self.per_split("keys", *frequencies, each=of_split), is_fed=False)
        blocks = self.stage("blocks", self.per_part("blocks"), keys.sources(KEYS))
        left = self.stage(
            "left",
            self.per_split("left", each=of_split),
            values.sources(PAIRS) + blocks.sources(PAIRS),
        )
        compare = self.stage(
            "compare",
            self.per_split("compare", *frequencies, *MADE, each=of_split),
            left.sources(LEFTS),
        )
        edges += [(origin + len(edges), path) for origin, path in compare.sources(EDGES)]
        count += compare.sum("edges")
        roots = self.roots(edges, count, star_above)

        def of_pairs(split: int) -> tuple[Any, ...]:
            return (*of_split(split), "--pairs", In(compare[split].output), *known)

        extract = self.stage(
            "extract",
            self.with_rows(self.per_split("extract", each=of_pairs), rows),
            roots.sources(ROOTS),
        )
        resolve = self.stage(
            "resolve", self.per_part("resolve", *frequencies), extract.sources(CARDS)
        )
        numbers = self.stage("numbers", [Task(0, ("numbers", *MADE))], resolve.sources(GONE), only)
        numbered = "--numbers", In(numbers[0].output, is_shared=True)
        tables = self.write(features, resolve, numbered, has_tsv, of_split)
        digests = self.digests()
        counted = [*values, *blocks, *left, *resolve, *numbers, *digests]
        return self.header(counted), tables, rows

    def write(
        self,
        features: Stage,
        resolve: Stage,
        numbered: tuple[Any, ...],
        has_tsv: bool,
        of_split: Callable[[int], tuple[Any, ...]],
    ) -> Stage:
        """Writes the parts of the output; returns the tables of the splits."""
        if self.job["plan"]:
            self.stage(
                "clusters",
                self.per_split(
                    "clusters",
                    *numbered,
                    each=lambda split: ("--out", self.part("plan", f"part-1-{split:06d}.jsonl")),
                ),
                resolve.sources(CLUSTERS),
            )
        self.reviews(resolve, numbered)

        def of_table(split: int) -> tuple[Any, ...]:
            out = ("--out", self.part("clusters", f"part-{split:06d}.tsv")) if has_tsv else ()
            return (*of_split(split), *out)

        tasks = self.per_split("list", *numbered, each=of_table)
        return self.stage("list", tasks, resolve.sources(MEMBERS))

    def reviews(self, resolve: Stage, numbered: tuple[Any, ...]) -> None:
        """Writes the reviews: runs of parts in their order, each some 128 MB."""
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
                out = self.part("plan", f"part-2-{number:06d}.jsonl")
                arguments = (
                    "reviews",
                    "--task",
                    str(number),
                    "--first",
                    str(before),
                    *numbered,
                    "--out",
                    out,
                )
                tasks.append(Task(number, arguments, about=f"reviews from {before} on"))
                octets = 0
            groups[part] = len(tasks) - 1
            octets += sizes[part]
            before += counts[part]
        self.stage("reviews", tasks, resolve.sources(REVIEWS), lambda part, origin: groups[part])

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


class Plan(NamedTuple):
    """What was found.

    ``clusters`` has a row a card: ``file``, ``card`` (from 0 in its file) and ``cluster``; cards of one
    person are in one cluster. For a table its own key stands in place of ``file``. ``reviews`` has a row a
    pair that a person should look at. ``summary`` says it in a few lines, ``diagnostics`` are the oddities of
    the cards, with file, line and column.
    """

    clusters: DataFrame
    reviews: DataFrame
    header: dict[str, Any]
    summary: list[str]
    diagnostics: list[str]


Source = Union[str, Sequence[str], tuple[DataFrame, str, str]]


def expand(paths: Sequence[str]) -> list[str]:
    """Returns the files that patterns name, in order; a name that is there is no pattern."""
    found: list[str] = []
    for path in paths:
        matches = [path] if os.path.exists(path) else sorted(glob.glob(path, recursive=True))
        if not matches:
            raise Failure(66, f"cannot open {path}: there is no such file")
        found += matches
    return found


def as_table(spark: SparkSession, source: Source) -> Optional[tuple[DataFrame, str, str]]:
    """Returns the table that a source is; files of a store are one, a row a file. ``None`` for mounted files."""
    if isinstance(source, tuple) and source and isinstance(source[0], DataFrame):
        return source
    paths = [source] if isinstance(source, str) else list(source)
    if not any(is_remote(path) and not path.startswith("file:") for path in paths):
        return None
    files = spark.read.format("binaryFile").load(paths)
    return files.select(F.col("path"), F.col("content")), "path", "content"


def plan(
    spark: SparkSession,
    source: Source,
    *,
    work: str,
    output: Optional[str] = None,
    worker: Optional[str] = None,
    with_plan: bool = False,
    resume: bool = False,
    decisions: Optional[str] = None,
    weights: Optional[str] = None,
    statistics: Optional[str] = None,
    region: Optional[str] = None,
    charset: Optional[str] = None,
    split_size: Optional[str] = None,
    splits: Optional[int] = None,
    parts: Optional[int] = None,
    format: str = "parquet",
    star_above: int = EDGES_AT_ONCE,
    say: Callable[[str], None] = lambda line: None,
) -> Plan:
    """Finds the cards of one person.

    :param spark: A session that is no Spark Connect.
    :param source: Paths that every node can open, with ``*`` and ``**`` in them; or ``(table, key, vcard)``:
        a DataFrame, the column that names a row and by which rows are ordered, and the column of the text,
        which holds any number of cards.
    :param work: A folder that every node reaches, mounted or a URI. It keeps what every stage made.
    :param output: The folder of the results; ``out`` in ``work`` without it.
    :param worker: ``worker.tar.gz``, or the tool itself where every node has it. Without it, what
        ``--archives worker.tar.gz#vcard`` has unpacked.
    :param with_plan: Write the clusters with the evidence and the merged cards, too, as the tool does.
    :param resume: Go on after the last stage that is complete in ``work``.
    :param decisions: The answers that ``vcard review`` wrote.
    :param weights: What evidence weighs, a table.
    :param statistics: What is known of another book, a table.
    :param split_size: Octets of a split, such as ``256M``.
    :param splits: How many splits a table has; as many as Spark has cores without it.
    :param parts: How many tasks work on keys and components; as many as there are splits without it.
    :param format: How the clusters are written into ``output``: what Spark can write, or ``tsv``.
    :param star_above: With more edges than these, components are found in rounds.
    :param say: Told what goes on, line by line.
    :raises Failure: With an exit code of the tool.
    """
    if worker is not None and worker.endswith((".tar.gz", ".tgz")):
        spark.sparkContext.addArchive(f"{normal(worker)}#{ARCHIVE}")
        worker = None
    elif worker is not None:
        worker = os.path.abspath(worker)
    # A function of a module goes to the nodes by its name, and they have no such module.
    if __name__ != "__main__":
        from pyspark import cloudpickle

        cloudpickle.register_pickle_by_value(sys.modules[__name__])
    run = Run(spark, work, output, worker, say)
    table = as_table(spark, source)
    if table is not None and format == "tsv":
        raise Failure(64, "the clusters of a table are written by Spark: tsv is for files")
    given = {"--region": region, "--charset": charset, "--split-size": split_size, "--parts": parts}
    options = [f"{flag}={value}" for flag, value in given.items() if value is not None]
    options += ["--plan"] * with_plan
    files: list[str] = []
    name = "file"
    kind = None
    if table is not None:
        data, name, text = table
        kind = data.schema[name].dataType
        key = F.coalesce(F.col(name).cast("string"), F.lit(""))
        run.table = data.select(
            key.alias("key"), F.coalesce(F.col(text).cast("binary"), F.lit(b"")).alias("text")
        )
        run.folder = None
        # A row of a store's files is a file; of them one at a time is enough.
        run.rows_at_once = 1000 if isinstance(source, tuple) else 1
        options += ["--table=table", f"--splits={splits or spark.sparkContext.defaultParallelism}"]
    else:
        files = expand([source] if isinstance(source, str) else list(source))
        if all(os.path.isabs(file) for file in files):
            run.folder = "/"
    snapshots = {"--decisions": decisions, "--weights": weights, "--statistics": statistics}
    with settings(spark):
        run.prepare(files, options, snapshots, resume)
        header, tables, rows = run.all(star_above, has_tsv=format == "tsv")
    keys = {result.task: result.files[str(ROW_KEYS)] for result in rows}
    names = [each["file"] for each in run.job["inputs"]]
    paths = [
        (result.files[str(TABLE)], keys.get(result.task))
        for result in tables
        if str(TABLE) in result.files
    ]
    empty = spark.range(0)
    numbers = spark.range(0, len(paths), 1, len(paths)) if paths else empty
    clusters = numbers.mapInArrow(
        read_table(run.work, paths, names), "file string, card long, cluster long"
    )
    if kind is not None:
        # A row without a key had an empty one.
        key = F.col("file") if isinstance(kind, StringType) else F.expr("nullif(file, '')")
        clusters = clusters.select(key.cast(kind).alias(name), "card", "cluster")
    if format != "tsv" and output is not None:
        clusters.write.format(format).mode("overwrite").save(
            for_spark(join(run.output, "clusters"))
        )
    found = [entry for entry in entries(join(run.output, "plan")) if entry.startswith("part-2-")]
    lines = [for_spark(join(run.output, f"plan/{entry}")) for entry in found]
    reviews = (
        spark.read.schema(REVIEW_SCHEMA).json(lines)
        if lines
        else spark.createDataFrame([], REVIEW_SCHEMA)
    )
    return Plan(clusters, reviews, header, summary(header), run.diagnostics)


def summary(header: dict[str, Any]) -> list[str]:
    """Returns what the INFO of the header says, for people."""
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


def for_spark(path: str) -> str:
    """Returns a path of ``normal`` as Spark names it: without a scheme it would be one of its default store."""
    return path if is_remote(path) else f"file://{path}"


# The options of the command line: name, what it takes, and what it means.
OPTIONS = [
    ("--table", "NAME", "the cards of a table of the catalogue instead of files"),
    ("--key", "COLUMN", "the column that names a row of --table (id)"),
    ("--text", "COLUMN", "the column of --table that holds the cards (vcard)"),
    ("--work", "DIR", "a folder that every node reaches, for what the stages make"),
    ("--output", "DIR", "the folder of the results"),
    ("--format", "NAME", "how clusters are written: parquet, what else Spark can write, or tsv"),
    ("--plan", None, "write clusters with evidence and merged cards, as 'vcard dedupe plan'"),
    ("--resume", None, "go on after the last stage that is complete in --work"),
    ("--decisions", "FILE", "the answers that 'vcard review' wrote"),
    ("--weights", "FILE", "what evidence weighs: a table"),
    ("--statistics", "FILE", "what is known of another book: a table"),
    ("--region", "XX", "the region of telephone numbers without a country"),
    ("--charset", "NAME", "the charset of text that declares none"),
    ("--split-size", "SIZE", "octets of a split (256M, some million cards)"),
    ("--splits", "N", "how many splits --table has (as many as Spark has cores)"),
    ("--parts", "N", "how many tasks work on keys and components (as many as splits)"),
    ("--worker", "PATH", "worker.tar.gz, or the tool where every node has it"),
    ("--star-above", "N", "find components in rounds when there are more edges than N"),
    ("--quiet", None, "tell neither stages nor diagnostics"),
]


def arguments() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
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
    defaults = {
        "--key": "id",
        "--text": "vcard",
        "--format": "parquet",
        "--star-above": EDGES_AT_ONCE,
    }
    for name, takes, help in OPTIONS:
        names = ["-o", name] if name == "--output" else [name]
        if takes is None:
            parser.add_argument(*names, action="store_true", help=help)
        else:
            parser.add_argument(
                *names,
                metavar=takes,
                help=help,
                type=int if takes == "N" else str,
                default=defaults.get(name),
                required=name in ("--work", "--output"),
            )
    return parser


def main(command_line: Optional[Sequence[str]] = None) -> int:
    """Runs the command line; returns the exit code."""
    parser = arguments()
    options = parser.parse_args(command_line)
    if (options.table is None) == (not options.paths):
        parser.error("name files or --table")
    spark = SparkSession.builder.appName("vcard dedupe").getOrCreate()
    say = (
        (lambda line: None)
        if options.quiet
        else (lambda line: print(line, file=sys.stderr, flush=True))
    )
    try:
        source = (
            (spark.table(options.table), options.key, options.text)
            if options.table
            else options.paths
        )
        given = vars(options)
        names = "work output worker resume decisions weights statistics region charset split_size splits parts format star_above"
        found = plan(
            spark,
            source,
            with_plan=options.plan,
            say=say,
            **{name: given[name] for name in names.split()},
        )
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
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main())
