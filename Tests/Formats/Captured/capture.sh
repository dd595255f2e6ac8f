#!/bin/bash
# Captures anew what the tests of Formats read: builds the packages beside it in a scratch folder, runs
# their bundles as `swift test` does, and writes every folder as /lab. Usage: capture.sh [SCRATCH FOLDER]
set -u
here=$(cd "$(dirname "$0")" && pwd)
lab=${1:-$(mktemp -d)}
mkdir -p "$lab"
lab=$(cd "$lab" && pwd)
cp -r "$here"/Packages/. "$lab"/
keep() { sed -e "s#$lab#/lab#g" -e "s#${lab//\//\\\\/}#\\\\/lab#g" > "$here/$1"; }
bundle() { echo "$lab/$1/.build/debug/$1PackageTests.xctest"; }

for package in Console Stream Crash; do
  (cd "$lab/$package" && timeout 100 swift build --build-tests) > "$lab/$package.build" 2>&1 || cat "$lab/$package.build"
done

cd "$lab/Console" || exit 1
"$(bundle Console)" --list-tests 2>&1 | keep console.list
"$(bundle Console)" 2>&1 | keep console.txt
"$(bundle Console)" GeoTests.BaseTests,OldTests.OldTests/testFile 2>&1 | keep console-selected.txt
old=OldTests.BaseTests,OldTests.OldTests
geo=$("$(bundle Console)" --list-tests 2>/dev/null | grep -o '^GeoTests\.[^/]*' | sort -u | paste -sd,)
"$(bundle Console)" "$old" 2>&1 | keep console-old.txt
"$(bundle Console)" "$geo" 2>&1 | keep console-geo.txt

cd "$lab/Stream" || exit 1
export NO_COLOR=1
stream() { # NAME PACKAGE ARGUMENTS…
  local name=$1 package=$2
  shift 2
  rm -f "$lab/stream.jsonl"
  "$(bundle "$package")" --testing-library swift-testing --event-stream-output-path "$lab/stream.jsonl" "$@" \
    > "$lab/stream.console" 2>&1
  keep "$name.jsonl" < "$lab/stream.jsonl"
}
SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED=1 stream stream Stream
stream stream-plain Stream
stream stream-version-0 Stream --event-stream-version 0
tail -n 1 "$lab/stream.console" | keep stream-version-0.summary

cd "$lab/Crash" || exit 1
crash() { # NAME ARGUMENTS…
  local name=$1
  shift
  rm -rf "$lab/reports"
  mkdir "$lab/reports"
  SWIFT_BACKTRACE=enable=yes,color=no,format=json,output-to=$lab/reports/ "$(bundle Crash)" "$@" \
    > "$lab/crash.console" 2>&1
  keep "crash-$name.txt" < "$lab/crash.console"
  cat "$lab"/reports/* | keep "crash-$name.json"
}
for test in testArray testAsync testAbort testFatal testForcedTry testNil testPointer testThread testExit; do
  crash $test CrashTests.CrashTests/$test
done
crash setUp CrashTests.SetUpTests
crash classSetUp CrashTests.ClassSetUpTests
export SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED=1
for test in crashes crashesWith raw crashesFree; do
  pattern=$(case $test in crashes) echo 'crashes\(\)' ;; raw) echo 'raw crash' ;; *) echo $test ;; esac)
  crash swift-$test --testing-library swift-testing --filter "$pattern" \
    --event-stream-output-path "$lab/crash.jsonl"
  keep crash-swift-$test.jsonl < "$lab/crash.jsonl"
  rm -f "$lab/crash.jsonl"
done
SWIFT_BACKTRACE=enable=yes,color=no,output-to=stderr "$(bundle Crash)" CrashTests.CrashTests/testNil 2>&1 |
  keep crash-words.txt

for package in "$lab"/Broken/*/; do
  name=$(basename "$package")
  (cd "$package" && rm -rf .build && timeout 100 swift build --build-tests 2>&1) | keep "build-$name.txt"
done
find "$here" -maxdepth 1 -name '*.json' -empty -delete
