"""Cases of what nobody else may have: the connection and the password."""

import base64
import contextlib
import hashlib
import pty
import subprocess

from servers import Proxy, Terminator, certificate
from world import card, names


def tls(world, server):
    """A certificate is refused unless its authority is given and it is valid; a pin has to fit besides."""
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
    """The password is in no argument list, file or output, also where somebody types it; only `sync` loads libcurl."""
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
        for name, value in server.credentials(it.command, it.path).items():
            it.headers[name] = value
        return False

    proxy.fault = fault
    said = book.run("sync", "home", "--format", "jsonl").decode() + book.said
    assert names(book.cards().decode()) == ["Kate"], said
    assert given and set(given) == {f"ann:{word}"}, f"sent: {set(given)}"
    called = (tools / "called").read_text()
    assert "secret-tool lookup server" in called and " sync home" in called, called
    assert word not in called and word not in said, "the password is in an argument list or in the output"
    (tools / "secret-tool").unlink()
    given.clear()
    code, shown = typed(book, word)
    assert code == 0 and "nothing new" in shown and given == [f"ann:{word}"], f"{code}: {shown}"
    assert word not in shown, f"the terminal shows the password: {shown}"
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


def typed(book, word):
    """How a run ends at a terminal where somebody types the password, and what it shows."""
    outside, inside = pty.openpty()
    with open(outside, "r+b", buffering=0) as outside:
        with open(inside, "r+b", buffering=0) as inside:
            process = subprocess.Popen(
                [book.tool, "sync", "home"], env=book.environment, stdin=inside, stdout=inside, stderr=inside,
                start_new_session=True)
        shown = b""
        # The other end is closed when the process is gone.
        with contextlib.suppress(OSError):
            while piece := outside.read(4096):
                asked = shown.count(b"Password of ann at ")
                shown += piece
                if shown.count(b"Password of ann at ") > asked:
                    outside.write(word.encode() + b"\n")
    return process.wait(60), shown.decode()
