/// Pointers and calls of the C library, which belong into the rooms of Platform.
struct Foreign {
  /// Names of the C library that something of ours has too, by the type whose file declares it; a value that
  /// holds a function by its room.
  private let own: [String: Set<String>]

  /// The calls that a program of this kind can be tempted by; whoever needs another adds it here.
  private static let library: Set<String> = Set(
    """
    abort access atexit chdir chmod chown close closedir connect creat dlopen dlsym dup dup2 execv
    execve exit fchmod fchown fclose fcntl flock fopen fork free fstat fsync ftruncate getcwd getegid
    getenv geteuid getgid gethostname getpgid getpid getppid getpwnam getpwuid getrlimit getrusage
    getuid gettimeofday gmtime_r ioctl isatty kill killpg lchown link localtime_r lockf lseek lstat
    malloc memchr memcmp memcpy memmem memmove memset mkdir mkdtemp mkfifo mkstemp mktime mmap munmap
    nanosleep open openat opendir pipe pipe2 poll prctl pread printf puts pwrite raise read readdir
    readlink realpath recv remove rename renameat2 rmdir sched_yield select send setenv setpgid
    setpriority setrlimit setsid sigaction signal sigprocmask sleep socket stat statfs statvfs strcmp
    strdup strerror strlen strncmp strtod strtol strtoul symlink sync sysconf sysinfo tcgetattr
    tcsetattr time timegm tzset umask uname unlink unlinkat unsetenv usleep utimensat utimes vfork wait
    waitpid write
    """.split(whereSeparator: \.isWhitespace).map { String($0) })

  init(_ files: [SourceFile]) {
    own = files.reduce(into: [:]) { own, file in
      own[Self.owner(file), default: []].formUnion(file.code.flatMap(Self.declared))
      let held = file.code.filter { !$0.contains("private ") && !$0.contains("func ") }.flatMap(Self.passed)
      own[file.room, default: []].formUnion(held)
    }
  }

  private static func owner(_ file: SourceFile) -> String { file.room + "/" + SourceFile.type(file.path) }

  /// The one line in which an observer is lent what a process has written does not count.
  static func pointers(_ file: SourceFile) -> [Finding] {
    file.code.enumerated().filter { _, line in
      line.contains("Unsafe") && !line.contains("func received(_ bytes:") || line.contains("unsafeBitCast")
    }.map { index, _ in
      Finding(
        path: file.path, line: index + 1, message: "a raw pointer, which belongs into a room of Platform")
    }
  }

  func calls(_ file: SourceFile) -> [Finding] {
    let own = (own[Self.owner(file)] ?? []).union(own[file.room] ?? [])
    return file.code.enumerated().flatMap { index, line in
      Self.called(line).filter { !own.contains($0) }.map {
        Finding(
          path: file.path, line: index + 1, message: "\($0) of the C library belongs into a room of Platform")
      }
    }
  }

  /// The functions of the C library that a line calls, and `errno`, in which they leave what went wrong.
  private static func called(_ line: String) -> [String] {
    var names: [String] = []
    for end in line.indices where line[end] == "(" {
      let name = word(before: end, in: line)
      guard library.contains(String(name)) || name.hasPrefix("pthread_") || name.hasPrefix("posix_") else {
        continue
      }
      let before = line[..<name.startIndex]
      if before.hasSuffix("func ") { continue }
      guard before.last != "." || before.hasSuffix("Foundation.") || before.hasSuffix("Glibc.") else {
        continue
      }
      names.append(String(name))
    }
    if line.contains("errno"), words(line).contains("errno") { names.append("errno") }
    return names
  }

  /// Functions, and values that hold one.
  private static func declared(_ line: String) -> [String] {
    let words = words(line)
    let named = zip(words, words.dropFirst()).filter { ["func", "let", "var"].contains($0.0) }.map { $0.1 }
    return (named + passed(line)).filter(library.contains)
  }

  private static func passed(_ line: String) -> [String] {
    line.indices.filter { line[$0] == ":" }.compactMap { colon -> String? in
      let type = line[line.index(after: colon)...].drop { $0 == " " }
      guard type.first == "(" || type.hasPrefix("@escaping") || type.hasPrefix("@Sendable") else {
        return nil
      }
      return String(word(before: colon, in: line))
    }
  }

  private static func word(before end: String.Index, in line: String) -> Substring {
    var start = end
    while start > line.startIndex {
      let before = line.index(before: start)
      guard isOfWord(line[before]) else { break }
      start = before
    }
    return line[start..<end]
  }

  private static func words(_ line: String) -> [String] {
    line.split { !isOfWord($0) }.map { String($0) }
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "`"
  }
}
