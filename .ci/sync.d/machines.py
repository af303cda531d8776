"""Cases of machines with networks of their own."""

import contextlib
import ctypes
import os
import re
import socket
import subprocess
import threading

from servers import NameServer, Terminator, certificate
from world import card

NETWORK = 0x40000000


class Network:
    """Two machines, each with a wire to a third one that a server listens at: namespaces of the network.

    Nothing of it is reached from without, and nothing else from within.
    """

    machines = ("left", "right")

    def __enter__(self):
        self.prefix = f"sync{os.getpid()}-{threading.get_native_id()}"
        self.names = []
        try:
            hub = self.add("hub")
            for number, machine in enumerate(self.machines):
                name = self.add(machine)
                self.ip("link", "add", f"to-{machine}", "netns", hub, "type", "veth", "peer", "name", "wire", "netns", name)
                for where, wire, host in ((hub, f"to-{machine}", 1), (name, "wire", 2)):
                    self.ip("-n", where, "address", "add", f"10.77.{number}.{host}/24", "dev", wire)
                    self.ip("-n", where, "link", "set", wire, "up")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for name in self.names:
            subprocess.run(["ip", "netns", "delete", name], check=False)

    def add(self, role):
        name = f"{self.prefix}-{role}"
        self.ip("netns", "add", name)
        self.names.append(name)
        self.ip("-n", name, "link", "set", "lo", "up")
        return name

    @staticmethod
    def ip(*arguments):
        done = subprocess.run(["ip", *arguments], capture_output=True, text=True)
        assert done.returncode == 0, f"ip {' '.join(arguments)}: {done.stderr}"

    def enter(self, machine):
        """What goes before a command that is to run there."""
        return ("nsenter", f"--net=/run/netns/{self.prefix}-{machine}")

    def listener(self):
        """A socket that listens at the third machine, whose octets come to this one."""
        return self.there(lambda: socket.create_server(("0.0.0.0", 0)))

    def name_socket(self):
        """A socket of the third machine, where questions to its name server come in."""

        def bind():
            it = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            it.bind(("0.0.0.0", 53))
            return it

        return self.there(bind)

    def there(self, make):
        """What is made at the third machine."""
        found = []

        def run():
            # A thread of its own is there from now on; a socket stays where it was made.
            library = ctypes.CDLL(None, use_errno=True)
            with open(f"/run/netns/{self.prefix}-hub") as place:
                if library.setns(place.fileno(), NETWORK):
                    found.append(OSError(ctypes.get_errno(), "setns"))
                else:
                    found.append(make())

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        if isinstance(found[0], OSError):
            raise found[0]
        return found[0]


def machines(world, server):
    """Two machines that reach nothing but the server, by TLS, come to have the same, and see each other's edits."""
    with Network() as network:
        file, key, pin = certificate(
            world.folder(), "hub", (-1, 1), "IP:10.77.0.1,IP:10.77.1.1")
        with contextlib.closing(network.listener()) as listener:
            end = Terminator(server, file, key, listener)
            books = [
                world.book(
                    f"https://10.77.{number}.1:{end.port}{server.path}", machine,
                    options=("--ca", file, "--pin", pin), before=network.enter(machine))
                for number, machine in enumerate(network.machines)
            ]
            left, right = books
            # The other one's address is not to be had, nor is the server's own; and plain HTTP leaves no machine.
            for url, ending in ((f"https://10.77.1.1:{end.port}/", 69), (server.url, 69), (f"http://10.77.0.1:{end.port}/", 64)):
                left.run("book", "sources", "add", "not", "--carddav", url, "--user", "ann", ending=(ending,))
            left.run("import", "-", "-q", "--ambiguous", "new", "--source", "home",
                     text="".join(card(f"P{number:02}") for number in range(30)))
            right.run("book", "new", "-", text=card("Zoe"))
            rounds = until_equal(books)
            for number in range(10):
                left.append(f"P{number:02}", f"EMAIL:left{number}@x.example")
                right.append(f"P{number + 5:02}", f"URL:https://right.example/{number}")
            left.run("book", "remove", "P20")
            right.run("book", "remove", "P21")
            rounds += until_equal(books)
            for book in books:
                text = book.cards().decode()
                found = [len(re.findall(part, text)) for part in ("left[0-9]@", "//right.example/[0-9]", "FN:")]
                assert found == [10, 10, 29], f"{book.file.stem}: {found}"
    return f"equal after {rounds} rounds"


def mailbox(world, server):
    """A mailbox is enough: its domain says by DNS where the server is, if that is of the domain."""
    with Network() as network:
        folder = world.folder()
        file, key, _ = certificate(folder, "dav", (-1, 1), "DNS:dav.x.test")
        with contextlib.closing(network.listener()) as listener, contextlib.closing(network.name_socket()) as asked:
            port = Terminator(server, file, key, listener).port
            names = NameServer(asked, {
                ("_carddavs._tcp.x.test", "SRV"): (port, "dav.x.test"),
                ("_carddavs._tcp.x.test", "TXT"): "path=/",
                ("_carddavs._tcp.y.test", "SRV"): (port, "dav.x.test"),
                ("dav.x.test", "A"): "10.77.0.1",
            })
            (folder / "resolv.conf").write_text("nameserver 10.77.0.1\n")
            before = (
                *network.enter("left"), "unshare", "--mount", "sh", "-c",
                'mount --bind "$0" /etc/resolv.conf && exec "$@"', folder / "resolv.conf")
            book = world.book("ann@x.test", options=("--ca", file), before=before, user=None)
            book.run("book", "new", "-", text=card("Kate"))
            book.sync()
            assert "to server 1 new" in book.said, book.said
            book.nothing(server)
            for address, said in (("ann@y.test", "use https://dav.x.test:"), ("ann@z.test", "no host z.test")):
                book.run("book", "sources", "add", "not", "--carddav", address, ending=(69,))
                assert said in book.said, book.said
            return f"asked for {' and '.join(sorted(names.seen))}"


def until_equal(books):
    """How many rounds it takes until nobody has anything new, and all books say the same."""
    for number in range(1, 5):
        for book in books:
            book.sync()
        if all("nothing new" in book.said for book in books):
            break
    # What a server rewrites is in the book of who received it, and not of who sent it.
    values = [book.values() for book in books]
    assert values[0] == values[1], set(values[0]) ^ set(values[1])
    return number
