"""What a case has: a folder, books in it, and cards."""

import contextlib
import hashlib
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def card(name, *lines, uid=None):
    uid = uid or hashlib.sha1(name.encode()).hexdigest()
    return "\r\n".join(
        ["BEGIN:VCARD", "VERSION:3.0", f"UID:{uid}", f"FN:{name}", f"N:{name};;;;", *lines, "END:VCARD", ""])


def names(text):
    return sorted(re.findall(r"(?m)^FN(?:;[^:]*)?:(.*?)\r?$", text))


class Book:
    """A book with the source `home`, as a person has one."""

    def __init__(self, world, folder, url, name="book", options=(), before=(), user="ann"):
        self.world, self.tool, self.folder = world, world.tool, folder
        # What goes before the tool, as to run it elsewhere.
        self.before = before
        self.file = folder / f"{name}.sqlite"
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8", "VCARD_PASSWORD": "secret",
            "VCARD_BOOK": str(self.file),
        }
        options = [*map(str, options), *(["--user", user] if user else [])]
        self.run("book", "sources", "add", "home", "--carddav", url, *options)
        self.run("book", "sources", "default", "home")

    def run(self, *arguments, ending=(0,), text=None, timeout=300):
        done = subprocess.run(
            [*self.before, self.tool, *arguments], env=self.environment, capture_output=True, timeout=timeout,
            **({"input": text.encode()} if text is not None else {"stdin": subprocess.DEVNULL}))
        self.said = done.stderr.decode("utf-8", "replace")
        if ending is not None:
            assert done.returncode in ending, f"{arguments} ended with {done.returncode}: {self.said}"
        self.code = done.returncode
        return done.stdout

    def sync(self, *arguments, ending=(0,)):
        self.run("sync", "home", *arguments, ending=ending)
        found = re.search(r"\((\d+) requests?\)", self.said)
        if not found:
            return None
        with self.world.lock:
            self.world.requests += int(found.group(1))
        return int(found.group(1))

    def measured_sync(self):
        """The requests, seconds and megabytes that a run takes."""
        start = time.monotonic()
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(
                [*self.before, self.tool, "sync", "home"], env=self.environment, stdin=subprocess.DEVNULL, stdout=said,
                stderr=said)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds = time.monotonic() - start
            said.seek(0)
            self.said = said.read().decode()
        assert process.returncode == 0, self.said
        return int(re.search(r"\((\d+) requests?\)", self.said).group(1)), seconds, usage.ru_maxrss / 1024

    def move_to(self, url):
        """Has the source be asked for through a proxy."""
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            database.execute("UPDATE server SET url = ?", (url,))
            database.commit()

    def cards(self):
        return self.run("export", "--records", "-q")

    def append(self, person, line):
        """Adds a line to a person, as an editor does."""
        self.environment["EDITOR"] = f"sed -i '/^END:VCARD/i {line}'"
        self.run("book", "edit", person)

    def values(self):
        """What each card says, whatever its form and order."""
        text = self.cards().decode().replace("\r\n", "\n").replace("\n ", "")
        parts = [part.split("\n") for part in text.split("BEGIN:VCARD\n")[1:]]
        return sorted(
            tuple(sorted(line for line in part if line.partition(":")[0] not in ("VERSION", "PRODID", "REV")))
            for part in parts)

    def nothing(self, server):
        requests = self.sync()
        assert "nothing new (" in self.said, f"the next run did something: {self.said}"
        assert requests == 1 + server.greetings, f"{requests} requests for nothing new"


class World:
    """The machine of a run: the tool, folders, and what has to end with it."""

    def __init__(self, options):
        self.tool, self.programs, self.clients = options.tool, options.programs, options.clients
        self.full, self.count = options.full, options.cards
        self.random = random.Random(4711)
        self.lock = threading.Lock()
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="sync-"))
        self.made = 0
        self.requests = 0
        self.servers = set()
        self.closed = False

    def folder(self):
        with self.lock:
            self.made += 1
            folder = self.work / str(self.made)
        folder.mkdir()
        return folder

    def book(self, url, name="book", **more):
        return Book(self, self.folder(), url, name, **more)

    @contextlib.contextmanager
    def server(self, kind):
        assert not self.closed, "the run ends"
        server = kind(self.programs, self.folder())
        self.servers.add(server)
        try:
            yield server
        finally:
            self.servers.discard(server)
            server.stop()

    def close(self):
        self.closed = True
        for server in list(self.servers):
            server.stop()
        shutil.rmtree(self.work, ignore_errors=True)
