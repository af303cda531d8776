"""Servers, and what stands between them and the tool: a proxy that makes faults, an end of TLS."""

import contextlib
import hashlib
import http.client
import http.server
import re
import socket
import ssl
import subprocess
import threading
import time


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
