import Formats
import Testing

@Suite struct MakeDependenciesTests {
  @Test(
    "what a C compiler read is told file by file",
    arguments: [
      ("dependencies: /a/x.c \\\n  /a/x.h /a/y.h\n", ["/a/x.c", "/a/x.h", "/a/y.h"]),
      ("x.o : a\\ b.c c\\#.h d$$.h", ["a b.c", "c#.h", "d$.h"]),
      ("x.o: a.c b.h\r\nb.h:\n", ["a.c", "b.h"]),
      ("C:/x.o: C:/a.c\n", ["C:/a.c"]), ("", []), ("no colon here\n", []),
      ("x.o: a.c \\\n", ["a.c"]),
    ])
  func read(text: String, files: [String]) {
    #expect(MakeDependencies.read([UInt8](text.utf8)) == files)
  }
}
