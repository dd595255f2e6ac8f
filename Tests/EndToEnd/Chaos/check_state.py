"""Checks a state directory from outside, by git and sqlite3 alone: what must hold whatever was killed."""

import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import time
import urllib.parse
from html.parser import HTMLParser

ATTEMPTS = 3
# How a reason begins where the branch itself was moved.
MOVES = ("was put back to", "was rewritten", "is there again", " new commit", ", passed over before")


def ask(state, *questions):
    """The rows that answer each question, all of one moment, as SQLite itself tells them."""
    for attempt in range(20):
        try:
            with contextlib.closing(sqlite3.connect(f"file:{state}/bothy.sqlite?mode=ro", uri=True, timeout=5,
                                                    isolation_level=None)) as store:
                store.row_factory = lambda cursor, row: {it[0]: value for it, value in zip(cursor.description, row)}
                store.execute("BEGIN")
                return [store.execute(it).fetchall() for it in questions]
        except sqlite3.Error as error:
            last = error
            time.sleep(0.1)
    raise RuntimeError(f"sqlite3: {last}")


def git(repository, *arguments, check=True, **more):
    return subprocess.run(
        ["git", "-C", repository, *arguments], check=check, capture_output=True, text=True, **more
    ).stdout.strip()


INTEGRATIONS = """
SELECT bot.name AS bot, number, branch, revision, result, reported, settled, attempt, source,
  queueReason || coalesce('; again, because ' || again, '') AS queueReason, turn, canceledByHand, reason, integrator, integratorStarted, started
FROM integration JOIN bot ON bot.id = integration.bot ORDER BY bot, number
"""
SEEN = """
SELECT bot.name AS bot, branch, revision, passed, turn, number, leaving, reason
FROM seen JOIN bot ON bot.id = seen.bot
"""
PENDING = """
SELECT turn, bot.name AS bot, branch, revision, source, reason, repeated
FROM pending JOIN bot ON bot.id = pending.bot
"""
SENDING = "SELECT number FROM message WHERE state = 'sending'"
TIPS = "SELECT bot.name AS bot, branch, revision, gone FROM tip JOIN bot ON bot.id = tip.bot"


class State:
    """What is remembered, read at one moment."""

    def __init__(self, path):
        self.path = path
        self.violations = []
        self.integrations, self.seen, self.pending, self.tips, self.bots = [], [], [], [], []
        # Who made it may have been killed before its tables were there.
        if ask(path, "SELECT name FROM sqlite_schema LIMIT 1")[0]:
            self.integrations, self.seen, self.pending, self.tips, self.bots = ask(
                path, INTEGRATIONS, SEEN, PENDING, TIPS, "SELECT name, lastNumber FROM bot")
        self.by_number = {(it["bot"], it["number"]): it for it in self.integrations}

    def complain(self, text):
        self.violations.append(text)

    def check_all(self):
        """Of a watcher that has ended."""
        self.check_fates()
        self.check_repeats()
        self.check_numbers()
        self.check_rest()
        self.check_pages()
        self.check_leftovers()

    # Held at every moment.

    def check_fates(self, forgets=False):
        turns = {it["turn"]: it for it in self.pending}
        for row in self.seen:
            who = f"{row['bot']} {row['branch']} {row['revision'][:8]}"
            if row["turn"] is not None:
                place = turns.get(row["turn"])
                if place is None:
                    self.complain(f"{who} waits for turn {row['turn']}, which is not in the queue")
                elif not row["passed"] and place["revision"] != row["revision"]:
                    self.complain(f"{who} waits for the turn of another commit")
            elif row["number"] is not None:
                one = self.by_number.get((row["bot"], row["number"]))
                if one is None and forgets:
                    continue
                if one is None:
                    self.complain(f"{who} names #{row['number']}, which is not there")
                elif not row["passed"] and one["revision"] != row["revision"]:
                    self.complain(f"{who} names #{row['number']}, which integrated another commit")
                elif self.is_cut_off(one) and one["settled"] and one["attempt"] + 1 < ATTEMPTS:
                    self.complain(f"{who}: #{row['number']} was cut off, and is not due again")
            elif not row["leaving"] or not row["reason"]:
                self.complain(f"{who} was left without a reason")

    @staticmethod
    def is_cut_off(one):
        return one["result"] == "canceled" and not one["canceledByHand"]

    def check_repeats(self):
        groups = {}
        for one in self.integrations:
            groups.setdefault((one["bot"], one["branch"], one["revision"]), []).append(one)
        for (bot, branch, revision), group in groups.items():
            for former, later in zip(group, group[1:]):
                why = later["queueReason"] or ""
                is_put_back = " was put back to " in why and ", which was " in why
                if is_put_back or ", back to what was " in why:
                    continue
                if f"because #{former['number']} was cut off" in why and (
                        former["result"] in ("canceled", "internal-error")):
                    continue
                # The branch moved on while it waited to be repeated, and came back.
                if self.is_cut_off(former) and any(words in why for words in MOVES):
                    continue
                self.complain(
                    f"{bot} {branch} {revision[:8]}: #{former['number']} ({former['result']}) and again "
                    f"#{later['number']}: {why}")
        places = {}
        for one in self.pending:
            if not one["reason"]:
                self.complain(f"turn {one['turn']} waits without a reason")
            key = (one["bot"], one["branch"], one["revision"], one["repeated"])
            if key in places:
                self.complain(f"{key} is in the queue twice")
            places[key] = one

    def check_numbers(self, forgets=False):
        for bot in self.bots:
            numbers = [it["number"] for it in self.integrations if it["bot"] == bot["name"]]
            if forgets and numbers and numbers[-1] == bot["lastNumber"]:
                continue
            if numbers != list(range(1, bot["lastNumber"] + 1)):
                self.complain(f"{bot['name']}: its numbers are {numbers}, the last is {bot['lastNumber']}")

    def running_without_process(self):
        found = []
        for one in self.integrations:
            if one["result"] is None and not is_alive(one["integrator"], one["integratorStarted"]):
                found.append(f"{one['bot']}#{one['number']} runs without a process")
        return found

    # Held when nothing is to be done any more.

    def check_rest(self):
        for one in self.integrations:
            if one["result"] is None:
                self.complain(f"{one['bot']}#{one['number']} still counts as running")
            elif not one["settled"]:
                self.complain(f"{one['bot']}#{one['number']} is not settled")
        for one in self.pending:
            self.complain(f"{one['bot']} {one['branch']} {one['revision'][:8]} still waits")

    def check_tips(self, repositories, patterns):
        """Each watched branch as git tells it: its tip is integrated, what leads to it is accounted for."""
        fates = {(it["bot"], it["branch"], it["revision"]): it for it in self.seen}
        given_up = []
        for bot, repository in repositories.items():
            lines = git(repository, "for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads")
            for branch, tip in (line.split() for line in lines.splitlines()):
                if not any(re.fullmatch(it, branch) for it in patterns):
                    continue
                who = f"{bot} {branch} {tip[:8]}"
                fate = fates.get((bot, branch, tip))
                if fate is None:
                    self.complain(f"{who}: the tip was never seen")
                    continue
                if fate["passed"] or fate["number"] is None:
                    self.complain(f"{who}: the tip was not integrated: {fate}")
                    continue
                one = self.by_number.get((bot, fate["number"]))
                if one is None:
                    self.complain(f"{who}: #{fate['number']} of the tip is not there")
                elif one["result"] == "canceled":
                    given_up.append(f"{who} after {one['attempt'] + 1} times: {one['reason']}")
                # Everything between a commit that was seen and the tip was seen.
                for commit in git(repository, "rev-list", "--first-parent", tip).split():
                    if (bot, branch, commit) in fates:
                        continue
                    older = git(repository, "rev-list", commit).split()
                    known = [it for it in older if (bot, branch, it) in fates]
                    if known:
                        self.complain(f"{who}: {commit[:8]} was overlooked, though {known[0][:8]} was seen")
                    break
        return given_up

    # What lies on the disk.

    def check_pages(self):
        site = self.path + "/site"
        for one in self.integrations:
            page = f"{site}/bots/{one['bot']}/{one['number']}/index.html"
            if one["reported"] and not os.path.isfile(page):
                self.complain(f"{one['bot']}#{one['number']} has a report and no page")
        missing = set()
        for folder, folders, names in os.walk(site):
            # What is being made is nobody's page yet; what is left of it is looked for at the end.
            folders[:] = [it for it in folders if not it.startswith(".")]
            for name in names:
                path = os.path.join(folder, name)
                try:
                    if name.endswith(".html"):
                        missing |= self.check_page(path)
                    elif os.path.getsize(path) == 0 and not name.endswith((".css", ".txt", ".lcov")):
                        self.complain(f"{path} is empty")
                except FileNotFoundError:
                    self.complain(f"{path} went while it was looked at")
        for text in sorted(missing)[:20]:
            self.complain(text)

    def check_page(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if not text.rstrip().endswith("</html>"):
            self.complain(f"{path} is not whole")
            return set()
        links = Links()
        links.feed(text)
        missing = set()
        for link in links.found:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc or not parts.path:
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path)))
            if os.path.isdir(target):
                target += "/index.html"
            if not os.path.exists(target):
                missing.add(f"{os.path.relpath(path, self.path)} links to {link}, which is not there")
        return missing

    def check_leftovers(self):
        odd = re.compile(r"^\.|\.new(-\d+)?$|-old$|-new$|^scratch$|\.incoming$|\.tmp$")
        for folder, folders, names in os.walk(self.path):
            below = os.path.relpath(folder, self.path).split("/")
            place = below[4:] if below[2:3] == ["parked"] else below[2:]
            if below[0] == "bots" and len(place) == 1 and re.match(r"checkout$|build(-|$)", place[0]):
                # What lies in them belongs to the package and to swift.
                names = [it for it in names if re.search(r"\.new-\d+$", it)]
                for name in folders:
                    if name in (".git-new", ".git-old"):
                        self.complain(f"{folder}/{name} is left")
                folders[:] = []
            for name in folders + names:
                if odd.search(name) and not (below[0] == "integrations" and "sources" in below):
                    self.complain(f"{os.path.join(folder, name)} is left")


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.found.add(value)


def is_alive(process, started):
    if not process:
        return False
    try:
        with open(f"/proc/{process}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return False
    return fields[0] not in "ZX" and (started is None or int(fields[19]) == started)


def marked(marker):
    """Processes that carry a text in their environment, however they hid from their parents."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if marker.encode() not in file.read():
                    continue
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = [it.decode(errors="replace") for it in file.read().split(b"\0") if it]
            with open(f"/proc/{name}/stat") as file:
                if file.read().rsplit(")", 1)[1].split()[0] in "ZX":
                    continue
        except OSError:
            continue
        found[int(name)] = words
    return found


if __name__ == "__main__":
    state = State(sys.argv[1])
    state.check_all()
    print("\n".join(state.violations))
    sys.exit(1 if state.violations else 0)
