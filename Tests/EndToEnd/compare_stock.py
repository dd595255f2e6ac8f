#!/usr/bin/env python3
"""Compares `bothy run --json` with `swift test` on a real package.

    Tests/EndToEnd/compare_stock.py PACKAGE [--bothy FILE] [--keep FOLDER] [-- ARGUMENTS OF bothy run]

Both work on copies, PACKAGE is not touched. Says each count of both sides and ends with 1 when one differs.
The coverage is handed to check_coverage.py, which stands beside this script.
"""

import argparse
import glob
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

EXECUTED = re.compile(
    r"Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures? \((\d+) unexpected\)")
RUN = re.compile(r"Test run with (\d+) tests?(?: in \d+ suites?)? (passed|failed)")


def swift_test(package):
    start = time.monotonic()
    end = subprocess.run(
        ["swift", "test"], cwd=package, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    text = end.stdout.decode("utf-8", "replace")
    executed = EXECUTED.findall(text)
    runs = RUN.findall(text)
    if not executed and not runs:
        sys.exit("swift test ran nothing:\n" + text[-4000:])
    old = [int(number or 0) for number in executed[-1]] if executed else [0, 0, 0, 0]
    return {
        "status": end.returncode, "seconds": time.monotonic() - start, "executed": old[0], "skipped": old[1],
        "failures": old[2], "swift-testing": int(runs[-1][0]) if runs else 0,
    }


def bothy_run(bothy, package, state, arguments):
    start = time.monotonic()
    end = subprocess.run(
        [bothy, "run", package, "--json", "--state", state, *arguments], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        report = json.loads(end.stdout)
    except ValueError:
        sys.exit(f"bothy run ended with {end.returncode} and no report:\n" + end.stderr.decode()[-4000:])
    cases = report["tests"]["cases"]
    old = [case for case in cases if case["library"] == "xctest"]
    return report, {
        "status": end.returncode, "seconds": time.monotonic() - start, "executed": len(old),
        "skipped": sum(case["skipReason"] is not None or case["outcome"] == "skipped" for case in old),
        "failures": sum(len(case["failures"]) for case in old), "swift-testing": len(cases) - len(old),
    }


def copy(package, place):
    ignore = shutil.ignore_patterns(".build", ".swiftpm")
    shutil.copytree(package, place, symlinks=True, ignore=ignore)
    if subprocess.run(["git", "rev-parse"], cwd=place, capture_output=True).returncode != 0:
        name = ["-c", "user.name=Stock", "-c", "user.email=stock@example.org"]
        for words in (["init", "-q"], ["add", "-A"], [*name, "commit", "-q", "-m", "As it is"]):
            subprocess.run(["git", *words], cwd=place, check=True)


def internal_contradictions(report):
    """What must hold of any report, whatever the package."""
    tests, found = report["tests"], []
    by_outcome = {}
    for case in tests["cases"]:
        by_outcome[case["outcome"]] = by_outcome.get(case["outcome"], 0) + 1
    names = {"timedOut": "timed-out", "expectedFailures": "expected-failure", "notRun": "not-run"}
    for key in ("passed", "failed", "crashed", "timedOut", "skipped", "expectedFailures", "notRun"):
        if tests[key] != by_outcome.get(names.get(key, key), 0):
            found.append(f"tests.{key} is {tests[key]}, but the cases say {by_outcome}")
    if tests["total"] != len(tests["cases"]):
        found.append("tests.total is not the number of cases")
    ids = [case["id"] for case in tests["cases"]]
    found += [f"{name} occurs {ids.count(name)} times" for name in sorted({i for i in ids if ids.count(i) > 1})]
    coverage = report["coverage"]
    for kind in ("executable", "executed", "partial") if coverage else ():
        files = sum(file["lines"][kind] for target in coverage["targets"] for file in target["files"])
        if files != coverage["lines"][kind]:
            found.append(f"coverage.lines.{kind} is {coverage['lines'][kind]}, but its files say {files}")
    for file in (file for target in coverage["targets"] for file in target["files"]) if coverage else ():
        missed = sum(last - first + 1 for first, last in file["missedLines"])
        lines = file["lines"]
        if missed != lines["executable"] - lines["executed"] or len(file["partialLines"]) != lines["partial"]:
            found.append(f"{file['path']}: its lists of lines contradict its counts")
    return found


def coverage_holds(report, report_file, state, arguments):
    """What check_coverage.py says of the report, against llvm-cov's own export of the same profile."""
    checker = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_coverage.py")
    if report["coverage"] is None or not os.path.exists(checker):
        print(f"  coverage not checked: {report['coverageNote']}")
        return True
    bot = os.path.join(state, "bots", report["bot"])
    integration = os.path.join(state, "integrations", report["bot"], str(report["integration"]))
    profiles = glob.glob(os.path.join(glob.escape(integration), "**", "*.profdata"), recursive=True)
    bundles = glob.glob(os.path.join(glob.escape(bot), "build", report["configuration"], "*PackageTests.xctest"))
    swift = os.path.realpath(shutil.which("swift"))
    export = os.path.join(state, "compared-export.json")
    with open(export, "wb") as file:
        subprocess.run(
            [os.path.join(os.path.dirname(swift), "llvm-cov"), "export", "-format=text", "-instr-profile",
             profiles[0], bundles[0]], stdout=file, check=True)
    package = os.path.join(bot, "checkout")
    if "--package" in arguments:
        package = os.path.join(package, arguments[arguments.index("--package") + 1])
    return subprocess.run([sys.executable, checker, report_file, export, package]).returncode == 0


def export_again(report, state):
    """llvm-cov's own export of the same profile and program, and the sources that it speaks of."""
    bot = os.path.join(state, "bots", report["bot"])
    tools = os.path.dirname(os.path.realpath(shutil.which("swift")))
    profile = os.path.join(state, "integrations", report["bot"], str(report["integration"]), "coverage.profdata")
    programs = glob.glob(os.path.join(bot, "build", report["configuration"], "*PackageTests.xctest"))
    export = os.path.join(state, "compared-export.json")
    with open(export, "wb") as file:
        command = [os.path.join(tools, "llvm-cov"), "export", "-instr-profile", profile, programs[0]]
        subprocess.run(command, stdout=file, check=True)
    return export, os.path.join(bot, "checkout")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package")
    parser.add_argument("--bothy", default=os.environ.get("BOTHY_BINARY", "bothy"))
    parser.add_argument("--keep", help="leave report.json and the state there")
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="compare-stock-") as scratch:
        state = os.path.abspath(options.keep) if options.keep else os.path.join(scratch, "state")
        name = os.path.basename(os.path.abspath(options.package))
        for side in ("stock", "bothy"):
            copy(options.package, os.path.join(scratch, side, name))
        stock = swift_test(os.path.join(scratch, "stock", name))
        report, ours = bothy_run(options.bothy, os.path.join(scratch, "bothy", name), state, options.arguments)
        os.makedirs(state, exist_ok=True)
        report_file = os.path.join(state, "compared-report.json")
        with open(report_file, "w", encoding="utf-8") as file:
            json.dump(report, file)
        differs = False
        print(f"{name}: {report['result']}, {report['reason']}")
        for key in ("executed", "skipped", "failures", "swift-testing"):
            same = stock[key] == ours[key]
            differs = differs or not same
            print(f"  {key:14} swift test {stock[key]:6}   bothy {ours[key]:6}   {'same' if same else 'DIFFERENT'}")
        print(f"  {'seconds':14} swift test {stock['seconds']:6.1f}   bothy {ours['seconds']:6.1f}")
        if (stock["status"] == 0) != (ours["status"] == 0):
            differs = True
            print(f"  swift test ended with {stock['status']}, bothy with {ours['status']}   DIFFERENT")
        for contradiction in internal_contradictions(report):
            differs = True
            print("  CONTRADICTION " + contradiction)
        differs = not coverage_holds(report, report_file, state, options.arguments) or differs
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
