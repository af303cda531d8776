"""What synchronising must hold on real servers; .ci/sync runs it, with the programs that it needs."""

import argparse
import base64
import contextlib
import hashlib
import http.client
import http.server
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
PHOTO = (
    "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Pia Photo\r\nN:Photo;Pia;;;\r\nNICKNAME:pip,pippa\r\n"
    f"URL:https://x.example/a,b\r\nPHOTO:data:image/png;base64,{PIXEL}\r\nEND:VCARD\r\n"
)


def card(name, *lines, uid=None):
    uid = uid or hashlib.sha1(name.encode()).hexdigest()
    return "\r\n".join(
        ["BEGIN:VCARD", "VERSION:3.0", f"UID:{uid}", f"FN:{name}", f"N:{name};;;;", *lines, "END:VCARD", ""])


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """A server with one empty collection, whose cards are also files."""

    def __init__(self, kind, programs, folder):
        self.kind, self.folder = kind, folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.headers = {}
        if kind == "radicale":
            self.path = "/ann/book/"
            self.cards = folder / "data/collection-root/ann/book"
            self.cards.mkdir(parents=True)
            (self.cards / ".Radicale.props").write_text('{"tag": "VADDRESSBOOK", "D:displayname": "Friends"}')
            (folder / "users").write_text("ann:secret\n")
            (folder / "config").write_text(
                f"[server]\nhosts = 127.0.0.1:{self.port}\n"
                f"[auth]\ntype = htpasswd\nhtpasswd_filename = {folder}/users\n"
                f"htpasswd_encryption = plain\ndelay = 0\n[storage]\nfilesystem_folder = {folder}/data\n")
            command = [f"{programs}/radicale", "--config", str(folder / "config")]
            self.headers["Authorization"] = "Basic YW5uOnNlY3JldA=="
        else:
            self.path = "/ann/contacts/addressbook/"
            command = [
                f"{programs}/xandikos", "serve", "-d", str(folder / "data"), "-l", "127.0.0.1", "-p",
                str(self.port), "--current-user-principal", "/ann/", "--defaults",
            ]
        with open(folder / "log", "wb") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        for _ in range(300):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            time.sleep(0.1)
        raise AssertionError(f"{kind} does not start: {(folder / 'log').read_text()[-500:]}")

    def stop(self):
        self.process.kill()
        self.process.wait()

    def ask(self, method, name="", body=None, path=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(
            method, path or self.path + name, body.encode() if body else None,
            self.headers | {"Content-Type": "text/vcard; charset=utf-8"} | headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")

    def put(self, name, text):
        status, said = self.ask("PUT", name, text)
        assert status in (200, 201, 204), f"PUT {name}: {status} {said}"

    def hrefs(self):
        _, text = self.ask(
            "PROPFIND", body='<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>',
            Depth="1", **{"Content-Type": "application/xml"})
        # The path of a member, whichever prefix the server has for DAV:.
        found = re.findall(r"<(?:\w+:)?href>([^<]*)<", text)
        return [href for href in found if href.rstrip("/") != self.path.rstrip("/")]

    def texts(self):
        return [self.ask("GET", path=href)[1].replace("\r\n", "\n") for href in self.hrefs()]


class Proxy(http.server.ThreadingHTTPServer):
    """Passes requests on to a server, and makes faults as a case tells it."""

    daemon_threads = True

    def __init__(self, server):
        super().__init__(("127.0.0.1", 0), Passing)
        self.server_port_behind = server.port
        self.fault = None
        self.seen = []
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request, address):
        pass


class Passing(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        count = len(self.server.seen)
        self.server.seen.append((self.command, self.path))
        if self.server.fault and self.server.fault(self, count, body):
            return
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port_behind, timeout=60)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
        connection.request(self.command, self.path, body or None, headers)
        answer = connection.getresponse()
        octets = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "content-length", "connection", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        self.wfile.write(octets)

    do_GET = do_PUT = do_DELETE = do_PROPFIND = do_REPORT = do_OPTIONS = pass_on


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


def names(text):
    return sorted(re.findall(r"(?m)^FN(?:;[^:]*)?:(.*?)\r?$", text))


# MARK: Cases


def many(world, server):
    """All cards at 100 a request, nothing new with one request, an edit with four."""
    count = world.count
    for number in range(count):
        name = f"{number:05}.vcf"
        text = card(f"Person {number:05}", f"EMAIL:p{number}@x.example", f"TEL:+1 408 555 {number:04}")
        if server.kind == "radicale":
            (server.cards / name).write_text(text, newline="")
        else:
            server.put(name, text)
    server.hrefs()
    book = world.book(server.url)
    # A listing that Radicale has not read yet takes minutes for ten thousand.
    server.ask("REPORT", body=(
        '<sync-collection xmlns="DAV:"><sync-token/><sync-level>1</sync-level><prop><getetag/></prop>'
        "</sync-collection>"), **{"Content-Type": "application/xml"})
    start = time.monotonic()
    requests = book.sync()
    seconds = time.monotonic() - start
    assert f"from server {count} new" in book.said, book.said
    assert requests <= count // 100 + 5, f"{requests} requests"
    start = time.monotonic()
    book.nothing()
    idle = time.monotonic() - start
    server.put("00007.vcf", card("Person 00007", "NOTE:edited there"))
    assert book.sync() <= 4, book.said
    book.run("book", "set", "Person 00008", "note=edited here")
    assert book.sync() <= 4, book.said
    assert any("edited here" in text for text in server.texts()) if count <= 1000 else True
    book.nothing()
    return f"{count} cards in {seconds:.1f} s with {requests} requests, nothing new in {idle:.2f} s"


def wild(world, server):
    """Every fixture: the book stays octet by octet, what is lost is told, and nothing is sent twice."""
    told = 0
    files = sorted((ROOT / "Fixtures").glob("**/*.vcf"))[:: 1 if world.full else 6]
    for file in files:
        book = world.book(server.url)
        book.run("import", str(file), "-q", "--ambiguous", "new", "--source", "home", ending=None)
        if book.code not in (0, 1, 65):
            continue
        before = book.cards()
        book.sync(ending=(0, 1))
        told += len(re.findall(r"\[(?:server-lost|refused)\]", book.said))
        assert (book.code == 1) == bool(re.search(r"\[(?:server-lost|refused|conflict)\]", book.said)), book.said
        assert before in book.cards() or before == book.cards(), f"{file.name}: the book has changed"
        book.sync(ending=(0, 1))
        assert "to server" not in book.said, f"{file.name}: sent again: {book.said}"
        for href in server.hrefs():
            server.ask("DELETE", path=href)
    return f"{len(files)} files, {told} losses told"


def photo(world, server):
    """A 4.0 card with a photo, two nicknames and a comma in a URL survives an edit by somebody else."""
    book = world.book(server.url)
    book.run("book", "new", "-", text=PHOTO)
    before = book.cards()
    book.sync(ending=(0, 1))
    assert book.code == 0, f"something was lost: {book.said}"
    href = server.hrefs()[0]
    _, text = server.ask("GET", path=href)
    status, said = server.ask("PUT", path=href, body=text.replace("FN:Pia Photo", "FN:Pia Jones"))
    assert status < 300, said
    book.sync()
    assert book.cards() == before.replace(b"FN:Pia Photo", b"FN:Pia Jones"), book.cards().decode()
    book.nothing()


def disturbed(world, server, rounds, disturb):
    """Cards are made, changed and deleted on both sides, and a run is disturbed: none is there twice, no edit is lost."""
    proxy = Proxy(server)
    book = world.book(proxy.url)
    slowest = 0.3
    for number in range(rounds):
        made, kept, gone = f"Made {number}", f"Kept {number}", f"Gone {number}"
        for name in (kept, gone):
            server.put(hashlib.sha1(name.encode()).hexdigest() + ".vcf", card(name))
        start = time.monotonic()
        book.sync()
        slowest = max(slowest, time.monotonic() - start)
        book.run("book", "new", "-", text=card(made))
        book.run("book", "set", kept, f"note=edit {number}")
        book.run("book", "remove", gone)
        proxy.seen.clear()
        what = disturb(book, number, slowest)
        book.sync()
        puts = sum(method == "PUT" for method, _ in proxy.seen)
        assert puts <= 4, f"{what}: {puts} PUTs for two cards"
        texts = "\n".join(server.texts())
        mine = [name for name in names(texts) if name.endswith(f" {number}")]
        assert mine == [kept, made], f"{what}: on the server: {mine}"
        assert f"NOTE:edit {number}" in texts, f"{what}: an edit is lost"
        mine = [name for name in names(book.cards().decode()) if name.endswith(f" {number}")]
        assert mine == [kept, made], f"{what}: in the book: {mine}"
        # Few cards keep it fast.
        for name in (kept, made):
            book.run("book", "remove", name)
        book.sync()
    book.nothing()


def kills(world, server):
    """kill -9 at any instant."""
    rounds = 200 if world.full else 20
    killed = 0

    def kill(book, number, slowest):
        nonlocal killed
        process = subprocess.Popen(
            [world.tool, "sync", "home"], env=book.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(world.random.uniform(0, slowest))
        process.kill()
        killed += process.wait() == -signal.SIGKILL
        return "killed"

    disturbed(world, server, rounds, kill)
    return f"{rounds} runs, {killed} killed"


def calls(world, server):
    """A system call of `sync` and `sources add` fails, at any place and in each way: one line tells it, and the next run heals it."""
    ways = ["EIO", "ENOSPC", "EROFS", "ENOENT", "EMFILE", "EINTR", "SHORT", "INT", "TERM", "HUP", "KILL"]
    shim = world.folder() / "failing.so"
    subprocess.run(
        [shutil.which("cc") or "clang", "-O2", "-shared", "-fPIC", "-o", shim, ROOT / ".ci/shims/failing.c", "-ldl"],
        check=True)
    count = shim.with_name("count")
    rounds = 331 if world.full else 12
    calls = {}
    injected = 0

    def run(book, number, *arguments):
        """Runs a command with a call failing; the call, the exit code, and what was said."""
        nonlocal injected
        way = ways[number % len(ways)]
        name = arguments[0]
        at = 1 + world.random.randrange(calls[name]) if name in calls else 0
        failing = {"LD_PRELOAD": str(shim), "FAIL_AT": str(at), "FAIL_WITH": way, "FAIL_COUNT": str(count)}
        done = subprocess.run(
            [world.tool, *arguments], env=book.environment | failing, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=120)
        made, *what = count.read_text().split() if count.exists() else ["0"]
        count.unlink(missing_ok=True)
        # The first run counts.
        if name not in calls:
            calls[name] = int(made)
        injected += bool(what)
        call = f"{name}: {way} at {at} ({' '.join(what)})"
        said = done.stderr.decode("utf-8", "replace")
        told = [line for line in said.splitlines() if line.startswith("vcard: error: ")]
        if way == "KILL":
            assert done.returncode in (0, -signal.SIGKILL), f"{call}: {done.returncode}"
        elif way in ("EINTR", "SHORT"):
            assert done.returncode == 0, f"{call}: not tried again: {done.returncode}: {said}"
        elif way in ("INT", "TERM", "HUP"):
            assert done.returncode in (0, 130), f"{call}: {done.returncode}: {said}"
        elif done.returncode:
            assert done.returncode in (1, 65, 66, 69, 73, 74, 75, 76, 77) and len(told) == 1, f"{call}: {said!r}"
        return call, done.returncode

    def fail(book, number, _):
        _, code = run(
            book, number, "book", "sources", "add", "again", "--carddav", server.url, "--user", "ann")
        is_there = "again" in book.run("book", "sources", "list").decode()
        assert is_there or code, f"sources add ended with {code}, and there is none"
        if is_there:
            book.run("book", "sources", "remove", "again", "--force")
        return run(book, number, "sync", "home")[0]

    disturbed(world, server, rounds, fail)
    return f"{rounds} runs, {injected} faults"


def faults(world, server):
    """Whatever fails at any request: the exit code that is promised, and the next run heals it."""
    proxy = Proxy(server)
    ways = {
        "401": (lambda it: it.answer(401, WWW_Authenticate='Basic realm="x"'), {77}),
        "403": (lambda it: it.answer(403), {0, 1, 77}),
        "404": (lambda it: it.answer(404), {0, 1, 69, 76}),
        "409": (lambda it: it.answer(409), {0, 1, 69, 76}),
        "412": (lambda it: it.answer(412), {0, 1, 69, 76}),
        "415": (lambda it: it.answer(415), {0, 1, 69, 76}),
        "429": (lambda it: it.answer(429, Retry_After="3600"), {75}),
        "500": (lambda it: it.answer(500), {0, 1, 69, 76}),
        "503": (lambda it: it.answer(503, Retry_After="3600"), {75}),
        "507": (lambda it: it.answer(507), {0, 1, 69, 76}),
        "half": (lambda it: it.answer(207, b'<multistatus xmlns="DAV:"><response><href>/'), {0, 1, 69, 76}),
        "page": (lambda it: it.answer(200, b"<html>please log in</html>", Content_Type="text/html"), {0, 1, 69, 76}),
        "elsewhere": (lambda it: it.answer(302, Location="http://127.0.0.1:1/"), {0, 1, 69}),
        "nobody": (lambda it: it.connection.shutdown(socket.SHUT_RDWR), {0, 1, 69}),
    }
    tried = 0
    for way, (fail, endings) in ways.items():
        at = 0
        while True:
            for href in server.hrefs():
                server.ask("DELETE", path=href)
            server.put("kate.vcf", card("Kate"))
            book = world.book(server.url)
            book.sync()
            # Through the proxy from here on.
            book.move_to(proxy.url + server.path)
            server.put("tom.vcf", card("Tom"))
            book.run("book", "new", "-", text=card("Ada"))
            book.run("book", "set", "Kate", "note=here")
            before = len(proxy.seen)
            hit = []

            def fault(it, count, _):
                # What is for all of a server stays for the run.
                if count - before == at or way == "401" and count - before > at:
                    hit.append(it.command)
                    fail(it)
                    return True
                return False

            proxy.fault = fault
            book.sync(ending=None)
            proxy.fault = None
            if not hit:
                assert book.code == 0, f"{way}: {book.said}"
                break
            assert book.code in endings, f"{way} at {hit[0]} {at}: ended with {book.code}: {book.said}"
            assert book.code == 0 or "vcard: " in book.said, f"{way}: {book.code} and no word"
            checked = subprocess.run([world.tool, "book", "check"], env=book.environment, capture_output=True)
            assert checked.returncode == 0, checked.stderr.decode()
            book.sync("--full", ending=(0, 1))
            book.sync("--full")
            everybody = names("\n".join(server.texts()))
            assert everybody == ["Ada", "Kate", "Tom"], f"{way} at {hit[0]} {at}: the server has {everybody}"
            assert names(book.cards().decode()) == everybody, f"{way} at {hit[0]} {at}: the book has others"
            tried += 1
            at += 1
            if not world.full and at > 2:
                break
    return f"{tried} faults"


def listings(world, server):
    """A listing that is empty, half or of another collection deletes nobody."""
    for number in range(40):
        server.put(f"{number}.vcf", card(f"P{number}"))
    proxy = Proxy(server)
    book = world.book(server.url)
    book.sync()
    book.move_to(proxy.url + server.path)
    empty = b'<multistatus xmlns="DAV:"><sync-token>urn:x:1</sync-token></multistatus>'
    half = b'<multistatus xmlns="DAV:">' + b"".join(
        f"<response><href>{server.path}{n}.vcf</href><propstat><prop><getetag>&quot;x{n}&quot;</getetag></prop>"
        "<status>HTTP/1.1 200 OK</status></propstat></response>".encode()
        for n in range(20)) + b"<sync-token>urn:x:1</sync-token></multistatus>"
    foreign = half.replace(server.path.encode(), b"/other/book/")
    removed = b'<multistatus xmlns="DAV:">' + b"".join(
        f"<response><href>{server.path}{n}.vcf</href><status>HTTP/1.1 404 Not Found</status></response>".encode()
        for n in range(40)) + b"<sync-token>urn:x:1</sync-token></multistatus>"
    for listing in (empty, half, foreign, removed):
        def fault(it, _, body):
            if it.command == "REPORT" and b"sync-collection" in body or it.command == "PROPFIND":
                it.answer(207, listing, Content_Type="application/xml")
                return True
            return False

        proxy.fault = fault
        for arguments in ([], ["--full"]):
            book.sync(*arguments, ending=None)
            assert len(names(book.cards().decode())) == 40, f"people are gone: {book.said}"
        proxy.fault = None
        book.sync()
        assert len(names(book.cards().decode())) == 40 and len(server.hrefs()) == 40


def hrefs(world, server):
    """Names that are escaped in several ways are downloaded once, changed and deleted in place."""
    wanted = ["a%20b.vcf", "%40x.vcf", "y@z.vcf", "%C3%BC.vcf", "%2540.vcf", "s;t.vcf"]
    for number, name in enumerate(wanted):
        server.put(name, card(f"H{number}"))
    book = world.book(server.url)
    book.sync()
    book.nothing()
    for number in range(len(wanted)):
        book.run("book", "set", f"H{number}", "note=here")
    book.sync()
    assert len(server.hrefs()) == len(wanted), server.hrefs()
    assert all("NOTE:here" in text for text in server.texts())
    book.nothing()
    book.run("book", "remove", "H3")
    book.sync()
    assert len(server.hrefs()) == len(wanted) - 1, server.hrefs()


def certificate(folder, name, days):
    """A self-signed certificate for localhost, and the SHA-256 of its public key."""
    key, file = folder / f"{name}.key", folder / f"{name}.pem"
    request, settings = folder / f"{name}.csr", folder / f"{name}.cnf"
    settings.write_text(
        "[ca]\ndefault_ca=own\n[own]\n"
        f"database={folder}/{name}.index\nserial={folder}/{name}.serial\nnew_certs_dir={folder}\n"
        "default_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n"
        "[extensions]\nbasicConstraints=CA:TRUE\nsubjectAltName=DNS:localhost\n")
    (folder / f"{name}.index").write_text("")
    (folder / f"{name}.serial").write_text("01\n")

    def openssl(*arguments, text=None):
        return subprocess.run(["openssl", *map(str, arguments)], input=text, capture_output=True, check=True).stdout

    openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request, "-subj", "/CN=localhost")
    dates = [time.strftime("%Y%m%d%H%M%SZ", time.gmtime(time.time() + 86400 * day)) for day in days]
    openssl(
        "ca", "-batch", "-selfsign", "-config", settings, "-extensions", "extensions", "-keyfile", key, "-in", request,
        "-out", file, "-startdate", dates[0], "-enddate", dates[1], "-notext")
    public = openssl("x509", "-in", file, "-pubkey", "-noout")
    return file, key, hashlib.sha256(openssl("pkey", "-pubin", "-outform", "der", text=public)).hexdigest()


class Terminator:
    """Takes TLS off before a server."""

    def __init__(self, server, file, key):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(file, key)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port, self.server = self.listener.getsockname()[1], server
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.carry, args=(client,), daemon=True).start()

    def carry(self, client):
        # A client that trusts nobody breaks off.
        with contextlib.suppress(OSError), self.context.wrap_socket(client, server_side=True) as near, \
                socket.create_connection(("127.0.0.1", self.server.port)) as far:
            threading.Thread(target=self.copy, args=(far, near), daemon=True).start()
            self.copy(near, far)

    @staticmethod
    def copy(source, target):
        with contextlib.suppress(OSError, ValueError):
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)


def tls(world, server):
    """A certificate is refused unless its authority is given and it is valid; a pin has to fit besides."""
    if not shutil.which("openssl"):
        return "skipped: no openssl"
    folder = world.folder()
    good, key, pin = certificate(folder, "good", (-1, 1))
    expired, expired_key, _ = certificate(folder, "expired", (-9, -2))
    server.put("kate.vcf", card("Kate"))
    right = Terminator(server, good, key).port
    late = Terminator(server, expired, expired_key).port
    wrong = hashlib.sha256(b"another key").hexdigest()
    cases = [
        (right, (), "self-signed"), (right, ("--ca", good), None), (right, ("--ca", good, "--pin", pin), None),
        (right, ("--ca", good, "--pin", wrong), "pinned"), (right, ("--pin", pin), "self-signed"),
        (late, ("--ca", expired), "expired"),
    ]
    for port, options, refused in cases:
        # A book has a collection once.
        book = world.book(server.url)
        book.run("book", "sources", "remove", "home")
        book.run(
            "book", "sources", "add", "home", "--carddav", f"https://localhost:{port}{server.path}",
            "--user", "ann", *map(str, options), ending=(69 if refused else 0,))
        if refused:
            assert refused in book.said, f"{options}: {book.said}"
        else:
            book.sync()
            assert "from server 1 new" in book.said, f"{options}: {book.said}"
    return f"{len(cases)} connections"


def secrets(world, server):
    """The password is in no argument list, file or output; only `sync` loads libcurl."""
    word = "pa55-" + "wordofkate"
    proxy = Proxy(server)
    book = world.book(server.url)
    book.move_to(proxy.url + server.path)
    server.put("kate.vcf", card("Kate"))
    tools = world.folder()
    # The Secret Service as `secret-tool` shows it. It keeps what it and those that called it were called with.
    (tools / "secret-tool").write_text(
        "#!/bin/sh\n"
        f"for it in /proc/$$ /proc/$PPID; do tr '\\0' ' ' <$it/cmdline; echo; done >>{tools}/called\n"
        f"echo {word}\n")
    (tools / "secret-tool").chmod(0o755)
    del book.environment["VCARD_PASSWORD"]
    book.environment |= {"PATH": f"{tools}:/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none"}
    given = []

    def fault(it, *_):
        if "Authorization" not in it.headers:
            it.answer(401, WWW_Authenticate='Basic realm="x"')
            return True
        given.append(base64.b64decode(it.headers["Authorization"].removeprefix("Basic ")).decode())
        # What the server behind expects of its own.
        del it.headers["Authorization"]
        for name, value in server.headers.items():
            it.headers[name] = value
        return False

    proxy.fault = fault
    said = book.run("sync", "home", "--format", "jsonl").decode() + book.said
    assert names(book.cards().decode()) == ["Kate"], said
    assert given and set(given) == {f"ann:{word}"}, f"sent: {set(given)}"
    called = (tools / "called").read_text()
    assert "secret-tool lookup server" in called and " sync home" in called, called
    assert word not in called and word not in said, "the password is in an argument list or in the output"
    for file in book.folder.rglob("*"):
        assert not file.is_file() or word.encode() not in file.read_bytes(), f"the password is in {file.name}"

    def loads(*arguments):
        done = subprocess.run(
            [world.tool, *arguments], env=book.environment | {"LD_DEBUG": "files"}, capture_output=True,
            stdin=subprocess.DEVNULL)
        return b"libcurl" in done.stderr

    assert loads("sync", "home"), "`sync` does not load libcurl, or the loader does not say so"
    for arguments in (["--version"], ["book", "list"], ["book", "sources"], ["export", "--records"]):
        assert not loads(*arguments), f"{arguments} loads libcurl"


def backup(world, server):
    """An old backup of the book, put back, and an undo come to the same as the server and another book."""
    book = world.book(server.url)
    other = world.book(server.url, name="other")
    book.run("import", "-", "-q", "--ambiguous", "new", "--source", "home",
             text="".join(map(card, ["Ada", "Kate", "Tom"])))
    book.sync()
    other.sync()
    saved = book.folder / "saved.sqlite"
    with contextlib.closing(sqlite3.connect(book.file)) as database:
        database.execute("VACUUM INTO ?", (str(saved),))
    # What happens on both sides after the backup.
    book.run("book", "set", "Kate", "note=after the backup")
    book.run("book", "new", "-", text=card("Zoe"))
    book.run("book", "remove", "Tom")
    book.sync()
    server.put("pia.vcf", card("Pia"))
    other.run("book", "set", "Ada", "note=by the other")
    other.sync()
    for file in book.folder.glob("book.sqlite*"):
        file.unlink()
    shutil.copy(saved, book.file)
    book.run("book", "set", "Kate", "url=https://x.example/old")
    for _ in range(2):
        book.sync(ending=(0, 1))
        other.sync(ending=(0, 1))

    def same(everybody):
        texts = [book.cards().decode(), other.cards().decode(), "\n".join(server.texts())]
        for text in texts:
            assert names(text) == everybody, names(text)
        return texts

    for text in same(["Ada", "Kate", "Pia", "Zoe"]):
        for word in ("after the backup", "by the other", "https://x.example/old"):
            assert word in text, f"{word} is gone: {text}"
    book.nothing()
    other.nothing()
    # An undo of a deletion that both sides have already.
    book.run("book", "remove", "Zoe")
    book.sync()
    other.sync()
    same(["Ada", "Kate", "Pia"])
    book.run("undo")
    book.sync(ending=(0, 1))
    other.sync(ending=(0, 1))
    same(["Ada", "Kate", "Pia", "Zoe"])
    book.nothing()
    other.nothing()


def two(world, server):
    """Two books with random edits of both come to the same within two rounds, and lose nothing."""
    rounds = 50 if world.full else 3
    for seed in range(rounds):
        for href in server.hrefs():
            server.ask("DELETE", path=href)
        chance = random.Random(seed)
        books = [world.book(server.url, name=f"two{seed}-{n}") for n in range(2)]
        people = [f"T{n}" for n in range(6)]
        books[0].run("import", "-", "-q", "--ambiguous", "new", "--source", "home", text="".join(map(card, people)))
        for book in books:
            book.sync()
        given = {}
        told = []
        for _ in range(20 if world.full else 6):
            book = chance.choice(books)
            person = chance.choice(people)
            word = f"w{len(given)}x{seed}"
            name = chance.choice(["note", "email", "nickname", "url"])
            value = {"email": f"{word}@x.example", "url": f"https://x.example/{word}"}.get(name, word)
            # A value more, as an editor adds one.
            change = book.environment | {
                "EDITOR": f"sed -i '/^END:VCARD/i {name.upper()}:{value}'"}
            done = subprocess.run(
                [world.tool, "book", "edit", person], env=change, capture_output=True,
                stdin=subprocess.DEVNULL)
            assert done.returncode == 0, done.stderr.decode()
            given[word] = name
            if chance.random() < 0.2:
                chance.choice(books).sync(ending=(0, 1))
        for _ in range(2):
            for book in books:
                book.sync(ending=(0, 1))
                told += [line for line in book.said.splitlines() if "[" in line]
        texts = [book.cards().decode() for book in books]
        for word, name in given.items():
            for text in texts:
                is_told = any(f" {name.upper()}: " in line and "[conflict]" in line for line in told)
                assert word in text.replace("\r\n ", "") or is_told, f"seed {seed}: {name} {word} is gone"
        for book in books:
            book.nothing()
    return f"{rounds} seeds"


def gone(world, server):
    """Who was sent after the listing of a run and deleted by another client before the next one is deleted here."""
    book = world.book(server.url)
    for name in ("Kate", "Tom"):
        book.run("book", "new", "-", text=card(name))
        book.sync()
    assert len(server.hrefs()) == 2, server.hrefs()
    href, = [href for href in server.hrefs() if "FN:Tom" in server.ask("GET", path=href)[1]]
    assert server.ask("DELETE", path=href)[0] < 300
    requests = book.sync()
    assert "from server 1 deleted" in book.said, f"who was deleted stays: {book.said}"
    assert requests <= 3, book.said
    assert names(book.cards().decode()) == ["Kate"]
    book.nothing()
    # Who was sent, and is still there, costs no request.
    book.run("book", "new", "-", text=card("Zoe"))
    book.sync()
    book.nothing()


CASES = [many, wild, photo, kills, calls, faults, listings, hrefs, tls, secrets, backup, two, gone]


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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("programs")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    world = World(options)
    outcomes = []

    def run(kind):
        for case in CASES:
            if options.only not in f"{kind} {case.__name__}":
                continue
            server = Server(kind, options.programs, world.folder())
            start = time.monotonic()
            try:
                said = case(world, server) or ""
                outcomes.append(True)
                mark = "passed"
            except (AssertionError, subprocess.SubprocessError, OSError) as error:
                outcomes.append(False)
                mark, said = "FAILED", f"{type(error).__name__} {error}"
            finally:
                server.stop()
            print(f"{mark} {kind} {case.__name__} ({time.monotonic() - start:.0f} s) {said}", flush=True)

    try:
        # At once: each waits for its own server most of the time.
        threads = [threading.Thread(target=run, args=(kind,)) for kind in ("radicale", "xandikos")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        shutil.rmtree(world.work, ignore_errors=True)
    passed = sum(outcomes)
    print(f"{passed} passed, {len(outcomes) - passed} failed")
    sys.exit(0 if passed and passed == len(outcomes) else 1)


main()
