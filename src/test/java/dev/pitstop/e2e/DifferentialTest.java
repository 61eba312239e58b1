package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real clients, real servers: whatever a script sees over a direct connection it must also see
/// through Pitstop.
///
/// What may differ, and is taken out of both transcripts: Pitstop's own tools, `listChanged`
/// (always true), `ttlMs` (always 0), a sentence of ours before the server's instructions. Ids,
/// times and folders are masked by the client; see `clients/lib/transcript.mjs`.
@DisplayName("through Pitstop and without it")
@Tag("all")
class DifferentialTest {
  private static final Pattern CLOSED = Pattern.compile("server process (\\d+) closed");

  @RegisterExtension final Bench bench = new Bench();

  @ParameterizedTest(name = "SDK {0}, {1}: {2}")
  @CsvSource({
    "1, legacy, everything",
    "1, legacy, filesystem",
    "1, legacy, memory",
    "1, legacy, sdk1",
    "1, legacy, sdk2",
    "2, legacy, everything",
    "2, legacy, filesystem",
    "2, legacy, sdk1",
    "2, legacy, sdk2",
    "2, auto, everything",
    "2, auto, memory",
    "2, auto, sdk1",
    "2, auto, sdk2",
    "2, auto, modern",
    "2, modern, sdk2",
    "2, modern, modern",
  })
  void sameThroughPitstop(String sdk, String mode, String server) throws IOException {
    Path here = folder("direct");
    Path there = folder("proxied");
    Play play = play(sdk, mode, server, here, command(server, here));
    JsonObject proxied =
        play(sdk, mode, server, there, Bench.pitstopArgv(command(server, there))).transcript();
    JsonObject direct = play.transcript();
    assertThat(Json.text(direct)).as("nothing of this run").doesNotContain(bench.dir().toString());
    takeOurInstructionsOff(proxied, direct);
    takeListChangesOff(proxied);
    takeListChangesOff(direct);
    assertSame(proxied, direct);
  }

  /// Pitstop tells of a changed list when the client would get another one, not when a server says
  /// so.
  private static void takeListChangesOff(JsonObject transcript) {
    transcript
        .getAsJsonArray("notifications")
        .asList()
        .removeIf(n -> n.toString().contains("/list_changed"));
  }

  /// Compares piece by piece, so that a failure shows the piece and not the whole transcript.
  static void assertSame(JsonObject proxied, JsonObject direct) {
    for (String part : List.of("steps", "requests", "notifications")) {
      List<JsonElement> actual = proxied.getAsJsonArray(part).asList();
      List<JsonElement> expected = direct.getAsJsonArray(part).asList();
      for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
        assertThat(pretty(actual.get(i))).as("%s[%d]", part, i).isEqualTo(pretty(expected.get(i)));
      }
      assertThat(actual).as(part).hasSameSizeAs(expected);
    }
  }

  private List<String> command(String server, Path files) {
    Path packages = Bench.nodeDir().resolve("node_modules/@modelcontextprotocol");
    return switch (server) {
      case "everything" -> node(packages.resolve("server-everything/dist/index.js"), "stdio");
      case "filesystem" ->
          node(packages.resolve("server-filesystem/dist/index.js"), files.toString());
      case "memory" -> node(packages.resolve("server-memory/dist/index.js"));
      case "modern" -> bench.modern().argv();
      default -> node(Bench.nodeDir().resolve("servers/" + server + ".mjs"));
    };
  }

  static List<String> node(Path script, String... args) {
    List<String> argv = new ArrayList<>(List.of("node", script.toString()));
    argv.addAll(List.of(args));
    return argv;
  }

  private Path folder(String play) {
    return bench.dir().resolve(play);
  }

  private static String script(String server) {
    return server.startsWith("sdk") ? "small" : server;
  }

  private Play play(String sdk, String mode, String server, Path files, List<String> command)
      throws IOException {
    return Play.begin(bench, files, sdk, mode, script(server), command);
  }

  /// Plays a script against a command, in an empty folder.
  ///
  /// @param options more of the client's
  static JsonObject transcript(
      Bench bench, String sdk, String mode, String script, List<String> command, String... options)
      throws IOException {
    Path files = bench.dir().resolve("files");
    return Play.begin(bench, files, sdk, mode, script, command, options).transcript();
  }

  /// A script that a client plays, beside others: much of it waits for timers.
  ///
  /// @param files its folder, empty at the start
  /// @param said what the client writes to stderr
  record Play(Bench bench, Path files, Path transcribed, Path said, Process client) {
    /// Begins to play a script against a command.
    ///
    /// @param files the folder to be made for it
    /// @param options more of the client's
    static Play begin(
        Bench bench,
        Path files,
        String sdk,
        String mode,
        String script,
        List<String> command,
        String... options)
        throws IOException {
      Files.createDirectory(files);
      Path transcribed = files.resolveSibling(files.getFileName() + "-transcript");
      Path said = files.resolveSibling(files.getFileName() + "-stderr");
      List<String> argv = node(Bench.nodeDir().resolve("clients/run.mjs"));
      argv.addAll(List.of("--sdk", sdk, "--mode", mode, "--script", script));
      argv.addAll(List.of(options));
      argv.addAll(List.of("--dir", files.toString(), "--"));
      argv.addAll(command);
      ProcessBuilder builder =
          new ProcessBuilder(argv)
              .redirectOutput(transcribed.toFile())
              .redirectError(said.toFile());
      Map<String, String> env = builder.environment();
      env.clear();
      env.putAll(bench.environment());
      env.put("MEMORY_FILE_PATH", files.resolve("memory.json").toString());
      Process client = builder.start();
      bench.mustEnd(client.pid());
      client.getOutputStream().close();
      return new Play(bench, files, transcribed, said, client);
    }

    /// Waits for the end; gives what the client saw.
    JsonObject transcript() throws IOException {
      Await.end("the end of the client", client);
      String errors = Files.readString(said);
      assertThat(client.exitValue()).as("%s", errors).isZero();
      Matcher closed = CLOSED.matcher(errors);
      assertThat(closed.find()).as(errors).isTrue();
      Procs.awaitGone(bench.mustEnd(Long.parseLong(closed.group(1))));
      Bench.delete(files);
      return Json.object(Files.readString(transcribed));
    }
  }

  /// Ours is the first line of the instructions, the server's follow; ours are taken off.
  private static void takeOurInstructionsOff(JsonObject proxied, JsonObject direct) {
    List<JsonObject> theirs = introductions(direct);
    List<JsonObject> both = introductions(proxied);
    assertThat(both).hasSameSizeAs(theirs).isNotEmpty();
    for (int i = 0; i < both.size(); i++) {
      String servers = instructions(theirs.get(i));
      assertThat(instructions(both.get(i)))
          .startsWith("Pitstop: ")
          .endsWith(servers.isEmpty() ? "." : ".\n\n" + servers);
      both.get(i).remove("instructions");
      theirs.get(i).remove("instructions");
    }
  }

  /// The results in which a server introduces itself: those with its capabilities.
  private static List<JsonObject> introductions(JsonObject transcript) {
    return transcript.getAsJsonArray("steps").asList().stream()
        .map(step -> step.getAsJsonObject().get("result"))
        .filter(result -> result instanceof JsonObject object && object.has("capabilities"))
        .map(JsonElement::getAsJsonObject)
        .toList();
  }

  private static String instructions(JsonObject introduction) {
    return introduction.has("instructions") ? introduction.get("instructions").getAsString() : "";
  }

  private static String pretty(JsonElement json) {
    return new GsonBuilder()
        .setPrettyPrinting()
        .disableHtmlEscaping()
        .serializeNulls()
        .create()
        .toJson(json);
  }

  /// A step of a transcript.
  static JsonObject step(JsonObject transcript, String name) {
    for (JsonElement each : transcript.getAsJsonArray("steps")) {
      if (each.getAsJsonObject().get("step").getAsString().equals(name)) {
        return each.getAsJsonObject();
      }
    }
    throw new AssertionError("no step " + name);
  }
}
