"""Kills Bothy at one named place, lets it go on, and checks that nothing is lost, doubled or left.

usage: faults.py --bothy PROGRAM --folder FOLDER --mode watch|run POINT…
"""

import argparse
import email
import email.policy
import http.server
import json
import os
import random
import re
import shutil
import signal
import socketserver
import subprocess
import sys
import threading
import time
import uuid

import check_state
from chaos import FILES, Repository, install_stub
from check_state import State


class Receiver:
    """Takes what is told of ends: the number of an integration for each delivery, as often as it came."""

    hears_all = True

    def __init__(self):
        self.told = told = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                told.append((self.headers["X-Bothy-Delivery"], body["integration"]))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *words):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def numbers(self):
        return {number for _, number in self.told}


class MailBox:
    """A mail server that takes all: the number of an integration for each Message-ID."""

    # Nobody gets a mail of one that was canceled.
    hears_all = False

    def __init__(self):
        self.told = told = []

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                self.say("220 here")
                while line := self.rfile.readline():
                    word = line[:4].upper()
                    if word == b"DATA":
                        self.say("354 go on")
                        text = b""
                        while (line := self.rfile.readline()) not in (b".\r\n", b""):
                            text += line
                        mail = email.message_from_bytes(text, policy=email.policy.default)
                        told.append((mail["message-id"], int(re.search(r"#(\d+)", mail["subject"]).group(1))))
                    self.say("221 bye" if word == b"QUIT" else "250 fine")

            def say(self, words):
                self.wfile.write(words.encode() + b"\r\n")

        socketserver.ThreadingTCPServer.daemon_threads = True
        server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        # Whoever was killed hung up in the middle.
        server.handle_error = lambda *_: None
        self.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()

    numbers = Receiver.numbers


class Fault:
    def __init__(self, options, point):
        self.options, self.point = options, point
        self.folder = f"{options.folder}/{options.mode}-{point}"
        self.state = self.folder + "/state"
        self.mark = self.folder + "/struck"
        self.marker = f"fault-{uuid.uuid4()}"
        self.forgets = point.startswith("history.")
        # Two in turn, as their folders are only changed over then.
        self.branches = ["main", "other"] if point.startswith("branch.") else ["main"]
        self.violations = []
        for name in ("bots", "tmp"):
            os.makedirs(f"{self.folder}/{name}")
        install_stub(self.folder + "/toolchain")
        self.repository = Repository(self.folder + "/lonely", False, random.Random(1), FILES)
        for name in self.branches[1:]:
            self.repository.set(name, self.repository.commit(self.repository.tip("main")))
        self.environment = os.environ | {
            "BOTHY_FAULT": f"{point}@{self.mark}", "BOTHY_CHAOS": self.marker, "TMPDIR": self.folder + "/tmp"}
        self.bot_file = f"{self.folder}/bots/lonely.yaml"
        lines = [f"repository: {self.repository.path}", f"toolchain: {self.folder}/toolchain",
                 f"branches: [{', '.join(self.branches)}]", "triggers:", "  - after: 'true'"]
        self.receivers = [Receiver(), MailBox()] if options.mode == "watch" else []
        if options.mode == "watch":
            hooks, mails = (it.port for it in self.receivers)
            lines.append(f'  - webhook: {{url: "http://127.0.0.1:{hooks}/end"}}')
            lines.append("  - email: {to: [team@example.org], report: every}")
            os.makedirs(self.state)
            with open(self.state + "/mail.yaml", "w") as file:
                file.write(f"host: 127.0.0.1\nport: {mails}\ntls: none\nfrom: bothy@example.org\n")
        if self.forgets:
            lines.append("keep: {integrations: 1}")
        with open(self.bot_file, "w") as file:
            file.write("\n".join(lines) + "\n")

    def start(self, *words):
        with open(self.folder + "/log", "ab") as log:
            return subprocess.Popen(
                [self.options.bothy, *words, "--state", self.state], env=self.environment, cwd="/",
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    # The watcher: started again each time it is gone, until each of some commits in turn is integrated.

    def watch(self):
        self.watcher = None
        deaths = 0
        unsure = set()
        # What is forgotten has to be there first.
        for step in range(3 if self.forgets else 2):
            if step:
                for name in self.branches:
                    self.repository.set(name, self.repository.commit(self.repository.tip(name)))
            tips = [self.repository.tip(it) for it in self.branches]
            # Long enough for the timer that looks where an event got lost, and for a machine that stands still.
            deadline = time.time() + 120
            while not self.is_done(tips):
                if self.watcher is None or self.watcher.poll() is not None:
                    if self.watcher is not None:
                        deaths += 1
                        unsure |= self.sending()
                    self.watcher = self.start("watch", "--bots", self.folder + "/bots", "--jobs", "1")
                if time.time() > deadline:
                    self.violations.append(f"commit {step + 1} was not integrated and told within 120 s")
                    self.show()
                    break
                time.sleep(0.05)
        if deaths > 1:
            self.violations.append(f"the watcher ended {deaths} times")
        self.watcher.terminate()
        status = self.watcher.wait(60)
        if status != 0:
            self.violations.append(f"asked to end, the watcher ended with {status}")
        state = State(self.state)
        state.check_fates(self.forgets)
        state.check_tips({"lonely": self.repository.path}, self.branches)
        told = [it for receiver in self.receivers for it in receiver.told]
        for delivery, number in set(told):
            times = sum(it == delivery for it, _ in told)
            if times > (2 if number in unsure else 1):
                self.violations.append(f"{delivery} was told {times} times")
        # Cut off once, it was begun again once.
        least = 2 * len(self.branches)
        most = 4 if self.forgets else least + 1
        if len(state.integrations) > most or not self.forgets and len(state.integrations) < least:
            self.violations.append(f"there are {len(state.integrations)} integrations")
        return state

    def sending(self):
        """What was on its way when the watcher died: nobody can know whether it was taken."""
        if not os.path.exists(self.state + "/bothy.sqlite"):
            return set()
        try:
            return {it["number"] for it in check_state.ask(self.state, check_state.SENDING)[0]}
        except RuntimeError:
            return set()

    def show(self):
        """Everything that may tell why it waits."""
        state = State(self.state)
        for name in ("integrations", "pending", "tips"):
            for row in getattr(state, name):
                print(f"  {name}: {json.dumps(row)}")
        for process, words in check_state.marked(self.marker).items():
            print(f"  process {process}: {' '.join(words)}")
            for thread in sorted(os.listdir(f"/proc/{process}/task")):
                told = []
                for name in ("comm", "wchan", "syscall"):
                    try:
                        with open(f"/proc/{process}/task/{thread}/{name}") as file:
                            told.append(file.read().strip())
                    except OSError:
                        told.append("?")
                print(f"    {' '.join(told)}")
        print(f"  told: {[it.told for it in self.receivers]}")
        with open(self.folder + "/log") as file:
            print("".join("  log: " + it for it in file.readlines()[-40:]))

    def is_done(self, tips):
        if not os.path.exists(self.state + "/bothy.sqlite"):
            return False
        try:
            state = State(self.state)
        except RuntimeError:
            return False
        # Nobody knows of one without a report how it ended, besides that it did.
        for receiver in self.receivers:
            ended = {it["number"] for it in state.integrations
                     if it["reported"] and (receiver.hears_all or it["result"] != "canceled")}
            if not ended <= receiver.numbers():
                return False
        return not state.pending and all(it["settled"] for it in state.integrations) and all(any(
            it["revision"] == tip and it["result"] == "succeeded" for it in state.integrations) for tip in tips)

    # Runs, one after the other; the first that the fault does not hit must tell the truth.

    def run(self):
        statuses = []
        for step in range(3):
            if step:
                self.repository.set("main", self.repository.commit(self.repository.tip("main")))
            was_struck = os.path.exists(self.mark)
            run = self.start("run", self.repository.path, "--bot", self.bot_file, "--commit", "main")
            statuses.append(run.wait(60))
            if was_struck:
                break
        if [it for it in statuses if it != 0] not in ([], [-signal.SIGKILL], [5]):
            self.violations.append(f"the runs ended with {statuses}")
        state = State(self.state)
        if not self.forgets:
            for one in state.integrations:
                if one["result"] == "canceled" or one["reported"]:
                    continue
                if one["result"] != "internal-error":
                    self.violations.append(f"#{one['number']} is {one['result']} without a report")
        return state

    def check(self):
        try:
            state = getattr(self, self.options.mode)()
            state.check_repeats() if self.options.mode == "watch" else None
            state.check_numbers(self.forgets)
            state.check_rest()
            state.check_pages()
            state.check_leftovers()
            self.violations += state.violations
            if self.forgets:
                self.check_forgotten(state)
            for _ in range(200):
                if not check_state.marked(self.marker):
                    break
                time.sleep(0.1)
            for process, words in check_state.marked(self.marker).items():
                self.violations.append(f"process {process} is left: {' '.join(words)}")
        finally:
            for process in check_state.marked(self.marker):
                os.kill(process, signal.SIGKILL)
        if not os.path.exists(self.mark):
            self.violations.append("it never came by there")
        for text in self.violations:
            print(f"{self.options.mode} {self.point}: {text}")
        if not self.violations:
            shutil.rmtree(self.folder)
        return not self.violations

    def check_forgotten(self, state):
        known = {(it["bot"], str(it["number"])) for it in state.integrations}
        for root in ("integrations", "site/bots"):
            for bot in os.listdir(f"{self.state}/{root}"):
                for name in os.listdir(f"{self.state}/{root}/{bot}"):
                    if name.isdigit() and (bot, name) not in known:
                        self.violations.append(f"{root}/{bot}/{name} was forgotten and is left")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bothy", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--mode", choices=["watch", "run"], required=True)
    parser.add_argument("points", nargs="+")
    options = parser.parse_args()
    good = [Fault(options, point).check() for point in options.points]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
