"""An HTTP receiver on a port of its own: keeps each request as a line of JSON, and answers as its folder says.

receiver.py FOLDER PORT: listens at PORT (0: any) and writes FOLDER/port; FOLDER/answers has a status a line, taken from the top ("drop" closes without a
word, "slow" answers after ten seconds, "hold" when there is FOLDER/release, "missing" says 404 with the path); without it all are answered 200. Requests are appended to FOLDER/requests.
"""
import http.server, json, os, sys, threading, time

folder = sys.argv[1]
lock = threading.Lock()


def next_answer():
    path = os.path.join(folder, "answers")
    with lock:
        try:
            with open(path) as file:
                lines = file.read().split()
        except FileNotFoundError:
            return "200"
        if not lines:
            return "200"
        with open(path, "w") as file:
            file.write("\n".join(lines[1:]))
        return lines[0]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        answer = next_answer()
        with lock, open(os.path.join(folder, "requests"), "a") as file:
            headers = {name.lower(): value for name, value in self.headers.items()}
            file.write(json.dumps({"path": self.path, "headers": headers, "body": body, "answer": answer}) + "\n")
        if answer == "drop":
            self.close_connection = True
            return
        if answer == "slow":
            time.sleep(10)
            answer = "200"
        if answer == "hold":
            while not os.path.exists(os.path.join(folder, "release")):
                time.sleep(0.05)
            answer = "200"
        said = b"said " + answer.encode()
        if answer == "missing":
            answer, said = "404", b"there is no " + self.path.encode()
        self.send_response(int(answer))
        if answer.startswith("3"):
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Handler)
with open(os.path.join(folder, "port.new"), "w") as file:
    file.write(str(server.server_address[1]))
os.rename(os.path.join(folder, "port.new"), os.path.join(folder, "port"))
server.serve_forever()
