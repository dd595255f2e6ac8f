"""Real git over TLS: `git http-backend` behind certificates that are right, of another name, and over.

gitserver.py FOLDER: serves the bare repositories of FOLDER/repositories, and writes FOLDER/ca.pem and FOLDER/ports:
those with the right certificate, with one of another name and with one that has ended, that of plain HTTP, one that
takes connections and never says a word, and a proxy, to which every name is this machine. FOLDER/password, where it is
there, is what `git` has to say, or who is named in FOLDER/user; FOLDER/proxy-password what `me` has to say to the proxy.
FOLDER/proxied gets a line for each way that the proxy led.
"""
import base64, http.server, os, select, socket, ssl, subprocess, sys, threading

folder = sys.argv[1]


def run(*words):
    subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def certificate(name, host, *before):
    run("openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=" + host)
    with open(os.path.join(folder, name + ".ext"), "w") as file:
        file.write("subjectAltName=DNS:" + host + "\n")
    run(*before, "openssl", "x509", "-req", "-in", name + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key",
        "-CAcreateserial", "-days", "30", "-extfile", name + ".ext", "-out", name + ".pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, name + ".pem"), os.path.join(folder, name + ".key"))
    return context


def kept(name, otherwise=None):
    path = os.path.join(folder, name)
    return open(path, "rb").read() if os.path.exists(path) else otherwise


def basic(user, password):
    return "Basic " + base64.b64encode(user + b":" + password).decode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        secret = kept("password")
        if secret and self.headers.get("Authorization") != basic(kept("user", b"git"), secret):
            return self.say(401, {"WWW-Authenticate": "Basic realm=git", "Content-Type": "text/plain"}, b"who?\n")
        path, _, query = self.path.partition("?")
        if path.startswith("/moved"):
            return self.say(302, {"Location": "http://moved.invalid/far.git/info/refs?" + query}, b"")
        if path.startswith("/renamed.git"):
            return self.say(301, {"Location": self.path.replace("/renamed", "/far", 1)}, b"")
        environment = dict(
            os.environ, GIT_PROJECT_ROOT=os.path.join(folder, "repositories"), GIT_HTTP_EXPORT_ALL="1",
            PATH_INFO=path, QUERY_STRING=query, REQUEST_METHOD=self.command, REMOTE_ADDR="127.0.0.1",
            CONTENT_TYPE=self.headers.get("Content-Type", ""), CONTENT_LENGTH=str(len(body)),
            HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""))
        whole = subprocess.run(
            ["git", "http-backend"], env=environment, input=body, stdout=subprocess.PIPE).stdout
        head, _, content = whole.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        self.say(int(headers.pop("Status", "200 OK").split()[0]), headers, content)

    do_GET = do_POST = answer

    def say(self, status, headers, content):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *words):
        pass


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_CONNECT(self):
        secret = kept("proxy-password")
        if secret and self.headers.get("Proxy-Authorization") != basic(b"me", secret):
            self.send_response(407)
            self.send_header("Proxy-Authenticate", "Basic realm=proxy")
            self.send_header("Content-Length", "0")
            return self.end_headers()
        with open(os.path.join(folder, "proxied"), "a") as file:
            file.write(self.path + "\n")
        there = socket.create_connection(("127.0.0.1", int(self.path.rpartition(":")[2])))
        self.send_response(200)
        self.end_headers()
        ends = {self.connection: there, there: self.connection}
        while True:
            for one in select.select(list(ends), [], [])[0]:
                came = one.recv(65536)
                if not came:
                    there.close()
                    self.close_connection = True
                    return
                ends[one].sendall(came)

    def log_message(self, *words):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        pass


def serve(context, handler=Handler):
    server = Server(("127.0.0.1", 0), handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
    "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Tests of Bothy")
silent = socket.create_server(("127.0.0.1", 0))
ports = [
    serve(certificate("right", "localhost")), serve(certificate("other", "elsewhere.example")),
    serve(certificate("ended", "localhost", "faketime", "2020-01-01")), serve(None), silent.getsockname()[1],
    serve(None, Proxy),
]
with open(os.path.join(folder, "ports.new"), "w") as file:
    file.write(" ".join(map(str, ports)) + "\n")
os.rename(os.path.join(folder, "ports.new"), os.path.join(folder, "ports"))
threading.Event().wait()
