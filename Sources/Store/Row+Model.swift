import Foundation
import Model
import SQLite

/// Columns as the values that they stand for.
extension Row {
  func date(_ column: Column) -> Date { Date(milliseconds: int(column)) }

  func maybeDate(_ column: Column) -> Date? { isNull(column) ? nil : date(column) }

  func number(_ column: Column) -> IntegrationNumber { IntegrationNumber(int(column)) }

  /// An empty branch stands for a detached HEAD or a bare revision.
  func branch() -> BranchName? {
    let name = text("branch")
    return name.isEmpty ? nil : BranchName(name)
  }

  func word<Word: RawRepresentable<String>>(_ column: Column) -> Word? {
    maybeText(column).flatMap { Word(rawValue: $0) }
  }

  func process(_ column: Column) -> Int32 { Int32(truncatingIfNeeded: int(column)) }

  func mark(_ process: Column, started: Column) -> ProcessMark? {
    guard !isNull(process) else { return nil }
    return ProcessMark(
      processID: self.process(process), started: UInt64(bitPattern: Int64(int(started))))
  }

  func lines() -> LineCounts? {
    maybeInt("linesExecutable").map {
      LineCounts(executable: $0, executed: int("linesExecuted"), partial: int("linesPartial"))
    }
  }

  func phase() -> Phase? {
    word("name").map { Phase(name: $0, status: word("status") ?? .failed, seconds: double("seconds")) }
  }
}
