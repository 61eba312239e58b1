package dev.pitstop.e2e;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A command-line program of `src/test/cli/tool.py`: its schema and much of what it does stand in
/// files beside it, which tests write, and in others it tells what happened.
///
/// @param files its processes and executions
record ToolProgram(Path dir, FixtureServer files) {
  /// No program yet.
  static final ToolProgram NONE = new ToolProgram(Path.of("none"), FixtureServer.NONE);

  private static final Path SOURCES = Path.of("src/test/cli").toAbsolutePath();

  /// A copy in a folder, with the tools of `tools.json`.
  static ToolProgram in(Path dir) {
    Disk.io(() -> Files.copy(source("tool.py"), dir.resolve("tool.py")));
    Disk.io(() -> Files.copy(source("tools.json"), dir.resolve("schema.json")));
    List<String> argv = List.of(FixtureServer.PYTHON, "-SB", dir.resolve("tool.py").toString());
    return new ToolProgram(dir, new FixtureServer(argv, dir));
  }

  /// A fixture of `src/test/cli`.
  static Path source(String name) {
    return SOURCES.resolve(name);
  }

  List<String> argv() {
    return files.argv();
  }

  Path path(String name) {
    return dir.resolve(name);
  }

  // ---- directing it ----

  /// Replaces the whole schema, with what may be no JSON at all.
  void schemaText(String text) {
    save("schema.json", text);
  }

  /// Replaces the schema by one with just these tools.
  void tools(String... lenient) {
    StringBuilder all = new StringBuilder("{\"tools\":[");
    for (String tool : lenient) {
      all.append(all.charAt(all.length() - 1) == '[' ? "" : ",");
      all.append(Json.text(Json.object(tool)));
    }
    schemaText(all.append("]}").toString());
  }

  /// A tool that says what words it got.
  ///
  /// @param template `cli_command` behind the program's own word `echo`
  /// @param properties of its parameters
  static String echoing(String name, String template, String properties) {
    return """
    {'name':'%s','description':'Tells its words','cli_command':['echo',%s],
     'parameters':{'type':'object','properties':{%s}}}
    """
        .formatted(name, template, properties);
  }

  /// A change of the program's own text, as somebody who develops it makes it.
  void edit(String from, String to) {
    String text = Disk.text(path("tool.py"));
    if (!text.contains(from)) {
      throw new AssertionError("no `" + from + "` in tool.py");
    }
    save("tool.py", text.replace(from, to));
  }

  /// One more tool, added in the program's own text; it counts how often it was executed.
  void addTool(String name) {
    edit(
        "MORE_TOOLS = []",
        "MORE_TOOLS = [{\"name\": \"%s\", \"cli_command\": [\"count\", \"%s\"]}]"
            .formatted(name, name));
  }

  /// Writes a file beside it, whole at once as careful editors do.
  void save(String name, String text) {
    Disk.save(path(name), text);
  }

  void save(String name, byte[] bytes) {
    Disk.io(() -> Files.write(path(name), bytes));
  }

  // ---- what it tells ----

  /// How often it was asked for its schema.
  int schemas() {
    return schemaWords().size();
  }

  /// The words with which it was asked for its schema, each time.
  List<String> schemaWords() {
    return lines("schemas");
  }

  /// A line for each call that was executed, in the order in which they began.
  List<String> executions() {
    return lines("executions");
  }

  /// How often a command ran, or a command with a key: `count a`.
  int executionsOf(String what) {
    return (int) executions().stream().filter(what::equals).count();
  }

  /// Waits until so many calls of `hang` hang, with child and grandchild.
  void awaitHanging(int count) {
    Await.until(
        () -> lines("hanging").size() >= 2 * count && lines("children").size() >= count,
        () -> "hanging: " + lines("hanging"));
  }

  /// Every process of it that there has been, and their children.
  List<Long> pids() {
    return files.pids();
  }

  private List<String> lines(String file) {
    return files.lines(file);
  }

  // ---- the words of a call ----

  /// The words that a call of a tool like [#echoing] got, without `echo` and the call's `--json`.
  static List<String> words(ToolResult result) {
    List<String> all = Hub.strings(result.structured().getAsJsonArray("words"));
    return all.stream().filter(word -> !word.equals("--json")).toList();
  }

  /// A variable in the environment of such a call.
  static Optional<String> variable(ToolResult result, String name) {
    JsonObject env = Json.at(result.structured(), "env");
    return env.has(name) ? Optional.of(env.get(name).getAsString()) : Optional.empty();
  }
}
