#!/bin/bash
# capture.sh: builds and tests the package in traps/ with coverage and keeps what the tools said, with the
# package's folder written as /package. Sources end in .txt here, so that nothing takes them for Bothy's own.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/traps" "$work/package"
cd "$work/package"
find . -name '*.swift.txt' | while read -r file; do mv "$file" "${file%.txt}"; done
tools=$(dirname "$(readlink -f "$(command -v swift)")")
swift build --build-tests --enable-code-coverage -Xcc -fprofile-instr-generate -Xcc -fcoverage-mapping
swift package describe --type json >"$work/describe.json"
bundle=$(ls -d .build/debug/*PackageTests.xctest)
LLVM_PROFILE_FILE=$work/x.profraw "$bundle" >/dev/null
LLVM_PROFILE_FILE=$work/s.profraw "$bundle" --testing-library swift-testing >/dev/null 2>&1
"$tools/llvm-profdata" merge -sparse "$work"/*.profraw -o "$work/all.profdata"
"$tools/llvm-cov" export "$bundle" -instr-profile="$work/all.profdata" >"$work/export.json"
python3 - "$work" "$here" <<'END'
import json, os, sys
work, here = sys.argv[1:]
folder = os.path.realpath(work + "/package")
text = open(work + "/export.json").read().replace(folder, "/package")
export = json.loads(text)
data = export["data"][0]
# The generated runner is long, and one of its functions shows as much as all.
data["functions"] = [f for f in data["functions"] if ".derived" not in f["filenames"][0]]
for file in data["files"]:
    if ".derived" in file["filename"]:
        file["segments"] = file["segments"][:4]
with open(here + "/traps.export.json", "w") as out:
    json.dump(export, out, separators=(",", ":"), ensure_ascii=False)
with open(here + "/traps.describe.json", "w") as out:
    out.write(open(work + "/describe.json").read().replace(folder, "/package"))
END
