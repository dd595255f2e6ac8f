import Formats

extension BotFileTests {
  /// What people copy from the documentation.
  static let asItStands = #"""
    name: Argument Parser            # shown to people; default: the id
    repository: /srv/git/parser.git  # a local repository, bare or not; relative to the bot file
    branches: [main, "release/*"]    # names or globs; default: the branch that HEAD names
    package: .                       # where Package.swift stands
    base: main                       # the branch that others are compared with
    link: "https://forge.example/parser/commit/{commit}"   # where a commit can be looked at
    integrate: latest
    paths: ["Sources/**", "!docs/**"] # integrate only when one of these changed; default: everything
    schedule:
      on: commit                     # commit | periodic | manual
      every: day                     # periodic: hour | day | week
      at: "02:30"
      only-if-changed: true          # periodic: skip, and say so, when nothing changed
      on-toolchain-upgrade: true
    actions: [test]                  # any of analyze, test, archive
    configuration: debug             # debug | release
    cleaning: daily                  # never | always | daily | weekly
    toolchain: /usr/local/swift/bin   # default: the swift on PATH
    environment: {KEY: value}        # for the build, the tests and the scripts
    secrets: [DEPLOY_TOKEN]
    build:
      arguments: ["-Xswiftc", "-DCI"] # extra arguments for swift build
    tests:
      filter: REGEX
      skip: REGEX
      timeout: 60s                   # one test (default 5 min)
      repeat: 2
      flaky: fail                    # fail | pass: what a flaky test does to the result
      processes: auto                # how many processes share the tests; 1: as swift test runs them
      select: all                    # all | affected
    coverage:
      enabled: true
      exclude: ["Sources/Generated/**"]
    artifacts: ["snapshot-failures/**"]
    triggers:
      - before: ./scripts/prepare.sh
        timeout: 2m
      - after: ./scripts/publish.sh
        when: [succeeded, test-failures, build-errors, build-warnings, analyzer-warnings]
      - email: {to: [team@example.org], report: new-issues}
      - webhook: {url: "http://127.0.0.1:9000/hook", when: [test-failures]}
    limits: {minutes: 60, silent-minutes: 15, log-megabytes: 64}
    keep: {integrations: 200, days: 365, archives: 20, build-gigabytes: 10}
    """#
}
