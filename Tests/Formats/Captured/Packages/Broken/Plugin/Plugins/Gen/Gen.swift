import PackagePlugin

@main struct Gen: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    Diagnostics.warning("the plugin warns")
    Diagnostics.error("the plugin fails", file: "/somewhere/x.txt", line: 3)
    return []
  }
}
