"""Real repositories, real kills: `bothy watch` while everything moves under it, then check_state.py.
Python, as all beside it, so that what looks at the state shares no code with what wrote it.

usage: chaos.py --bothy PROGRAM --folder FOLDER [--repositories 20] [--moments 300] [--kills 100]
                [--seed N] [--real 1]
"""

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import uuid

import check_state
from check_state import State, git

PATTERNS = [r"main", r"release/.*"]

FILES = {
    "Package.swift": (
        "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"P\", "
        "targets: [.target(name: \"P\"), .testTarget(name: \"PTests\", dependencies: [\"P\"])])\n"),
    "Sources/P/P.swift": "public func one() -> Int { 1 }\n",
    "Tests/PTests/PTests.swift": (
        "import XCTest\n@testable import P\n"
        "final class PTests: XCTestCase { func testOne() { XCTAssertEqual(one(), 1) } }\n"),
}


def install_stub(folder):
    """A toolchain that needs milliseconds."""
    os.makedirs(folder)
    shutil.copy(os.path.dirname(os.path.abspath(__file__)) + "/stub_swift.sh", folder + "/swift")
    os.chmod(folder + "/swift", 0o755)
    for name in ("swiftc", "llvm-cov", "llvm-profdata"):
        with open(f"{folder}/{name}", "w") as file:
            file.write("#!/bin/sh\nexit 1\n")
        os.chmod(f"{folder}/{name}", 0o755)


class Repository:
    """One repository, moved by git's own commands."""

    def __init__(self, path, bare, dice, files):
        self.path, self.dice, self.count = path, dice, 0
        self.index = path + ".index"
        subprocess.run(
            ["git", "init", "-q", "-b", "main", *(["--bare"] if bare else []), path], check=True)
        for key, value in {"user.name": "Chaos", "user.email": "chaos@example.org", "gc.auto": "0"}.items():
            git(path, "config", key, value)
        self.files = files
        self.former = []
        self.set("main", self.commit(None))

    def branches(self):
        return git(self.path, "for-each-ref", "--format=%(refname:short)", "refs/heads").split()

    def tip(self, branch):
        return git(self.path, "rev-parse", "refs/heads/" + branch)

    def commit(self, *parents):
        """A commit with a line that no other has."""
        parents = [it for it in parents if it]
        self.count += 1
        environment = os.environ | {"GIT_INDEX_FILE": self.index}
        if parents:
            git(self.path, "read-tree", parents[0], env=environment)
        else:
            for name, text in self.files.items():
                self.stage(name, text, environment)
        self.stage("Sources/P/Count.swift", f"let count = {self.count}\n", environment)
        tree = git(self.path, "write-tree", env=environment)
        flags = [word for parent in parents for word in ("-p", parent)]
        return git(self.path, "commit-tree", tree, *flags, "-m", f"Count to {self.count}")

    def stage(self, name, text, environment):
        blob = git(self.path, "hash-object", "-w", "--stdin", input=text)
        git(self.path, "update-index", "--add", "--cacheinfo", f"100644,{blob},{name}", env=environment)

    def set(self, branch, commit):
        git(self.path, "update-ref", "refs/heads/" + branch, commit)
        self.former = (self.former + [(branch, commit)])[-20:]

    def some_branch(self, but=()):
        return self.dice.choice([it for it in self.branches() if it not in but] or ["main"])

    # The verbs: what people do to repositories.

    def push(self):
        branch = self.some_branch()
        tip = self.tip(branch)
        for _ in range(self.dice.choice([1, 1, 1, 2, 3, 7])):
            tip = self.commit(tip)
        self.set(branch, tip)
        return f"commits to {branch}"

    def force_push(self):
        branch = self.some_branch()
        line = git(self.path, "rev-list", "--first-parent", "-n", "6", branch).split()
        base = self.dice.choice(line[1:] or [None])
        self.set(branch, self.commit(base))
        return f"rewrites {branch} from {base and base[:8]}"

    def merge(self):
        branch, other = self.some_branch(), self.some_branch()
        self.set(branch, self.commit(self.tip(branch), self.tip(other)))
        return f"merges {other} into {branch}"

    def pack_refs(self):
        git(self.path, "pack-refs", "--all", *(["--prune"] if self.dice.random() < 0.5 else []))
        return "packs refs"

    def collect(self):
        return self.collect_now(self.dice.choice(["now", "2.weeks.ago"]))

    def collect_now(self, prune="now"):
        git(self.path, "reflog", "expire", "--expire=now", "--all")
        git(self.path, "gc", "-q", f"--prune={prune}")
        # What is gone can't come back.
        self.former = [it for it in self.former if subprocess.run(
            ["git", "-C", self.path, "cat-file", "-e", it[1]], capture_output=True).returncode == 0]
        return f"collects garbage, pruning {prune}"

    def branch(self):
        name = self.dice.choice(["release/", "release/", "topic/"]) + str(self.dice.randrange(6))
        if name in self.branches():
            return self.push()
        self.set(name, self.tip(self.some_branch()))
        return f"makes {name}"

    def rename(self):
        old = self.some_branch(but=["main"])
        new = self.dice.choice(["release/", "topic/"]) + "r" + str(self.dice.randrange(6))
        if old == "main" or new in self.branches():
            return self.branch()
        git(self.path, "branch", "-m", old, new)
        return f"renames {old} to {new}"

    def delete(self):
        name = self.some_branch(but=["main"])
        if name == "main":
            return self.branch()
        git(self.path, "update-ref", "-d", "refs/heads/" + name)
        return f"deletes {name}"

    def come_back(self):
        if not self.former:
            return self.push()
        branch, commit = self.dice.choice(self.former)
        if branch not in self.branches() and any(
                it.startswith(branch + "/") or branch.startswith(it + "/") for it in self.branches()):
            return self.push()
        git(self.path, "update-ref", "refs/heads/" + branch, commit)
        return f"sets {branch} to {commit[:8]}, where it was"

    def tag(self):
        git(self.path, "tag", "-f", "moving", self.tip(self.some_branch()))
        return "moves a tag"

    def vanish(self):
        os.rename(self.path, self.path + ".away")
        time.sleep(self.dice.random() * 3)
        os.rename(self.path + ".away", self.path)
        return "is away for a while"

    VERBS = [
        (push, 30), (force_push, 12), (merge, 6), (pack_refs, 8), (collect, 8), (branch, 12), (rename, 8),
        (delete, 8), (come_back, 8), (tag, 3), (vanish, 1)]

    def move(self):
        verbs, weights = zip(*self.VERBS)
        return self.dice.choices(verbs, weights)[0](self)


class Watcher:
    """The process under test, and what was killed of it."""

    def __init__(self, options, environment):
        self.options, self.environment = options, environment
        self.log = open(options.folder + "/watch.log", "ab")
        self.process = None

    def start(self, **more):
        folder = self.options.folder
        self.process = subprocess.Popen(
            [self.options.bothy, "watch", "--bots", folder + "/bots", "--state", folder + "/state", "--jobs",
             "3", "--grace", "60s"],
            env=self.environment | more, cwd="/", stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            start_new_session=True)

    def kill(self, dice):
        """Answers what was killed: the watcher, its group, one that integrates, or all there is."""
        processes = check_state.marked(self.environment["BOTHY_CHAOS"])
        integrators = [it for it, words in processes.items() if "perform" in words]
        what = dice.choice(["watcher", "watcher", "group", "all", "integrator", "integrator", "integrator"])
        if what == "integrator" and integrators:
            victim = dice.choice(integrators)
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                pass
            return "an integrator"
        if what == "all":
            for process in processes:
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            self.process.wait()
            return "the watcher and everything below it"
        if what == "group":
            os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()
        self.process.wait()
        return "the watcher" if what != "group" else "the watcher's process group"

    def end(self):
        self.process.terminate()
        try:
            return self.process.wait(90)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None


class Chaos:
    def __init__(self, options):
        self.options = options
        self.dice = random.Random(options.seed)
        self.folder = options.folder
        self.state = options.folder + "/state"
        self.marker = f"chaos-{uuid.uuid4()}"
        self.repositories = {}
        self.numbers = {}
        self.violations = []
        for name in ("bots", "repositories", "tmp"):
            os.makedirs(f"{self.folder}/{name}", exist_ok=True)
        install_stub(self.folder + "/toolchain")
        environment = os.environ | {"BOTHY_CHAOS": self.marker, "TMPDIR": self.folder + "/tmp"}
        self.watcher = Watcher(options, environment)

    def make_world(self):
        for number in range(self.options.repositories):
            name = f"r{number:02}"
            path = f"{self.folder}/repositories/{name}"
            repository = Repository(path, number % 2 == 0, self.dice, FILES)
            self.repositories[name] = repository
            lines = [f"repository: {path}", 'branches: [main, "release/*"]',
                     f"integrate: {'every' if number % 3 == 0 else 'latest'}"]
            # A real swift for some; the rest needs milliseconds.
            if number >= self.options.real:
                lines += [f"toolchain: {self.folder}/toolchain", "coverage: {enabled: false}"]
            with open(f"{self.folder}/bots/{name}.yaml", "w") as file:
                file.write("\n".join(lines) + "\n")

    def say(self, text):
        print(f"{time.time() - self.began:6.1f} s  {text}", flush=True)

    def run(self):
        self.began = time.time()
        self.say(f"seed {self.options.seed}")
        self.make_world()
        self.watcher.start()
        acts = ["move"] * self.options.moments + ["kill"] * self.options.kills
        self.dice.shuffle(acts)
        for act in acts:
            if act == "move":
                repository = self.repositories[self.dice.choice(sorted(self.repositories))]
                self.say(f"{os.path.basename(repository.path)} {repository.move()}")
            else:
                self.say(f"killed: {self.watcher.kill(self.dice)}")
                self.watch_numbers()
            if self.watcher.process.poll() is not None:
                self.watcher.start()
            time.sleep(self.dice.random() * self.options.pause)
            if self.dice.random() < 0.05:
                self.check_running()
        self.say("the dust settles")
        self.settle()
        for name, repository in self.repositories.items():
            tip = repository.tip("main")
            for _ in range(3):
                tip = repository.commit(tip)
            repository.set("main", tip)
        self.settle()
        self.check_running()
        status = self.watcher.end()
        if status != 0:
            self.violations.append(f"asked to end, the watcher ended with {status}")
        return self.check()

    def watch_numbers(self):
        """A number, once given, means the same commit for good."""
        if not os.path.exists(self.state + "/bothy.sqlite"):
            return
        for one in State(self.state).integrations:
            key = (one["bot"], one["number"])
            told = (one["branch"], one["revision"], one["turn"], one["source"])
            if self.numbers.setdefault(key, told) != told:
                self.violations.append(f"{key} was {self.numbers[key]} and is {told}")

    def check_running(self):
        """It may have begun or ended this very moment, or its watcher may just start: it is looked at again."""
        last = None
        for _ in range(600):
            state = State(self.state)
            found = set(state.running_without_process())
            last = found if last is None else last & found
            if not last:
                break
            time.sleep(0.1)
        self.violations += sorted(last or [])
        state = State(self.state)
        state.check_fates()
        state.check_repeats()
        state.check_numbers()
        self.violations += state.violations

    def settle(self):
        """Waits until each tip that git tells is known, and nothing is to be done."""
        deadline = time.time() + self.options.patience
        while time.time() < deadline:
            time.sleep(0.5)
            if self.watcher.process.poll() is not None:
                self.violations.append(f"the watcher ended with {self.watcher.process.returncode}")
                self.watcher.start()
            state = State(self.state)
            if state.pending or any(it["result"] is None or not it["settled"] for it in state.integrations):
                continue
            known = {(it["bot"], it["branch"]): it["revision"] for it in state.tips if not it["gone"]}
            told = {}
            for name, repository in self.repositories.items():
                for branch in repository.branches():
                    if branch == "main" or branch.startswith("release/"):
                        told[(name, branch)] = repository.tip(branch)
            if known == told:
                return
        self.violations.append(f"not everything was done after {self.options.patience} s")

    def check(self):
        self.watch_numbers()
        state = State(self.state)
        state.check_fates()
        state.check_repeats()
        state.check_numbers()
        state.check_rest()
        given_up = state.check_tips({it: one.path for it, one in self.repositories.items()}, PATTERNS)
        state.check_pages()
        state.check_leftovers()
        self.violations += state.violations
        for _ in range(200):
            if not check_state.marked(self.marker):
                break
            time.sleep(0.1)
        for process, words in check_state.marked(self.marker).items():
            self.violations.append(f"process {process} is left: {' '.join(words)}")
        # swift itself never removes some of what it makes there, also when it is started by hand.
        for name in os.listdir(self.folder + "/tmp"):
            if re.match(r"TemporaryDirectory\.\w+$|.*\.lock$|swift-generated-sources$", name):
                continue
            self.violations.append(f"{self.folder}/tmp/{name} is left")
        results = {}
        for one in state.integrations:
            results[one["result"]] = results.get(one["result"], 0) + 1
        passed = sum(it["passed"] for it in state.seen)
        self.say(f"{len(state.integrations)} integrations of {len(state.seen)} commits seen, {passed} passed "
                 f"over: {results}")
        for text in given_up:
            self.say(f"given up: {text}")
        for text in dict.fromkeys(self.violations):
            self.say(f"VIOLATION: {text}")
        self.say(f"{len(set(self.violations))} violations, seed {self.options.seed}")
        return 1 if self.violations else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bothy", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--repositories", type=int, default=20)
    parser.add_argument("--moments", type=int, default=300)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 31))
    parser.add_argument("--real", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.6)
    parser.add_argument("--patience", type=float, default=240)
    options = parser.parse_args()
    chaos = Chaos(options)
    try:
        sys.exit(chaos.run())
    finally:
        for process in check_state.marked(chaos.marker):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass


if __name__ == "__main__":
    main()
