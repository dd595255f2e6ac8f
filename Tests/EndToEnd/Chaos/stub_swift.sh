#!/bin/sh
# Behaves as swift does for a package of one target and one test, in milliseconds.
# Like the real one it works in the folder of --scratch-path and answers in the same words.
case "$1" in
  --version)
    echo 'Swift version 6.3 (chaos)'
    echo 'Target: x86_64-unknown-linux-gnu'
    exit 0
    ;;
esac
words="$*"
scratch=.build
while [ $# -gt 0 ]; do
  [ "$1" = --scratch-path ] && scratch=$2
  shift
done
case "$words" in
  *describe*)
    cat <<END
{"name": "P", "path": "$PWD", "dependencies": [], "targets": [
  {"name": "P", "c99name": "P", "module_type": "SwiftTarget", "type": "library", "path": "Sources/P",
   "sources": ["P.swift"], "target_dependencies": [], "product_dependencies": []},
  {"name": "PTests", "c99name": "PTests", "module_type": "SwiftTarget", "type": "test",
   "path": "Tests/PTests", "sources": ["PTests.swift"], "target_dependencies": ["P"],
   "product_dependencies": []}]}
END
    ;;
  build*)
    mkdir -p "$scratch/debug"
    echo 'Building for debugging...'
    sleep "0.$(($$ % 4))"
    cat > "$scratch/debug/PPackageTests.xctest.new" <<'END'
#!/bin/sh
case "$1" in
  --list-tests) printf 'Listing 1 test in debug.xctest:\n\nPTests.PTests/testOne\n' ;;
  --testing-library) ;;
  *)
    echo "Test Suite 'All tests' started at 2026-01-01 00:00:00.000"
    echo "Test Suite 'PTests' started at 2026-01-01 00:00:00.000"
    echo "Test Case 'PTests.testOne' started at 2026-01-01 00:00:00.000"
    sleep "0.$(($$ % 3))"
    echo "Test Case 'PTests.testOne' passed (0.001 seconds)"
    echo "Test Suite 'PTests' passed at 2026-01-01 00:00:00.001"
    printf '\t Executed 1 test, with 0 failures (0 unexpected) in 0.001 (0.001) seconds\n'
    echo "Test Suite 'All tests' passed at 2026-01-01 00:00:00.001"
    printf '\t Executed 1 test, with 0 failures (0 unexpected) in 0.001 (0.001) seconds\n'
    ;;
esac
END
    chmod +x "$scratch/debug/PPackageTests.xctest.new"
    mv "$scratch/debug/PPackageTests.xctest.new" "$scratch/debug/PPackageTests.xctest"
    echo 'Build complete! (0.10s)'
    ;;
esac
