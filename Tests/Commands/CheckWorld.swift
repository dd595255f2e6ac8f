import Files
import Foundation
import Processes
import State
import StateKit
import Testing

@testable import Commands

/// A folder with bot files, one with templates, and a repository beside them, to be checked.
struct CheckWorld {
  let scratch: StateScratch
  var bots: String { scratch.path + "/bots" }
  var mine: String { scratch.path + "/mine" }

  init() throws {
    scratch = try StateScratch()
    for folder in [bots, mine] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try git("git init -q -b main r; cd r; mkdir inner; touch Package.swift; \(Self.commit)")
  }

  static let commit = "git add -A; git -c user.name=a -c user.email=b commit -q --allow-empty -m x"

  func git(_ script: String) throws {
    let end = try ToolRunner(cancellation: .init()).run(
      ToolOrder(
        executable: "/bin/sh", arguments: ["-ec", script],
        environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.path], folder: scratch.path, seconds: 30))
    #expect(end.status == 0, "\(end.output)")
  }

  /// A folder with something that is called swift.
  var toolchain: String {
    let folder = scratch.path + "/toolchain"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? FileManager.default.createSymbolicLink(atPath: folder + "/swift", withDestinationPath: "/bin/true")
    return folder
  }

  func write(_ path: String, _ text: String) throws {
    let place = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }

  func check(
    bots: String? = nil, templates: String? = nil, searchPath: String? = nil
  ) throws -> (status: Int32, lines: [String]) {
    let captured = try Captured()
    let command = CheckCommand(
      bots: bots ?? self.bots, usualBots: "bots", templates: templates,
      environment: ["PATH": searchPath ?? toolchain], state: StateFolder(path: scratch.path + "/state"),
      output: captured.output)
    let status = try command.perform()
    let lines = try captured.text().split(separator: "\n").map {
      $0.replacing(scratch.path + "/", with: "")
    }
    return (status, lines.map(String.init))
  }
}
