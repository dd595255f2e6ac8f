import Doctor
import Files
import Foundation
import Processes

/// `bothy doctor`: is this machine able to integrate, and if not, what mends it?
struct DoctorCommand {
  let context: CommandContext

  func perform() throws -> Int32 {
    let state = try context.state()
    let cancellation = CommandContext.cancellation()
    adoptOrphans()
    return Examination(
      environment: context.environment, stateFolder: state.path, capabilities: context.capabilities,
      run: ToolRunner(cancellation: cancellation).run, isCanceled: { cancellation.isCanceled },
      write: { Output.standard.write($0) }
    ).perform()
  }

  /// `bothy doctor --systemd`.
  func printUnit() -> Int32 {
    let swift = ProgramSearch.find("swift", environment: context.environment).map {
      ($0 as NSString).deletingLastPathComponent
    }
    let usual = ["/usr/local/bin", "/usr/bin", "/bin"]
    let folders = (swift.map { usual.contains($0) || $0.contains("\"") ? [] : [$0] } ?? []) + usual
    let unit = SystemdUnit(
      program: ProgramSearch.resolved("/proc/self/exe"),
      bots: context.options.bots.map(CommandContext.absolute) ?? "/etc/bothy/bots",
      path: folders.joined(separator: ":"))
    Output.standard.write(unit.text)
    return 0
  }
}
