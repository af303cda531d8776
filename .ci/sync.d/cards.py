"""Cases of what happens to cards: many, any, and with any name."""

import re
import time

from world import ROOT, card

PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
PHOTO = (
    "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Pia Photo\r\nN:Photo;Pia;;;\r\nNICKNAME:pip,pippa\r\n"
    f"URL:https://x.example/a,b\r\nPHOTO:data:image/png;base64,{PIXEL}\r\nEND:VCARD\r\n"
)


def many(world, server):
    """All cards at 100 a request, nothing new with one request, an edit with four."""
    count = world.count
    server.fill(
        (f"{number:05}.vcf",
         card(f"Person {number:05}", f"EMAIL:p{number}@x.example", f"TEL:+1 408 555 {number:04}"))
        for number in range(count))
    book = world.book(server.url)
    requests, seconds, megabytes = book.measured_sync()
    assert f"from server {count} new" in book.said, book.said
    # Where both versions are to be had, each hundred is asked for twice.
    assert requests <= count // 100 * server.views + 5, f"{requests} requests"
    start = time.monotonic()
    book.nothing(server)
    idle = time.monotonic() - start
    _, _, idle_megabytes = book.measured_sync()
    assert max(megabytes, idle_megabytes) <= 64, f"{megabytes:.0f} and {idle_megabytes:.0f} MB"
    server.put("00007.vcf", card("Person 00007", "NOTE:edited there"))
    assert book.sync() <= 4 + server.greetings, book.said
    book.run("book", "set", "Person 00008", "note=edited here")
    assert book.sync() <= 4 + server.greetings, book.said
    assert any("edited here" in text for text in server.texts()) if count <= 1000 else True
    book.nothing(server)
    return (f"{count} cards in {seconds:.1f} s with {requests} requests and {megabytes:.0f} MB,"
            f" nothing new in {idle:.2f} s and {idle_megabytes:.0f} MB")


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
    book.nothing(server)


def hrefs(world, server):
    """Names that are escaped in several ways are downloaded once, changed and deleted in place."""
    wanted = ["a%20b.vcf", "%40x.vcf", "y@z.vcf", "%C3%BC.vcf", "%2540.vcf", "s;t.vcf"]
    for number, name in enumerate(wanted):
        server.put(name, card(f"H{number}"))
    book = world.book(server.url)
    book.sync()
    book.nothing(server)
    for number in range(len(wanted)):
        book.run("book", "set", f"H{number}", "note=here")
    book.sync()
    assert len(server.hrefs()) == len(wanted), server.hrefs()
    assert all("NOTE:here" in text for text in server.texts())
    book.nothing(server)
    book.run("book", "remove", "H3")
    book.sync()
    assert len(server.hrefs()) == len(wanted) - 1, server.hrefs()
