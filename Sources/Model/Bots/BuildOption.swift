/// What becomes of each option of `swift build` and `swift test` that a bot gives.
enum BuildOption {
  enum Use: Equatable {
    /// It changes how the build goes, and no other command needs it.
    case building
    /// It decides what the package and its dependencies are.
    case ofPackage
    /// The same, but only what resolves takes it.
    case ofTraits
    /// What follows goes to another tool as it stands.
    case passed(to: String, ofPackage: Bool = false)
    case refused(String)

    var isPassedOn: Bool { if case .passed = self { true } else { false } }
  }

  /// Letters may stand together behind one dash: the first that is refused decides.
  static func use(of name: String) -> Use? {
    if let use = uses[name] { return use }
    guard name.hasPrefix("-"), !name.hasPrefix("--") else { return nil }
    let letters = name.dropFirst().compactMap { uses["-\($0)"] }
    return letters.first { if case .refused = $0 { true } else { false } } ?? letters.first
  }

  /// What makes a compiler or linker print something, or look at sources, and end well with nothing made.
  static let compilesNothing: Set<String> = [
    "-###", "--help", "--version", "-driver-print-actions", "-driver-print-bindings", "-driver-print-jobs",
    "-driver-skip-execution", "-dump-ast", "-dump-parse", "-dump-pcm", "-dump-scope-maps", "-dump-type-info",
    "-emit-assembly", "-emit-bc", "-emit-imported-modules", "-emit-ir", "-emit-irgen", "-emit-lowered-sil",
    "-emit-pcm", "-emit-sib", "-emit-sibgen", "-emit-sil", "-emit-silgen", "-emit-supported-arguments",
    "-fsyntax-only", "-help", "-help-hidden", "-index-file", "-parse", "-print-ast", "-print-ast-decl",
    "-print-supported-features", "-print-target-info", "-resolve-imports", "-scan-dependencies",
    "-typecheck", "-version",
  ]

  static let uses: [String: Use] = {
    var uses: [String: Use] = [:]
    for (use, names) in table {
      for name in names.split(separator: " ") { uses[String(name)] = use }
    }
    return uses
  }()

  private static let other = "what is built is the package of the bot"
  private static let folder = "Bothy builds each bot in a folder of its own"
  private static let abroad = "tests run on this machine, so that nothing is built for another one"
  private static let part = "the whole package is built, with its tests"
  private static let printing = "it prints something, and builds nothing"
  private static let tests = "it is for `swift test`, and Bothy runs the tests itself"
  private static let library = "all tests of that library would be left out: write `tests: skip: REGEX`"

  static let table: [(Use, String)] = [
    (
      .refused("\(other): its folder in the repository is written `package: FOLDER`"),
      "--package-path --chdir -C"
    ),
    (.refused(other), "--multiroot-data-file"),
    (.refused(folder), "--scratch-path --build-path"),
    (.refused("\(folder), which one build uses at a time"), "--ignore-lock"),
    (
      .refused("write `configuration: debug` or `configuration: release` at the left margin"),
      "-c --configuration"
    ),
    (
      .refused("write `toolchain: FOLDER` at the left margin"),
      "--toolchain --package-manager-resources-directory"
    ),
    (
      .refused("it may name another compiler than the report does: give its flags with -Xswiftc and -Xcc"),
      "--toolset"
    ),
    (
      .refused(abroad),
      """
      --destination --experimental-swift-sdks-path --swift-sdks-path --triple --sdk --arch \
      --experimental-swift-sdk --swift-sdk
      """
    ),
    (
      .refused("write `coverage: {enabled: true}` or `coverage: {enabled: false}` at the left margin"),
      "--enable-code-coverage --disable-code-coverage"
    ),
    (.refused("Bothy gives it already"), "--build-tests"),
    (
      .refused(part),
      """
      --target --product --test-product --experimental-prepare-for-indexing \
      --experimental-prepare-for-indexing-no-lazy
      """
    ),
    (.refused(library), "--disable-xctest --disable-swift-testing"),
    (
      .refused(printing),
      """
      --show-bin-path --print-manifest-job-graph --print-pif-manifest-graph --version -h -help --help \
      --help-hidden -help-hidden --list-tests -l --show-codecov-path --show-code-coverage-path \
      --show-coverage-path
      """
    ),
    (.refused("write `tests: filter: REGEX` at the left margin"), "--filter --specifier -s"),
    (.refused("write `tests: skip: REGEX` at the left margin"), "--skip"),
    (.refused("junit.xml lies beside each report"), "--xunit-output --experimental-xunit-message-failure"),
    (
      .refused(tests),
      """
      --skip-build --configuration-path --event-stream-output-path --event-stream-version \
      --attachments-path --parallel --no-parallel --num-workers \
      --experimental-maximum-parallelization-width --enable-testable-imports --disable-testable-imports \
      --test-output
      """
    ),
    (
      .ofPackage,
      """
      --cache-path --config-path --security-path --pkg-config-path --enable-dependency-cache \
      --disable-dependency-cache --disable-package-manifest-caching --manifest-cache \
      --enable-experimental-prebuilts --disable-experimental-prebuilts \
      --experimental-prebuilts-download-url --experimental-prebuilts-root-cert --disable-sandbox --netrc \
      --enable-netrc --disable-netrc --netrc-file --enable-keychain --disable-keychain \
      --resolver-fingerprint-checking --resolver-signing-entity-checking --enable-signature-validation \
      --disable-signature-validation --enable-prefetching --disable-prefetching --force-resolved-versions \
      --disable-automatic-resolution --only-use-versions-from-resolved-file --skip-update \
      --disable-scm-to-registry-transformation --use-registry-identity-for-scm --replace-scm-with-registry \
      --experimental-prune-unused-dependencies --default-registry-url
      """
    ),
    (.ofTraits, "--traits --enable-all-traits --disable-default-traits"),
    (.passed(to: "the Swift compiler"), "-Xswiftc"),
    (.passed(to: "the C compiler"), "-Xcc"),
    (.passed(to: "the C++ compiler"), "-Xcxx"),
    (.passed(to: "the linker"), "-Xlinker"),
    (.passed(to: "xcodebuild"), "-Xxcbuild"),
    (.passed(to: "the compiler of manifests", ofPackage: true), "-Xbuild-tools-swiftc -Xmanifest"),
    (
      .building,
      """
      --enable-build-manifest-caching --disable-build-manifest-caching -v --verbose --vv --very-verbose \
      -q --quiet --color-diagnostics --no-color-diagnostics --sanitize --auto-index-store \
      --enable-index-store --disable-index-store --experimental-xcframeworks-on-linux \
      --enable-parseable-module-interfaces -j --jobs --use-integrated-swift-driver \
      --explicit-target-dependency-import-check --build-system -debug-info-format --enable-test-discovery \
      --experimental-test-entry-point-path --experimental-lto-mode --enable-get-task-allow-entitlement \
      --disable-get-task-allow-entitlement --omit-frame-pointers --no-omit-frame-pointers \
      --experimental-task-backtraces --experimental-build-dylibs-as-frameworks --enable-dead-strip \
      --disable-dead-strip --disable-local-rpath --enable-xctest --enable-swift-testing \
      --static-swift-stdlib --no-static-swift-stdlib
      """
    ),
  ]
}
