#!/bin/sh
# As linters do: a warning with a column, one without, an error, and a status that says that there are some.
echo "Sources/Lib/Lib.swift:4:7: warning: a name says too little"
echo "Package.swift:5: warning: a lone name"
echo "$PWD/Sources/Lib/Lib.swift:5: error: from anywhere"
echo "nothing to see"
exit 1
