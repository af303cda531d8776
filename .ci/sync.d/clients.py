"""Cases of other programs at the same collection: vdirsyncer with khard, and SyncEvolution."""

import random
import re
import subprocess
import threading

from cards import PHOTO, PIXEL
from world import card, names


class Client:
    """Another program, with a folder of cards that it keeps the same as a collection."""

    def __init__(self, world, server):
        self.world, self.server = world, server
        self.home = world.folder()
        self.cards = self.home / "cards"
        self.cards.mkdir()
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "LC_ALL": "C.UTF-8"}

    def run(self, *command):
        done = subprocess.run(
            [str(word) for word in command], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=300)
        assert done.returncode == 0, f"{command} ended with {done.returncode}: {(done.stdout + done.stderr)[-2000:]}"
        return done.stdout

    def file(self, name):
        """The one file that has a person."""
        found = [file for file in self.cards.iterdir() if name in names(file.read_text())]
        assert len(found) == 1, f"{type(self).__name__} has {name} {len(found)} times"
        return found[0]

    def texts(self):
        return [file.read_text().replace("\r\n", "\n") for file in self.cards.iterdir()]

    def add(self, name, line):
        """A value more, as an editor adds one."""
        file = self.file(name)
        text = file.read_text()
        assert "END:VCARD" in text, text
        file.write_text(text.replace("END:VCARD", f"{line}\nEND:VCARD"))

    def new(self, name):
        (self.cards / f"{name}.vcf").write_text(card(name), newline="")

    def remove(self, name):
        self.file(name).unlink()


class Vdirsyncer(Client):
    def __init__(self, world, server):
        super().__init__(world, server)
        self.programs = world.clients
        (self.home / "vdirsyncer").write_text(
            f'[general]\nstatus_path = "{self.home}/status"\n'
            '[pair both]\na = "here"\nb = "there"\ncollections = null\nconflict_resolution = null\n'
            f'[storage here]\ntype = "filesystem"\npath = "{self.cards}"\nfileext = ".vcf"\n'
            f'[storage there]\ntype = "carddav"\nurl = "{server.url}{server.path}"\nusername = "ann"\n'
            f'password = "secret"\nauth = "{server.scheme}"\n')
        (self.home / "khard").write_text(
            f"[addressbooks]\n[[friends]]\npath = {self.cards}\n[general]\ndefault_action = list\n"
            "[vcard]\npreferred_version = 3.0\n")
        self.vdirsyncer("discover")

    def vdirsyncer(self, *arguments):
        return self.run(f"{self.programs}/vdirsyncer", "-c", self.home / "vdirsyncer", *arguments)

    def sync(self):
        self.vdirsyncer("sync")

    def khard(self, name, change):
        """Edits a person as khard does: a form of all that it knows is filled in."""
        khard = [f"{self.programs}/khard", "-c", self.home / "khard"]
        uid = re.search(r"(?m)^UID:(.*?)\r?$", self.file(name).read_text()).group(1)
        form = self.home / "form.yaml"
        form.write_text(change(self.run(*khard, "show", "--format", "yaml", f"uid:{uid}")))
        done = subprocess.run(
            [*khard, "edit", "-i", form, f"uid:{uid}"], env=self.environment, input="y\n" * 3, capture_output=True,
            text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr


class SyncEvolution(Client):
    def __init__(self, world, server):
        super().__init__(world, server)
        self.configure(
            "username=ann", "password=secret", f"syncURL={server.url}", "backend=carddav",
            f"database={server.url}{server.path}", "target-config@there", "addressbook")
        self.configure(
            "syncURL=local://@there", "peerIsClient=1", "dumpData=0", "printChanges=0", "addressbook/backend=file",
            f"addressbook/database=file://{self.cards}", "addressbook/databaseFormat=text/vcard",
            "addressbook/uri=addressbook", "addressbook/sync=two-way", "sync@here", "addressbook")
        self.syncevolution("--sync", "slow", "sync@here")

    def syncevolution(self, *arguments):
        return self.run("syncevolution", "--daemon=no", *arguments)

    def configure(self, *settings):
        self.syncevolution("--configure", "--keyring=no", "--template", "none", *settings)

    def sync(self):
        self.syncevolution("sync@here")


def khard(world, server):
    """The case that vdirsyncer loses: a 4.0 card that it sends first, edited by khard, is whole in the book and with all."""
    uid = "urn:uuid:4b1c3a52-5d2c-4f0e-8a7e-2f6a1c9d3b10"
    text = PHOTO.replace("FN:", f"UID:{uid}\r\nFN:", 1)
    other = Vdirsyncer(world, server)
    (other.cards / "pia.vcf").write_text(text, newline="")
    book = world.book(server.url)
    book.run("book", "new", "-", text=text)
    before = book.cards()
    # What the server makes of that is what everybody has from now on, but for the book.
    other.sync()
    book.sync(ending=(0, 1))
    assert book.cards() == before, f"the book has changed: {book.cards().decode()}"
    other.sync()

    if server.name == "radicale":
        other.khard("Pia Photo", lambda form: re.sub(r"(?m)^(Formatted name *:).*", r"\1 Pia Jones", form))
    else:
        # khard cuts values of 4.0 at commas itself: where those are still there, another editor has to do it.
        file = other.file("Pia Photo")
        file.write_text(file.read_text().replace("FN:Pia Photo", "FN:Pia Jones"))
    other.sync()
    book.sync(ending=(0, 1))
    has = book.cards().decode()
    for wanted in ("FN:Pia Jones", "NICKNAME:pip", "pippa", "https://x.example/a", PIXEL[:40]):
        assert wanted in has, f"{wanted} is gone from the book: {has}"
    other.sync()
    book.nothing(server)
    if server.views > 1:
        # Who asks for no version, as vdirsyncer does, is shown 3.0 without the photo.
        return
    for where, texts in (("server", server.texts()), ("vdirsyncer", other.texts())):
        text = "\n".join(texts).replace("\n ", "")
        for wanted in ("FN:Pia Jones", "pip", "pippa", PIXEL[:40]):
            assert wanted in text, f"{wanted} is gone from {where}: {text}"


class Ours:
    """The book, seen as one of the clients."""

    def __init__(self, world, server):
        self.book = world.book(server.url)

    def sync(self):
        self.book.sync(ending=(0, 1))
        assert "server-lost" not in self.book.said and "refused" not in self.book.said, self.book.said

    def add(self, name, line):
        self.book.append(name, line)

    def new(self, name):
        self.book.run("book", "new", "-", text=card(name))

    def remove(self, name):
        self.book.run("book", "remove", name)

    def texts(self):
        return [self.book.cards().decode().replace("\r\n", "\n")]


class Peers:
    """Clients of one collection that edit at random.

    The others know whole cards only: one of them edits whom it has as the server has him, and nobody else
    has edits of him that the server lacks. The book edits anybody whose edits are on the server.
    """

    def __init__(self, clients, chance):
        self.clients, self.chance = clients, chance
        # The edits of each person so far, those that the server has, and those that each client has seen.
        self.made, self.sent = {}, {}
        self.seen = [{} for _ in clients]
        self.editor = {}
        self.words, self.gone = {}, set()
        self.count = 0

    def free(self, number):
        """Whom a client may edit."""
        is_ours = number == 0
        return sorted(
            name for name in self.seen[number]
            if name in self.made and (
                self.editor.get(name) == number
                or self.editor.get(name) is None
                and (is_ours or self.seen[number][name] == self.sent[name] == self.made[name])))

    def edit(self, number):
        client, chance = self.clients[number], self.chance
        free = self.free(number)
        self.count += 1
        kind = chance.random()
        if kind < 0.15 or not free:
            name = f"N{self.count:03}"
            client.new(name)
            self.made[name], self.seen[number][name], self.editor[name] = 1, 1, number
            self.words[name] = []
        elif kind < 0.25 and len(self.made) > 5 and all(free[0] in seen for seen in self.seen) \
                and self.editor.get(free[0]) is None:
            name = free[0]
            client.remove(name)
            self.gone.add(name)
            del self.made[name]
        else:
            name = chance.choice(free)
            word = f"w{self.count}x{chance.randrange(10**6)}"
            line = chance.choice([f"TEL:+1 408 555 {self.count:04}{chance.randrange(1000):03}",
                                  f"EMAIL:{word}@x.example", f"URL:https://x.example/{word}"])
            client.add(name, line)
            self.made[name] += 1
            self.seen[number][name] = self.made[name]
            self.editor[name] = number
            self.words[name].append(line.partition(":")[2])

    def sync(self, numbers):
        """Has clients sync at once, but for SyncEvolution: what comes while it runs it takes for seen."""
        alone = [number for number in numbers if isinstance(self.clients[number], SyncEvolution)]
        numbers = [number for number in numbers if number not in alone]
        before = dict(self.sent)
        failed = []

        def run(number):
            try:
                self.clients[number].sync()
            except Exception as error:
                failed.append(error)

        threads = [threading.Thread(target=run, args=(number,)) for number in numbers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number in alone:
            run(number)
        numbers += alone
        if failed:
            raise failed[0]
        for name, number in list(self.editor.items()):
            if number in numbers:
                if name in self.made:
                    self.sent[name] = self.made[name]
                del self.editor[name]
        for number in numbers:
            for name, edits in before.items():
                # What others sent at the same time it may have seen, or not.
                self.seen[number][name] = max(self.seen[number].get(name, 0), edits)

    def check(self, where, texts):
        text = "\n".join(texts).replace("\n ", "")
        assert names(text) == sorted(self.made), f"{where} has {names(text)}, not {sorted(self.made)}"
        for name in self.made:
            for word in self.words[name]:
                assert word in text.replace("\\", ""), f"{where} lacks {word} of {name}: {text}"


def clients(world, server):
    """The book, vdirsyncer, khard and SyncEvolution edit at random and sync at once: all have the same in two rounds."""
    seeds = range(1 if not world.full else 20 if server.name == "radicale" else 10)
    count = 0
    kinds = [Ours, Vdirsyncer] + ([SyncEvolution] if server.takes_syncevolution else [])
    for seed in seeds:
        for href in server.hrefs():
            server.ask("DELETE", path=href)
        chance = random.Random(f"{server.name} {seed}")
        peers = Peers([kind(world, server) for kind in kinds], chance)
        everybody = range(len(kinds))
        for _ in range(4):
            peers.edit(0)
        for number in everybody:
            peers.sync([number])
        for _ in range(4):
            for _ in range(4):
                peers.edit(chance.choice(everybody))
            peers.sync([number for number in everybody if chance.random() < 0.7])
        try:
            for _ in range(2):
                for number in everybody:
                    peers.sync([number])
            peers.check("the server", server.texts())
            for kind, client in zip(kinds, peers.clients):
                peers.check(kind.__name__, client.texts())
            peers.clients[0].book.nothing(server)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        count += peers.count
    return f"{len(seeds)} seeds, {count} edits of {' and '.join(kind.__name__.lower() for kind in kinds)}"
