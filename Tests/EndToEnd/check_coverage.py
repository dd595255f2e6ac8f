#!/usr/bin/env python3
"""Checks the coverage of a report.json against llvm-cov's own export, by another way than Bothy's, and in another
language: who makes the same mistake has to make it twice.

usage: check_coverage.py REPORT.json EXPORT.json PACKAGE_FOLDER [--describe DESCRIBE.json]

Paints every byte of every source with the count that the segments give it, derives each line's state from the
painted bytes, counts places from the functions, copies llvm's totals, and compares all of it with the report.
With --describe (`swift package describe --type json`) it also checks that no source of the package is missing.
Prints each difference; exit status 0 when there is none, 1 otherwise, 2 when it can't be checked.
"""
import json
import os
import re
import sys

WHITE = b" \t\r\n\v\f"
ASSERTIONS = re.compile(
    rb"(?:^|[^\w.$`#]|Swift\s*\.\s*|XCTest\s*\.\s*|Testing\s*\.\s*)"
    rb"(assert|precondition|assertionFailure|preconditionFailure|fatalError|XCTAssert\w*|XCTUnwrap|XCTSkipIf"
    rb"|XCTSkipUnless|#expect|#require)\s*$")
FIRST = {b"assertionFailure", b"preconditionFailure", b"fatalError"}


class Painting:
    """A source file whose every byte has a count (None: not in the map) and the mark of a gap."""

    def __init__(self, source, segments):
        self.source = source
        self.starts = [0]
        for index, byte in enumerate(source):
            if byte == 10:
                self.starts.append(index + 1)
        self.count = [None] * (len(source) + 1)
        self.gap = bytearray(len(source) + 1)
        ordered = sorted(range(len(segments)), key=lambda i: (segments[i][0], segments[i][1], i))
        for here, after in zip(ordered, ordered[1:] + [None]):
            segment = segments[here]
            end = len(source) if after is None else self.offset(segments[after][0], segments[after][1])
            if not segment[3]:
                continue
            is_gap = len(segment) > 5 and segment[5]
            for index in range(self.offset(segment[0], segment[1]), end):
                self.count[index] = segment[2]
                self.gap[index] = 1 if is_gap else 0

    def offset(self, line, column):
        if line - 1 >= len(self.starts):
            return len(self.source)
        end = self.starts[line] - 1 if line < len(self.starts) else len(self.source)
        return min(self.starts[line - 1] + column - 1, end)

    def lines(self):
        """[(number, state)] of the executable lines."""
        result = []
        ends = [start - 1 for start in self.starts[1:]] + [len(self.source)]
        for number, (start, end) in enumerate(zip(self.starts, ends), 1):
            if start == len(self.source):
                break
            text = [i for i in range(start, end) if self.source[i] not in WHITE]
            inked = [i for i in text if self.count[i] is not None]
            solid = [i for i in inked if not self.gap[i]]
            deciding = solid or inked
            if text and not deciding:
                continue
            if not text:
                # In force before the line began.
                if start == 0 or self.count[start - 1] is None:
                    continue
                deciding = [start - 1]
            ran = {self.count[i] > 0 for i in deciding}
            result.append((number, "partial" if len(ran) == 2 else "executed" if True in ran else "missed"))
        return result


def callee_before(source, offset):
    """The assertion whose argument list begins last before `offset`: its name, the commas between, its place.

    Walks backwards over brackets; texts are skipped from quote to quote."""
    depth = 0
    commas = 0
    index = offset - 1
    while index >= 0:
        byte = source[index:index + 1]
        if byte == b'"':
            index -= 1
            while index >= 0 and source[index:index + 1] not in (b'"', b"\n"):
                index -= 1
        elif byte in (b")", b"]", b"}"):
            depth += 1
        elif byte in (b"(", b"[", b"{"):
            if depth == 0:
                found = ASSERTIONS.search(source[max(0, index - 80):index]) if byte == b"(" else None
                return (found.group(1), commas, index - 1) if found else None
            depth -= 1
        elif byte == b"," and depth == 0:
            commas += 1
        index -= 1
    return None


def is_text_closure(name):
    """Whether a mangled name is that of an implicit closure that makes a text."""
    return re.search(r"SSy(?:X[A-Z]|c)fu\d*_", name) is not None


class File:
    def __init__(self, entry, source):
        self.entry = entry
        self.source = source
        self.functions = {}
        self.regions = {}
        self.names = {}

    def measure(self):
        painting = Painting(self.source, self.entry["segments"])
        hidden = []
        self.message_lines = set()
        for place, count in sorted(self.functions.items()):
            if count or not any(is_text_closure(n) for n in self.names[place]):
                continue
            start, end = painting.offset(*place[:2]), painting.offset(*place[2:])
            found = callee_before(self.source, start)
            if not found or (found[1] == 0 and found[0] not in FIRST):
                continue
            hidden.append(place)
            around = painting.count[found[2]]
            if around:
                for index in range(start, end):
                    painting.count[index] = around
                    if self.source[index] not in WHITE:
                        self.message_lines.add(self.source.count(b"\n", 0, index) + 1)
        self.lines = painting.lines()
        inside = lambda p: any(h[:2] <= p[:2] and p[2:] <= h[2:] for h in hidden)
        self.shown_functions = {p: c for p, c in self.functions.items() if not inside(p)}
        self.shown_regions = {p: c for p, c in self.regions.items() if not inside(p)}


def load(path):
    try:
        with open(path, "rb") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        print(f"check_coverage: {path}: {error}", file=sys.stderr)
        sys.exit(2)


def collect(data, folder):
    files = {}
    for entry in data["files"]:
        name = entry["filename"]
        if not name.startswith(folder):
            continue
        try:
            with open(name, "rb") as file:
                files[name] = File(entry, file.read())
        except OSError:
            continue
    for function in data["functions"]:
        first = True
        for region in function["regions"]:
            if region[7] != 0:
                continue
            file = files.get(function["filenames"][region[5]])
            place = tuple(region[:4])
            if file:
                file.regions[place] = file.regions.get(place, 0) + region[4]
                if first:
                    file.functions[place] = file.functions.get(place, 0) + function["count"]
                    file.names.setdefault(place, []).append(function["name"])
            first = False
    return files


def spread(ranges):
    return [line for first, last in ranges for line in range(first, last + 1)]


class Check:
    def __init__(self, functions):
        self.wrong = 0
        self.lines = 0
        self.functions = functions

    def same(self, where, told, found):
        if told == found:
            return
        self.wrong += 1
        if isinstance(told, list) and isinstance(found, list):
            told, found = sorted(set(told) - set(found)), sorted(set(found) - set(told))
            print(f"{where}: only in the report {told[:20]}, only in the segments {found[:20]}")
        else:
            print(f"{where}: the report says {told}, the segments {found}")

    def file(self, told, file):
        path = told["path"]
        file.measure()
        self.lines += len(file.lines)
        by = lambda state: [n for n, s in file.lines if s == state]
        missed, partial = by("missed"), by("partial")
        self.same(f"{path}: lines not executed", spread(told["missedLines"]), missed)
        self.same(f"{path}: lines partly executed", told["partialLines"], partial)
        self.same(f"{path}: lines", told["lines"], {
            "executable": len(file.lines), "executed": len(file.lines) - len(missed), "partial": len(partial)})
        self.same(f"{path}: unused messages", told["unusedMessageLines"], sorted(file.message_lines))
        for what, places in (("functions", file.shown_functions), ("regions", file.shown_regions)):
            self.same(f"{path}: {what}", told[what], {
                "count": len(places), "executed": sum(1 for c in places.values() if c)})
        if path in self.functions:
            counted = sorted((p[0], p[1], c) for p, c in file.shown_functions.items())
            self.same(f"{path}: the list of functions", self.functions[path], counted)
        self.same(f"{path}: llvm", told["llvm"], llvm_totals([file.entry]))

    def sums(self, where, told, parts):
        for key in ("lines", "regions", "functions"):
            total = {}
            for part in parts:
                for name, value in part[key].items():
                    total[name] = total.get(name, 0) + value
            if parts:
                self.same(f"{where}: {key}", told[key], total)


def llvm_totals(entries):
    return {key: {"count": sum(e["summary"][key]["count"] for e in entries),
                  "covered": sum(e["summary"][key]["covered"] for e in entries)}
            for key in ("lines", "regions", "functions")}


def listed_functions(report):
    """Line, column and count of each function by file, from the detail that is kept beside the report."""
    detail = os.path.join(os.path.dirname(report), "coverage-detail.jsonl")
    if not os.path.exists(detail):
        return {}
    with open(detail, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines][1:]
    return {path: sorted((f[0], f[1], f[2]) for f in functions) for path, _, _, functions in rows}


def check_sources(check, description, coverage, known):
    """Every source of a target that is no test must be told of somewhere, and nothing else measured."""
    told = set(known) | {e["path"] for e in coverage["notMeasured"] + coverage["excluded"]}
    allowed = set()
    folders = []
    for target in description["targets"]:
        if target["type"] in ("library", "executable", "macro", "plugin"):
            allowed |= {os.path.normpath(os.path.join(target["path"], s)) for s in target["sources"]}
            if target["module_type"] == "ClangTarget":
                folders.append(os.path.normpath(target["path"]))
    for path in sorted(allowed - told):
        check.same(path, "nothing", "a source of the package")
    for path in sorted(told - allowed):
        if not any(folder == "." or path.startswith(folder + "/") for folder in folders):
            check.same(path, "a source of the package", "none of its own")


def main(arguments):
    describe = None
    if "--describe" in arguments:
        at = arguments.index("--describe")
        describe = load(arguments[at + 1])
        del arguments[at:at + 2]
    if len(arguments) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    report, export = load(arguments[0]), load(arguments[1])
    coverage = report.get("coverage", report) if isinstance(report, dict) else None
    if not coverage or "targets" not in coverage:
        print("check_coverage: the report has no coverage", file=sys.stderr)
        return 2
    folder = os.path.realpath(arguments[2]) + "/"
    files = collect(export["data"][0], folder)
    check = Check(listed_functions(arguments[0]))
    measured = []
    for target in coverage["targets"]:
        for told in target["files"]:
            file = files.get(folder + told["path"])
            if not file:
                check.same(told["path"], "measured", "not in the export")
                continue
            measured.append(file)
            check.file(told, file)
        check.sums(target["name"], target, target["files"])
    check.sums("all targets", coverage, coverage["targets"])
    check.same("llvm", coverage["llvm"], llvm_totals([f.entry for f in measured]))
    for told in coverage["excluded"]:
        file = files.get(folder + told["path"])
        if file:
            file.measure()
        check.same(told["path"] + ": excluded lines", told["lines"], len(file.lines) if file else 0)
    known = [f["path"] for t in coverage["targets"] for f in t["files"]]
    check.same("files told twice", len(known), len(set(known)))
    if describe:
        check_sources(check, describe, coverage, known)
    if not check.wrong:
        print(f"coverage agrees: {len(known)} files, {check.lines} lines")
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
