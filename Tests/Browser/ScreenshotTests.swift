import Foundation
import Testing

extension InTheBrowser {
  @Suite struct ScreenshotTests {
    static let folder = ProcessInfo.processInfo.environment["BOTHY_SCREENSHOTS"]

    @Test(
      "every page can be looked at in all sizes and schemes",
      .enabled(if: folder != nil, "BOTHY_SCREENSHOTS is not set"))
    func screenshots() throws {
      let folder = URL(fileURLWithPath: try #require(Self.folder))
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Browsing.withSession { session, browsing in
        for site in [browsing.rich] + browsing.kinds + browsing.many.values {
          let kept = folder.appending(path: site.folder.lastPathComponent)
          try? FileManager.default.removeItem(at: kept)
          try FileManager.default.copyItem(at: site.folder, to: kept)
        }
        for scheme in ["light", "dark"] {
          try session.setMedia(["prefers-color-scheme": scheme])
          for width in [360, 1280, 2560] {
            try session.setWidth(width, height: width == 360 ? 800 : 1000)
            for page in browsing.rich.kindsOfPages {
              try session.open(browsing.rich.address(page))
              let name = page.dropLast(5).split(separator: "/").suffix(3).joined(separator: "-")
              let file = folder.appending(path: "\(name)-\(width)-\(scheme).png")
              try session.screenshot().write(to: file)
            }
          }
        }
      }
    }
  }
}
