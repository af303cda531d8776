"""What a case has: a folder, books in it, and cards."""

import contextlib
import hashlib
import pathlib
import random
import re
import sqlite3
import subprocess
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]


def card(name, *lines, uid=None):
    uid = uid or hashlib.sha1(name.encode()).hexdigest()
    return "\r\n".join(
        ["BEGIN:VCARD", "VERSION:3.0", f"UID:{uid}", f"FN:{name}", f"N:{name};;;;", *lines, "END:VCARD", ""])


def names(text):
    return sorted(re.findall(r"(?m)^FN(?:;[^:]*)?:(.*?)\r?$", text))


class Book:
    """A book with the source `home`, as a person has one."""

    def __init__(self, tool, folder, url, name="book"):
        self.tool, self.folder = tool, folder
        self.file = folder / f"{name}.sqlite"
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8", "VCARD_PASSWORD": "secret",
            "VCARD_BOOK": str(self.file),
        }
        self.run("book", "sources", "add", "home", "--carddav", url, "--user", "ann")
        self.run("book", "sources", "default", "home")

    def run(self, *arguments, ending=(0,), text=None, timeout=300):
        done = subprocess.run(
            [self.tool, *arguments], env=self.environment, capture_output=True, timeout=timeout,
            **({"input": text.encode()} if text is not None else {"stdin": subprocess.DEVNULL}))
        self.said = done.stderr.decode("utf-8", "replace")
        if ending is not None:
            assert done.returncode in ending, f"{arguments} ended with {done.returncode}: {self.said}"
        self.code = done.returncode
        return done.stdout

    def sync(self, *arguments, ending=(0,)):
        self.run("sync", "home", *arguments, ending=ending)
        found = re.search(r"\((\d+) requests?\)", self.said)
        return int(found.group(1)) if found else None

    def move_to(self, url):
        """Has the source be asked for through a proxy."""
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            database.execute("UPDATE server SET url = ?", (url,))
            database.commit()

    def cards(self):
        return self.run("export", "--records", "-q")

    def nothing(self):
        self.sync()
        assert "nothing new (1 request)" in self.said, f"the next run did something: {self.said}"


class World:
    def __init__(self, options):
        self.tool, self.full, self.count = options.tool, options.full, options.cards
        self.random = random.Random(4711)
        self.lock = threading.Lock()
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="sync-"))
        self.made = 0

    def folder(self):
        with self.lock:
            self.made += 1
            folder = self.work / str(self.made)
        folder.mkdir()
        return folder

    def book(self, url, name="book"):
        return Book(self.tool, self.folder(), url, name)
