"""Servers, and what stands between them and the tool: a proxy that makes faults, an end of TLS."""

import contextlib
import hashlib
import http.client
import http.server
import imaplib
import os
import pathlib
import re
import secrets
import signal
import socket
import sqlite3
import ssl
import struct
import subprocess
import threading
import time


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """A server with one empty collection; ann's password is `secret`."""

    scheme = "basic"
    # Requests of a run that are answered with what it takes to ask at all.
    greetings = 0
    # In how many versions it shows cards.
    views = 1
    # Whether SyncEvolution can make cards there.
    takes_syncevolution = True

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
        # The group of it is ended with all that it has started.
        with open(folder / "log", "wb") as log:
            self.process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env=self.environment)
        try:
            self.wait(self.port)
            self.ready()
        except BaseException:
            self.stop()
            raise

    @property
    def name(self):
        return type(self).__name__.lower()

    @classmethod
    def version(cls, programs):
        name = cls.__name__.lower()
        return subprocess.run(
            [f"{programs}/python", "-c", f"import importlib.metadata as them; print(them.version('{name}'))"],
            capture_output=True, check=True, text=True).stdout.strip()

    def ready(self):
        """Does what is left to do when it answers."""

    def wait(self, port):
        for _ in range(300):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise AssertionError(f"{type(self).__name__} does not start: {(self.folder / 'log').read_text()[-500:]}")

    def stop(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def credentials(self, method, path):
        return {"Authorization": "Basic YW5uOnNlY3JldA=="}

    def ask(self, method, name="", body=None, path=None, **headers):
        path = path or self.path + name
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=900)
        with contextlib.closing(connection):
            connection.request(
                method, path, body.encode() if body else None,
                self.credentials(method, path) | {"Content-Type": "text/vcard; charset=utf-8"} | headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace")

    def put(self, name, text):
        status, said = self.ask("PUT", name, text)
        assert status in (200, 201, 204), f"PUT {name}: {status} {said}"

    def fill(self, cards):
        """Puts cards, each a name and a text, into the collection that has none."""
        for name, text in cards:
            self.put(name, text)

    def hrefs(self):
        _, text = self.ask(
            "PROPFIND", body='<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>',
            Depth="1", **{"Content-Type": "application/xml"})
        # The path of a member, whichever prefix the server has for DAV:.
        found = re.findall(r"<(?:\w+:)?href>([^<]*)<", text)
        return [href for href in found if href.rstrip("/") != self.path.rstrip("/")]

    def texts(self):
        return [self.ask("GET", path=href)[1].replace("\r\n", "\n") for href in self.hrefs()]


class Radicale(Server):
    path = "/ann/book/"

    def command(self):
        self.cards = self.folder / "data/collection-root/ann/book"
        self.cards.mkdir(parents=True)
        (self.cards / ".Radicale.props").write_text('{"tag": "VADDRESSBOOK", "D:displayname": "Friends"}')
        (self.folder / "users").write_text("ann:secret\n")
        (self.folder / "config").write_text(
            f"[server]\nhosts = 127.0.0.1:{self.port}\n"
            f"[auth]\ntype = htpasswd\nhtpasswd_filename = {self.folder}/users\n"
            f"htpasswd_encryption = plain\ndelay = 0\n[storage]\nfilesystem_folder = {self.folder}/data\n")
        return [f"{self.programs}/radicale", "--config", str(self.folder / "config")]

    def fill(self, cards):
        for name, text in cards:
            (self.cards / name).write_text(text, newline="")
        # A listing that it has not read yet takes minutes for ten thousand.
        self.ask("REPORT", body=(
            '<sync-collection xmlns="DAV:"><sync-token/><sync-level>1</sync-level><prop><getetag/></prop>'
            "</sync-collection>"), **{"Content-Type": "application/xml"})


class Xandikos(Server):
    path = "/ann/contacts/addressbook/"
    takes_syncevolution = False

    def command(self):
        return [
            f"{self.programs}/xandikos", "serve", "-d", str(self.folder / "data"), "-l", "127.0.0.1", "-p",
            str(self.port), "--current-user-principal", "/ann/", "--defaults",
        ]

    def credentials(self, method, path):
        return {}

    def fill(self, cards):
        """The collection is a repository of git: one commit, where each PUT would be one."""
        files = self.folder / "data/ann/contacts/addressbook"
        for name, text in cards:
            (files / name).write_text(text, newline="")
        commit = (
            "import pathlib, sys; from dulwich import porcelain; files = pathlib.Path(sys.argv[1]);"
            "porcelain.add(files, list(map(str, files.glob('*.vcf')))); who = b'ann <ann@x.example>';"
            "porcelain.commit(files, message=b'All at once', author=who, committer=who)")
        subprocess.run([f"{self.programs}/python", "-c", commit, files], check=True, capture_output=True)


class Debian(Server):
    """A server that is a package of Debian."""

    @classmethod
    def version(cls, programs):
        return subprocess.run(
            ["dpkg-query", "-W", "-f", "${Version}", cls.package], capture_output=True, check=True, text=True).stdout


class Sabre(Debian):
    """sabre/dav as Debian has it: 1.8, which tells no changes, and asks for Digest."""

    path = "/addressbooks/ann/book/"
    scheme = "digest"
    greetings = 1
    package = "php-sabre-dav"
    tables = pathlib.Path("/usr/share/doc/php-sabre-dav/examples/sql")

    def command(self):
        self.file = self.folder / "sabre.sqlite"
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            for table in ("addressbooks", "principals", "users"):
                database.executescript((self.tables / f"sqlite.{table}.sql").read_text())
            database.executescript(
                "DELETE FROM principals; DELETE FROM users;"
                "INSERT INTO principals (uri, displayname) VALUES ('principals/ann', 'Ann');"
                "INSERT INTO addressbooks (principaluri, displayname, uri, description, ctag)"
                " VALUES ('principals/ann', 'Friends', 'book', '', 1);")
            database.execute("INSERT INTO users (username, digesta1) VALUES ('ann', ?)", (digest("ann:sabre:secret"),))
            database.commit()
        self.environment |= {"SABRE_DATABASE": str(self.file), "PHP_CLI_SERVER_WORKERS": "4"}
        return [
            "php", "-d", "memory_limit=1G", "-d", "post_max_size=64M", "-S", f"127.0.0.1:{self.port}",
            str(pathlib.Path(__file__).with_name("sabre.php")),
        ]

    def credentials(self, method, path):
        """RFC 2617 3.2.2.1; this server takes any nonce."""
        given, nonce = digest("ann:sabre:secret"), secrets.token_hex(8)
        answer = digest(f"{given}:{nonce}:00000001:c:auth:{digest(f'{method}:{path}')}")
        return {
            "Authorization": f'Digest username="ann", realm="sabre", nonce="{nonce}", uri="{path}", qop=auth,'
            f' nc=00000001, cnonce="c", response="{answer}"'}

    def fill(self, cards):
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            database.executemany(
                "INSERT INTO cards (carddata, uri, lastmodified, addressbookid) VALUES (?, ?, 1, 1)",
                ((text, name) for name, text in cards))
            database.commit()


def digest(text):
    return hashlib.md5(text.encode()).hexdigest()


class Cyrus(Debian):
    """Cyrus IMAP: its master starts as root and works as its own user."""

    path = "/dav/addressbooks/user/ann/Default/"
    package = "cyrus-caldav"
    views = 2
    place = pathlib.Path("/usr/lib/cyrus/bin")

    def command(self):
        folder, own = self.folder, self.place
        self.mail = free_port()
        for name in ("conf/db", "conf/socket", "run", "spool"):
            (folder / name).mkdir(parents=True)
        settings = folder / "imapd.conf"
        settings.write_text(
            f"configdirectory: {folder}/conf\npartition-default: {folder}/spool\nproc_path: {folder}/run/proc\n"
            f"mboxname_lockpath: {folder}/run/lock\nlmtpsocket: {folder}/run/lmtp\nidlesocket: {folder}/run/idle\n"
            f"notifysocket: {folder}/run/notify\nadmins: cyrus\nallowplaintext: yes\nhttpmodules: carddav\n"
            "sasl_pwcheck_method: auxprop\nsasl_auxprop_plugin: sasldb\nsasl_mech_list: PLAIN\n"
            f"sasl_sasldb_path: {folder}/sasldb\n")
        (folder / "cyrus.conf").write_text(
            f'START {{\n  recover cmd="{own}/ctl_cyrusdb -C {settings} -r"\n}}\nSERVICES {{\n'
            f'  http cmd="{own}/httpd -C {settings}" listen="127.0.0.1:{self.port}" prefork=1\n'
            f'  imap cmd="{own}/imapd -C {settings}" listen="127.0.0.1:{self.mail}" prefork=0\n}}\n')
        for user in ("ann", "cyrus"):
            subprocess.run(
                ["/usr/sbin/saslpasswd2", "-p", "-c", "-f", folder / "sasldb", "-u", socket.gethostname(), user],
                input=b"secret\n", check=True)
        subprocess.run(["chown", "-R", "cyrus:mail", folder], check=True)
        for place in (folder, folder.parent):
            place.chmod(0o711)
        return [
            str(own / "master"), "-C", str(settings), "-M", str(folder / "cyrus.conf"), "-p", str(folder / "run/pid"),
            "-D",
        ]

    def ready(self):
        """Whoever has no mailbox has no address book."""
        self.wait(self.mail)
        with imaplib.IMAP4("127.0.0.1", self.mail) as mail:
            mail.login("cyrus", "secret")
            said = mail.create("user/ann")
            assert said[0] == "OK", said
        assert self.ask("PROPFIND", Depth="0")[0] == 207


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
        # With the name that it was asked by: a server leads to itself elsewhere.
        connection.request(self.command, self.path, body or None, dict(self.headers.items()))
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


def certificate(folder, name, days, hosts="DNS:localhost"):
    """A self-signed certificate, and the SHA-256 of its public key."""
    key, file = folder / f"{name}.key", folder / f"{name}.pem"
    request, settings = folder / f"{name}.csr", folder / f"{name}.cnf"
    settings.write_text(
        "[ca]\ndefault_ca=own\n[own]\n"
        f"database={folder}/{name}.index\nserial={folder}/{name}.serial\nnew_certs_dir={folder}\n"
        "default_md=sha256\npolicy=any\n[any]\ncommonName=supplied\n"
        f"[extensions]\nbasicConstraints=CA:TRUE\nsubjectAltName={hosts}\n")
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


class NameServer:
    """Answers questions of DNS (RFC 1035 §4.1) with what it is told of names; of others it knows none."""

    types = {1: "A", 16: "TXT", 33: "SRV"}

    def __init__(self, asked, known):
        self.asked, self.known = asked, known
        # The types that were asked for.
        self.seen = set()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                question, who = self.asked.recvfrom(4096)
                self.asked.sendto(self.answer(question), who)

    def answer(self, message):
        end = message.index(b"\0", 12) + 5
        labels, at = [], 12
        while message[at]:
            labels.append(message[at + 1:at + 1 + message[at]].decode())
            at += 1 + message[at]
        name, number = ".".join(labels).lower(), int.from_bytes(message[end - 4:end - 2], "big")
        value = self.known.get((name, self.types.get(number)))
        is_known = any(name == known for known, _ in self.known)
        head = message[:2] + bytes([0x81, 0x80 if is_known else 0x83, 0, 1, 0, value is not None, 0, 0, 0, 0])
        if value is None:
            return head + message[12:end]
        self.seen.add(self.types[number])
        data = getattr(self, self.types[number].lower())(value)
        # The name is that of the question.
        return head + message[12:end] + b"\xC0\x0C" + message[end - 4:end] + struct.pack(">IH", 60, len(data)) + data

    @staticmethod
    def a(address):
        return socket.inet_aton(address)

    @staticmethod
    def txt(text):
        return bytes([len(text)]) + text.encode()

    @staticmethod
    def srv(value):
        port, host = value
        labels = b"".join(bytes([len(label)]) + label.encode() for label in host.split("."))
        return struct.pack(">HHH", 0, 0, port) + labels + b"\0"


class Terminator:
    """Takes TLS off before a server."""

    def __init__(self, server, file, key, listener=None):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(file, key)
        self.listener = listener or socket.create_server(("127.0.0.1", 0))
        self.port, self.server = self.listener.getsockname()[1], server
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
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
