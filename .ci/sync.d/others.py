"""Cases of others at the same collection: another book, an old one, another client."""

import contextlib
import random
import shutil
import sqlite3

from world import card, names


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
    book.nothing(server)
    other.nothing(server)
    # An undo of a deletion that both sides have already.
    book.run("book", "remove", "Zoe")
    book.sync()
    other.sync()
    same(["Ada", "Kate", "Pia"])
    book.run("undo")
    book.sync(ending=(0, 1))
    other.sync(ending=(0, 1))
    same(["Ada", "Kate", "Pia", "Zoe"])
    book.nothing(server)
    other.nothing(server)


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

        def sync(book):
            book.sync(ending=(0, 1))
            told.extend(line for line in book.said.splitlines() if "[conflict]" in line)

        for _ in range(20 if world.full else 6):
            book = chance.choice(books)
            person = chance.choice(people)
            word = f"w{len(given)}x{seed}"
            name = chance.choice(["note", "email", "nickname", "url"])
            value = {"email": f"{word}@x.example", "url": f"https://x.example/{word}"}.get(name, word)
            book.append(person, f"{name.upper()}:{value}")
            given[word] = name
            if chance.random() < 0.2:
                sync(chance.choice(books))
        for _ in range(2):
            for book in books:
                sync(book)
        texts = [book.cards().decode() for book in books]
        for word, name in given.items():
            for text in texts:
                is_told = any(f" {name.upper()}: " in line for line in told)
                assert word in text.replace("\r\n ", "") or is_told, f"seed {seed}: {name} {word} is gone"
        for book in books:
            book.nothing(server)
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
    # Where all members are listed each time: a greeting, and a multiget that is refused for who is gone.
    assert requests <= 2 + server.views + 2 * server.greetings, book.said
    assert names(book.cards().decode()) == ["Kate"]
    book.nothing(server)
    # Who was sent, and is still there, costs no request.
    book.run("book", "new", "-", text=card("Zoe"))
    book.sync()
    book.nothing(server)
