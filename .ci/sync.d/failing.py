"""Cases of what fails: the tool, a system call, the server."""

import contextlib
import hashlib
import shutil
import signal
import socket
import subprocess
import threading
import time

from servers import Proxy
from world import ROOT, card, names


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
    book.nothing(server)


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
            # A listing and what is sent, of a share.
            at += 1 if world.full else 2
            if not world.full and at > 2:
                break
    return f"{tried} faults"


def stalls(world, server):
    """Who says nothing is given up after five minutes, at any request, and who takes no connection after 15 s."""
    server.put("kate.vcf", card("Kate"))
    failed, hit = [], []

    def stall(at, book, proxy):
        over = threading.Event()
        before = len(proxy.seen)

        def fault(it, count, _):
            if count - before != at:
                return False
            hit.append(it.command)
            over.wait(900)
            return True

        proxy.fault = fault
        try:
            start = time.monotonic()
            book.run("sync", "home", ending=None, timeout=900)
            seconds = time.monotonic() - start
            if seconds < 200:
                assert book.code == 0, f"at {at}: ended with {book.code}: {book.said}"
            else:
                assert seconds < 400, f"at {at}: given up after {seconds:.0f} s"
                assert book.code == 69 and "does not answer in time" in book.said, f"at {at}: {book.code} {book.said}"
        except AssertionError as error:
            failed.append(error)
        over.set()
        proxy.fault = None

    books = []
    for at in range(8):
        proxy = Proxy(server)
        book = world.book(server.url)
        book.sync()
        book.move_to(proxy.url + server.path)
        book.run("book", "new", "-", text=card(f"Made {at}"))
        books.append((at, book, proxy))
    # All wait at once.
    threads = [threading.Thread(target=stall, args=case) for case in books]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    assert len(hit) > 2, hit
    for _, book, _ in books:
        book.sync()
    for _, book, _ in books:
        book.sync()
    everybody = ["Kate"] + [f"Made {at}" for at in range(8)]
    for text in ["\n".join(server.texts())] + [book.cards().decode() for _, book, _ in books]:
        assert names(text) == everybody, names(text)

    with socket.create_server(("127.0.0.1", 0), backlog=0) as full, contextlib.ExitStack() as waiting:
        for _ in range(3):
            client = waiting.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(full.getsockname())
        book.move_to(f"http://127.0.0.1:{full.getsockname()[1]}/")
        start = time.monotonic()
        book.run("sync", "home", ending=(69,))
        seconds = time.monotonic() - start
        assert 14 < seconds < 60, f"nobody takes the connection, told after {seconds:.0f} s"
    return f"{len(hit)} stalls"


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
