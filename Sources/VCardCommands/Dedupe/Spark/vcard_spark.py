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
