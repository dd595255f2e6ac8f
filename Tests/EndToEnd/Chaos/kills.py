"""A server, its watcher and a client of theirs, one of which is killed while something is asked for; then it is
asked again under the same key. Nothing may be lost or done twice, and the pages are right.

usage: kills.py --bothy PROGRAM --folder FOLDER [--kills 50] [--seed N]
"""

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from chaos import FILES, Repository, install_stub
from check_state import State, ask

PATIENCE = 60
FIRSTS = "SELECT number, revision, result, started FROM integration WHERE again IS NULL ORDER BY number"


class Kills:
    def __init__(self, options):
        self.options, self.folder, self.state = options, options.folder, options.folder + "/state"
        self.dice = random.Random(options.seed)
        self.violations, self.processes = [], {}
        self.log = open(self.folder + "/said.log", "ab")
        for name in ("bots", "state"):
            os.makedirs(f"{self.folder}/{name}", exist_ok=True)
        install_stub(self.folder + "/toolchain")
        self.repository = Repository(self.folder + "/r", False, self.dice, FILES)
        with open(self.folder + "/bots/p.yaml", "w") as file:
            file.write(f"repository: ../r\nschedule: {{on: manual}}\ntoolchain: {self.folder}/toolchain\n"
                       "coverage: {enabled: false}\n")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = "127.0.0.1:%d" % free.getsockname()[1]
        self.token = subprocess.run(
            [options.bothy, "token", "create", "ci", "--role", "operator", "--state", self.state],
            capture_output=True, text=True, check=True).stdout.strip()
        # How often each commit was asked for.
        self.asked = {}

    def start(self, name):
        words = {"server": ["serve", "--address", self.address], "watcher": ["watch", "--grace", "1s"]}[name]
        self.processes[name] = subprocess.Popen(
            [self.options.bothy, *words, "--bots", self.folder + "/bots", "--state", self.state],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True)

    def get(self, path):
        try:
            with urllib.request.urlopen(f"http://{self.address}{path}", timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError as error:
            return 0, str(error)

    def wait(self, what, holds):
        deadline = time.time() + PATIENCE
        while not holds():
            if time.time() > deadline:
                raise RuntimeError(f"it never came to this: {what}")
            time.sleep(0.05)

    def are_there(self):
        self.wait("all are there", lambda: "bothy_watcher_up 1" in self.get("/metrics")[1])

    def client(self, path, fields, key):
        """A program of its own, which prints the answer and its status."""
        return subprocess.Popen(
            ["curl", "-sS", "--noproxy", "*", "--max-time", "30", "-w", "\n%{http_code}", "-d", json.dumps(fields),
             "-H", "Content-Type: application/json", "-H", "Authorization: Bearer " + self.token,
             "-H", "Idempotency-Key: " + key, f"http://{self.address}{path}"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def answer(self, client):
        words, _, status = client.communicate()[0].rpartition("\n")
        return status, words

    def settled(self):
        state = State(self.state)
        return not state.pending and all(it["result"] and it["settled"] for it in state.integrations)

    def firsts(self, commit):
        """Those that were asked for: what was cut off is begun again by itself, and says so."""
        return [it for it in ask(self.state, FIRSTS)[0] if it["revision"] == commit]

    def round(self, number, victim):
        done = [it for it in self.asked if self.firsts(it)]
        if done and self.dice.random() < 0.3:
            commit = self.dice.choice(done)
            what = f"/api/bots/p/{self.firsts(commit)[0]['number']}/rerun", {}
        else:
            commit = self.repository.commit(self.repository.tip("main"))
            self.repository.set("main", commit)
            what = "/api/bots/p/integrate", {"commit": commit}
        self.asked[commit] = self.asked.get(commit, 0) + 1
        delay = self.dice.choice([0.02, 0.06, 0.3, 1.2]) * self.dice.random()
        client = self.client(*what, f"key-{number}")
        time.sleep(delay)
        process = client if victim == "client" else self.processes[victim]
        process.send_signal(signal.SIGKILL)
        process.wait()
        first = self.answer(client)
        if victim != "client":
            self.start(victim)
        tries = []
        def is_taken():
            tries.append(self.answer(self.client(*what, f"key-{number}")))
            return tries[-1][0] == "200"
        self.wait(f"it is done: {first}, {tries}", is_taken)
        self.are_there()
        again = self.answer(self.client(*what, f"key-{number}"))
        if again[0] != "200" or '"repeated" : true' not in again[1]:
            self.violations.append(f"asked once more it is not known: {again}")
        self.wait("nothing is to be done", self.settled)
        print(f"{number}: {what[0]}: {victim} killed after {delay * 1000:.0f} ms: {first[0]}, then "
              f"{[it[0] for it in tries]}", flush=True)
        self.look(number)

    def look(self, number):
        for commit, count in self.asked.items():
            found = self.firsts(commit)
            if len(found) != count:
                self.violations.append(f"round {number}: {commit} was asked for {count} times: {found}")
        # Pages follow within a moment.
        deadline = time.time() + 20
        while True:
            state = State(self.state)
            state.check_numbers()
            state.check_rest()
            state.check_pages()
            self.check_served(state)
            if not state.violations or time.time() > deadline:
                break
            time.sleep(0.2)
        self.violations += [f"round {number}: {it}" for it in state.violations]

    def check_served(self, state):
        last = max(state.integrations, key=lambda it: it["number"])["number"]
        ended = [it["number"] for it in state.integrations if it["reported"]]
        for path, words in [("/", "p"), ("/bots/p/", f">#{last}<"), (f"/bots/p/{max(ended, default=last)}/", "#")]:
            status, page = self.get(path)
            if status != 200 or words not in page:
                state.complain(f"{path} is served with {status}, without {words}")

    def run(self):
        print(f"seed {self.options.seed}", flush=True)
        for name in ("server", "watcher"):
            self.start(name)
        self.are_there()
        victims = []
        for number in range(1, self.options.kills + 1):
            if not victims:
                victims = ["server", "watcher", "client", "server", "watcher"]
                self.dice.shuffle(victims)
            self.round(number, victims.pop())
            if self.violations:
                break

    def end(self):
        for name, process in self.processes.items():
            process.terminate()
            if process.wait(PATIENCE) != 0:
                self.violations.append(f"asked to end, the {name} ended with {process.returncode}")
        state = State(self.state)
        state.check_leftovers()
        self.violations += state.violations


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bothy", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    kills = Kills(parser.parse_args())
    try:
        kills.run()
    except RuntimeError as error:
        kills.violations.append(str(error))
    finally:
        kills.end()
    print("\n".join(kills.violations[:40]))
    sys.exit(1 if kills.violations else 0)


main()
