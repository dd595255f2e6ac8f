"""Bad moments of a watcher, one after the other: what it says of them, and that it goes on.

usage: moments.py --bothy PROGRAM --folder FOLDER NAME…
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import time
import uuid

import check_state
from chaos import FILES, Repository, install_stub
from check_state import State


class Moment:
    """A watcher of one slow bot or more, and a state directory of its own."""

    def __init__(self, options, name):
        self.options, self.name = options, name
        self.folder = f"{options.folder}/{name}"
        self.state = self.folder + "/state"
        self.marker = f"moment-{uuid.uuid4()}"
        self.violations = []
        self.watcher = None
        for part in ("bots", "tmp", "state"):
            os.makedirs(f"{self.folder}/{part}")
        install_stub(self.folder + "/toolchain")
        self.environment = os.environ | {
            "BOTHY_CHAOS": self.marker, "TMPDIR": self.folder + "/tmp",
            "BOTHY_STATE": self.state, "BOTHY_BOTS": self.folder + "/bots"}

    def bot(self, name, seconds=0):
        # Commits of the same second would have the same id in all of them.
        files = FILES | {"NAME": name + "\n"}
        repository = Repository(f"{self.folder}/{name}", False, random.Random(1), files)
        with open(f"{self.folder}/bots/{name}.yaml", "w") as file:
            file.write(f"repository: {repository.path}\ntoolchain: {self.folder}/toolchain\n"
                       f"coverage: {{enabled: false}}\ntriggers: [{{before: 'sleep {seconds}'}}]\n")
        return repository

    def start(self):
        self.log = open(self.folder + "/log", "ab")
        self.watcher = subprocess.Popen(
            [self.options.bothy, "watch", "--jobs", "1"], env=self.environment, cwd="/",
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True)

    def bothy(self, *words):
        return subprocess.run([self.options.bothy, *words], env=self.environment, cwd="/",
                              capture_output=True, text=True, timeout=60)

    def said(self):
        with open(self.folder + "/log") as file:
            return file.read()

    def page(self):
        try:
            with open(self.state + "/site/index.html") as file:
                return file.read()
        except OSError:
            return ""

    def rows(self):
        if not os.path.exists(self.state + "/bothy.sqlite"):
            return []
        try:
            return State(self.state).integrations
        except RuntimeError:
            return []

    def wait(self, what, holds, seconds=40):
        deadline = time.time() + seconds
        while time.time() < deadline:
            if self.watcher.poll() is not None:
                raise AssertionError(f"the watcher ended with {self.watcher.returncode}: {self.said()[-600:]}")
            if holds():
                return
            time.sleep(0.05)
        raise AssertionError(f"it never came to this: {what}\n{self.said()[-1500:]}")

    def is_integrated(self, commit, result="succeeded"):
        return any(it["revision"] == commit and it["result"] == result and it["settled"] for it in self.rows())

    def expect(self, what, holds):
        if not holds:
            self.violations.append(what)

    def end(self):
        self.watcher.terminate()
        status = self.watcher.wait(60)
        self.expect(f"asked to end, the watcher ended with {status}: {self.said()[-600:]}", status == 0)
        state = State(self.state)
        state.check_all()
        self.violations += state.violations
        left = check_state.marked(self.marker)
        self.expect(f"processes are left: {left}", not left)

    def perform(self):
        try:
            getattr(self, self.name)()
            self.end()
        except (AssertionError, subprocess.SubprocessError) as error:
            self.violations.append(str(error))
        finally:
            for process in check_state.marked(self.marker):
                os.kill(process, 9)
            subprocess.run(["umount", "-l", self.state], capture_output=True)
        for text in self.violations:
            print(f"{self.name}: {text}")
        return not self.violations

    # The moments.

    def rewritten_before_its_turn(self):
        """A commit is gone, objects and all, between being seen and being integrated."""
        slow, quick = self.bot("slow", 4), self.bot("quick")
        self.start()
        self.wait("both have a first", lambda: all(
            self.is_integrated(it.tip("main")) for it in (slow, quick)))
        slow.set("main", slow.commit(slow.tip("main")))
        self.wait("the only worker is busy", lambda: any(it["result"] is None for it in self.rows()))
        lost = quick.commit(quick.tip("main"))
        quick.set("main", lost)
        self.wait("it is seen", lambda: any(it["revision"] == lost for it in State(self.state).pending))
        asked = self.bothy("integrate", "quick", "--commit", lost)
        self.expect(f"integrate says {asked.stderr}", asked.returncode == 0)
        quick.set("main", quick.commit(None))
        quick.collect_now()
        self.wait("the new tip is integrated", lambda: self.is_integrated(quick.tip("main")))
        mine = [it for it in self.rows() if it["revision"] == lost]
        self.expect(f"of the lost commit there is {mine}",
                    [it["result"] for it in mine] == ["checkout-error"] and lost[:8] in mine[0]["reason"])
        shown = self.bothy("show", f"quick#{mine[0]['number']}") if mine else None
        self.expect(f"show says {shown and shown.stdout}", shown and lost[:8] in shown.stdout)

    def deleted_and_made_again(self):
        """A repository goes away and another one comes in its place."""
        repository = self.bot("phoenix")
        self.start()
        self.wait("the first is integrated", lambda: self.is_integrated(repository.tip("main")))
        shutil.rmtree(repository.path)
        os.remove(repository.index)
        self.wait("it is told", lambda: "The repository cannot be read" in self.said())
        self.wait("the page of all bots tells it", lambda: "cannot be read" in self.page())
        again = Repository(repository.path, False, random.Random(2), FILES | {"NEW": "new\n"})
        tip = again.commit(again.tip("main"))
        again.set("main", tip)
        self.wait("the new one is integrated", lambda: self.is_integrated(tip))
        self.expect("that it can be read again is not told", "can be read again" in self.said())

    def never_answers(self):
        """Reading one repository blocks for ever, as on a disk over a network that is gone."""
        stuck, other = self.bot("stuck"), self.bot("other")
        os.remove(stuck.path + "/.git/config")
        os.mkfifo(stuck.path + "/.git/config")
        self.start()
        self.wait("the other one is integrated", lambda: self.is_integrated(other.tip("main")))
        other.set("main", other.commit(other.tip("main")))
        self.wait("and again", lambda: self.is_integrated(other.tip("main")))
        self.wait("it is told", lambda: "stuck: The repository cannot be read: it has not answered" in self.said())
        shown = self.bothy("bots").stdout
        self.expect(f"bots says {shown}", "has not answered" in shown)

    def disk_becomes_full(self):
        """The disk of the state directory is full while an integration is performed."""
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1200m", "none", self.state])
        assert done.returncode == 0, "no disk could be mounted"
        repository = self.bot("greedy", 2)
        self.start()
        self.wait("the first is integrated", lambda: self.is_integrated(repository.tip("main")))
        second = repository.commit(repository.tip("main"))
        repository.set("main", second)
        self.wait("the second runs", lambda: any(it["result"] is None for it in self.rows()))
        subprocess.run(["dd", "if=/dev/zero", f"of={self.state}/filler", "bs=64k"], capture_output=True)
        third = repository.commit(second)
        repository.set("main", third)
        self.wait("it is told on standard error", lambda: "full" in self.said().lower())
        time.sleep(3)
        # Now there is some room, but less than an integration is begun with.
        os.truncate(self.state + "/filler", 500 << 20)
        self.wait("nothing new is begun", lambda: "Nothing new is begun" in self.said())
        self.wait("the page of all bots tells it", lambda: "free on disk" in self.page())
        os.remove(self.state + "/filler")
        self.wait("it goes on by itself", lambda: self.is_integrated(third))
        state = State(self.state)
        fates = [it for it in state.seen if it["revision"] == second]
        self.expect(f"of the one that was cut off: {fates}", fates and not state.pending)

    def newer_store(self):
        """A store of a newer Bothy is refused in words, and of an older one taken over with a copy kept."""
        repository = self.bot("late")
        self.start()
        self.wait("the first is integrated", lambda: self.is_integrated(repository.tip("main")))
        self.watcher.terminate()
        self.watcher.wait(30)
        version = subprocess.run(
            ["sqlite3", self.state + "/bothy.sqlite", "PRAGMA user_version; PRAGMA user_version = 99"],
            capture_output=True, text=True).stdout.strip()
        refused = self.bothy("watch")
        sentence = refused.stderr.strip()
        self.expect(f"it ended with {refused.returncode}: {sentence}",
                    refused.returncode == 5 and "was written by a newer Bothy (schema 99" in sentence)
        subprocess.run(["sqlite3", self.state + "/bothy.sqlite", f"PRAGMA user_version = {version}"])
        self.start()
        tip = repository.commit(repository.tip("main"))
        repository.set("main", tip)
        self.wait("it goes on", lambda: self.is_integrated(tip))


NAMES = ["rewritten_before_its_turn", "deleted_and_made_again", "never_answers",
         "disk_becomes_full", "newer_store"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bothy", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("names", nargs="*", default=NAMES)
    options = parser.parse_args()
    good = [Moment(options, name).perform() for name in options.names or NAMES]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
