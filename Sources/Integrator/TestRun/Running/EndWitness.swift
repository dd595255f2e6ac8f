import Files
import Foundation
import Model
import Processes

/// A library that a test program loads where it is looked at closely: it tells whether the process, when it
/// exits, still has the standard output that it was given. From outside that is seen only by chance.
struct EndWitness: Sendable {
  /// The library itself.
  let file: String

  private static let place = "BOTHY_WITNESS"

  private static let source = """
    #include <fcntl.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/stat.h>
    #include <unistd.h>

    static char place[4096];
    static struct stat given;
    static pid_t own;

    __attribute__((constructor)) static void begin(void) {
      const char *path = getenv("\(place)");
      if (path && strlen(path) < sizeof place && fstat(1, &given) == 0) {
        strcpy(place, path);
        own = getpid();
      }
      unsetenv("\(place)");
      unsetenv("LD_PRELOAD");
    }

    __attribute__((destructor)) static void end(void) {
      struct stat now;
      if (!place[0] || getpid() != own) return;
      const char *word = "redirected";
      if (fstat(1, &now) != 0) word = "closed";
      else if (now.st_dev == given.st_dev && now.st_ino == given.st_ino) word = "kept";
      int file = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
      if (file < 0) return;
      if (write(file, word, strlen(word)) < 0) unlink(place);
      close(file);
    }

    """

  /// What a process needs to be told of.
  func environment(tellingIn place: String) -> [String: String] { ["LD_PRELOAD": file, Self.place: place] }

  /// Nil where it exited by no call of `exit`, or nothing tells.
  static func word(in place: String) -> OutputWatch.Loss? {
    guard let bytes = contents(of: place) else { return nil }
    return switch String(decoding: bytes, as: UTF8.self) {
    case "kept": OutputWatch.Loss.none
    case "closed": .closed
    case "redirected": .redirected
    default: nil
    }
  }

  /// Made once for a toolchain; nil where it has no compiler for it.
  static func make(_ toolchain: Toolchain, _ workbench: Workbench) -> EndWitness? {
    let folder = workbench.order.buildFolder + "/bothy-witness"
    let witness = EndWitness(file: folder + "/libBothyWitness.so")
    let (mark, text) = (folder + "/made-of", folder + "/witness.c")
    let key = [UInt8]((toolchain.swift + "\n" + toolchain.version + "\n" + source).utf8)
    if contents(of: mark) == key, FileFacts(witness.file) != nil { return witness }
    do {
      try makeFolder(folder)
      try publish([UInt8](source.utf8), as: text)
      let compiler = (toolchain.swift as NSString).deletingLastPathComponent + "/clang"
      let (end, _) = try workbench.ask(
        compiler, ["-shared", "-fPIC", "-O1", "-o", witness.file, text], in: folder,
        environment: workbench.packageManagerEnvironment(), limit: 1 << 20, seconds: 60)
      guard end.ending == .exited(0) else { return nil }
      try publish(key, as: mark)
      return witness
    } catch {
      workbench.log.write(line: "[\(witness.file) was not made: \(error)]")
      return nil
    }
  }
}
