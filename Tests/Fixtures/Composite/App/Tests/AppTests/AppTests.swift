import App
import Foundation
import Testing

@Test func appRuns() {
  #expect(run() == "app of core")
}

@Test func theWorkingFolderIsThePackageNotTheRepository() {
  #expect(FileManager.default.fileExists(atPath: "Sources/App/App.swift"))
}
