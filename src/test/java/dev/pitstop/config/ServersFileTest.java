package dev.pitstop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.channel.Target;
import dev.pitstop.harness.Await;
import dev.pitstop.http.Header;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.session.members.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a save of the configuration file changes, and what it leaves alone.
class ServersFileTest {
  /// The file's servers, which only note what is done with them.
  private static final class Noted implements Servers {
    final Map<String, ServerSpec> there = Collections.synchronizedMap(new LinkedHashMap<>());
    final Set<String> others = new HashSet<>(); // which the agent has added
    final List<String> done = new ArrayList<>();
    boolean closed;
    List<String> problems = List.of();

    @Override
    public void applying() {}

    @Override
    public boolean add(ServerSpec spec) {
      boolean free = !closed && !others.contains(spec.name()) && !there.containsKey(spec.name());
      if (free) {
        there.put(spec.name(), spec);
        done.add("add " + spec.name());
      }
      return free;
    }

    @Override
    public boolean remove(String name) {
      boolean was = there.remove(name) != null;
      if (was) {
        done.add("remove " + name);
      }
      return was;
    }

    @Override
    public boolean replace(ServerSpec spec) {
      boolean was = there.replace(spec.name(), spec) != null;
      if (was) {
        done.add("replace " + spec.name());
      }
      return was;
    }

    @Override
    public Set<String> others() {
      return Set.copyOf(others);
    }

    @Override
    public void problems(List<String> texts) {
      problems = texts;
    }

    /// What was done since last asked.
    List<String> news() {
      List<String> news = List.copyOf(done);
      done.clear();
      return news;
    }
  }

  private static final String TWO =
      """
      {"mcpServers": {
        "a": {"command": "a", "args": ["1"]},
        "b": {"command": "b", "env": {"TOKEN": "${TOKEN:-none}"}}
      }}
      """;

  @TempDir private Path directory;
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final Noted servers = new Noted();

  private Path file() {
    return directory.resolve("pitstop.json");
  }

  private ServersFile open(String text) throws IOException {
    Files.writeString(file(), text);
    ServersFile opened = opened();
    opened.begin().forEach(s -> servers.there.put(s.name(), s));
    return opened;
  }

  private ServersFile opened() {
    return new ServersFile(
        file(),
        Map.of("CHAIN", "x"),
        name -> Optional.ofNullable(variables.get(name)),
        directory,
        name -> directory.resolve(name + ".log"),
        Log.nowhere());
  }

  private List<String> save(ServersFile of, String text) throws IOException {
    Files.writeString(file(), text);
    of.saved(servers);
    return servers.news();
  }

  @Test
  @DisplayName("those in the file are there from the start, in its order")
  void begins() throws IOException {
    List<ServerSpec> specs = List.copyOf(open(TWO).begin());
    assertThat(specs).extracting(ServerSpec::name).containsExactly("a", "b");
    assertThat(specs.getFirst().command().argv()).containsExactly("a", "1");
    assertThat(specs.getFirst().command().directory()).isEqualTo(directory);
    assertThat(specs.getFirst().command().env()).containsEntry("CHAIN", "x");
    assertThat(specs.get(1).respawn()).as("report is the default with many").isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("a save between the first reading and the first look of the watch is seen")
  void savedBeforeTheWatch(boolean there) throws IOException {
    ServersFile of = there ? open(TWO) : opened();
    if (!there) {
      assertThat(of.begin()).isEmpty();
    }
    Files.writeString(file(), TWO.replace("\"b\": {\"command\"", "\"new\": {\"command\""));
    of.watch(servers);
    try (of) {
      Await.until("it is there", () -> servers.there.containsKey("new"));
      assertThat(servers.there).doesNotContainKey("b");
    }
  }

  @Test
  @DisplayName("a file that nobody has made yet is no mistake, and is read when it comes")
  void notThere() throws IOException {
    ServersFile none = opened();
    assertThat(none.begin()).isEmpty();
    assertThat(none.problems()).isEmpty();
    assertThat(save(none, TWO)).containsExactly("add a", "add b");
  }

  @Test
  @DisplayName("order, blanks and comments restart nothing")
  void sameThing() throws IOException {
    ServersFile of = open(TWO);
    assertThat(
            save(
                of,
                """
                // changed by hand
                {"mcpServers": {
                  "b": {"env": {"TOKEN": "${TOKEN:-none}"}, "command": "b"},   "a": {"command": "a", "args": ["1"],},
                }}
                """))
        .isEmpty();
  }

  @Test
  @DisplayName("what changed is changed, and nothing else")
  void changes() throws IOException {
    ServersFile of = open(TWO);
    assertThat(save(of, TWO.replace("\"1\"", "\"2\""))).containsExactly("replace a");
    variables.put("TOKEN", "t");
    assertThat(save(of, TWO.replace("\"1\"", "\"2\""))).containsExactly("replace b");
    assertThat(
            save(
                of, "{\"mcpServers\": {\"b\": {\"command\": \"b\"}, \"c\": {\"command\": \"c\"}}}"))
        .containsExactlyInAnyOrder("remove a", "replace b", "add c");
    assertThat(save(of, "{\"mcpServers\": {}}")).containsExactly("remove b", "remove c");
  }

  @Test
  @DisplayName("a half-written file changes nothing, and is told; so does one that went away")
  void halfWritten() throws IOException {
    ServersFile of = open(TWO);
    assertThat(save(of, TWO.substring(0, 40))).isEmpty();
    assertThat(servers.problems).hasSize(1);
    assertThat(servers.problems.getFirst()).startsWith(file() + ":2:");
    assertThat(save(of, TWO)).isEmpty();
    assertThat(servers.problems).isEmpty();
    Files.delete(file());
    of.saved(servers);
    assertThat(servers.news()).isEmpty();
    assertThat(servers.problems).hasSize(1);
  }

  @Test
  @DisplayName("a mistake in an entry that runs leaves it running; its name stays")
  void mistakeInOne() throws IOException {
    ServersFile of = open(TWO.replace("\"b\":", "\"b.c\":"));
    assertThat(servers.there).containsOnlyKeys("a", "b-c");
    assertThat(save(of, TWO.replace("\"b\":", "\"b.c\":").replace("${TOKEN:-none}", "${TOKEN}")))
        .isEmpty();
    assertThat(servers.problems).anyMatch(p -> p.contains("TOKEN"));
    assertThat(
            save(
                of,
                "{\"mcpServers\": {\"b,c\": {\"command\": \"x\"}, \"b.c\": {\"command\": \"b\"}}}"))
        .containsExactlyInAnyOrder("remove a", "add b-c-2", "replace b-c");
    assertThat(servers.there.get("b-c").command().argv()).containsExactly("x");
  }

  @Test
  @DisplayName("a server that the agent has removed stays away until its entry changes")
  void removedByAgent() throws IOException {
    ServersFile of = open(TWO);
    servers.there.remove("a");
    assertThat(save(of, TWO + "\n")).isEmpty();
    assertThat(save(of, TWO.replace("\"1\"", "\"2\""))).containsExactly("add a");
  }

  @Test
  @DisplayName(
      "an entry made to fit is named anew when one that would have its name comes before it")
  void namesKept() throws IOException {
    ServersFile of = open("{\"mcpServers\": {\"b.c\": {\"command\": \"b\"}}}");
    save(of, "{\"mcpServers\": {\"b,c\": {\"command\": \"x\"}, \"b.c\": {\"command\": \"b\"}}}");
    assertThat(servers.there.get("b-c").command().argv()).containsExactly("x");
    assertThat(servers.there.get("b-c-2").command().argv()).containsExactly("b");
    assertThat(save(of, "{\"mcpServers\": {\"b.c\": {\"command\": \"b\"}}}"))
        .as("also when the other is gone")
        .containsExactly("remove b-c-2", "replace b-c");
  }

  // Whose a server is.

  private static final String ADDED = "{\"command\": \"new\"}";

  private String added(ServersFile to, String name) throws IOException {
    servers.there.put(name, spec(to, name, entry(ADDED)));
    to.save(name, entry(ADDED));
    return Files.readString(file());
  }

  @Test
  @DisplayName("what was saved and is removed by the agent stays removed, until it changes")
  void savedAndRemoved() throws IOException {
    ServersFile of = open(TWO);
    String text = added(of, "n");
    assertThat(of.savedIn("n")).contains(file().toString());
    servers.there.remove("n");
    of.saved(servers);
    assertThat(servers.news()).isEmpty();
    assertThat(save(of, text.replace("\"1\"", "\"2\""))).containsExactly("replace a");
    assertThat(save(of, text.replace("\"new\"", "\"newer\"")))
        .containsExactlyInAnyOrder("replace a", "add n");
  }

  @Test
  @DisplayName("an entry that is taken out is in the file no more, and nothing else changes")
  void forgotten() throws IOException {
    ServersFile of = open("// mine\n" + TWO);
    added(of, "n");
    servers.there.remove("n");
    of.forget("n");
    assertThat(Files.readString(file())).isEqualTo("// mine\n" + TWO);
    assertThat(of.savedIn("n")).isEmpty();
    of.saved(servers);
    assertThat(servers.news()).isEmpty();
    added(of, "n");
    Files.delete(file());
    assertThat(of.savedIn("n")).isEmpty();
  }

  @Test
  @DisplayName("by its name here, which may be made from the one that is written")
  void forgottenByItsName() throws IOException {
    ServersFile of = open(TWO.replace("\"b\":", "\"b.c\":"));
    assertThat(of.savedIn("b.c")).isEmpty();
    assertThat(of.savedIn("b-c")).isPresent();
    of.forget("b-c");
    assertThat(Files.readString(file())).contains("\"a\"").doesNotContain("b.c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcpServers", "servers"})
  @DisplayName("an entry of a name that the agent's server has is told, and starts when it can")
  void taken(String key) throws IOException {
    String two = TWO.replace("mcpServers", key);
    ServersFile of = open(two);
    servers.others.add("n");
    String three = two.replace("\": {\n", "\": {\"n\": " + ADDED + ",\n");
    assertThat(save(of, three)).isEmpty();
    assertThat(servers.problems)
        .singleElement()
        .asString()
        .contains(":1:", ": " + key + ".n: ", "`n`", "the agent");
    assertThat(save(of, three.replace("\"new\"", "\"newer\""))).isEmpty();
    assertThat(save(of, two)).as("its end is none of the agent's").isEmpty();
    assertThat(servers.problems).isEmpty();
    save(of, three);
    servers.others.remove("n");
    assertThat(save(of, three + "\n")).containsExactly("add n");
    assertThat(servers.problems).isEmpty();
  }

  @Test
  @DisplayName("what is added while the session ends does not start, and nobody is blamed")
  void whileItEnds() throws Exception {
    try (ServersFile file = open("{\"mcpServers\": {}}")) {
      servers.closed = true;
      Files.writeString(file(), TWO);
      file.saved(servers);
      assertThat(servers.there).isEmpty();
      assertThat(servers.problems).isEmpty();
    }
  }

  @Test
  @DisplayName("the agent has removed the file's server and added another of its name")
  void takenOver() throws IOException {
    ServersFile of = open(TWO);
    servers.there.remove("a");
    servers.others.add("a");
    assertThat(save(of, TWO.replace("none", "other"))).containsExactly("replace b");
    assertThat(servers.problems).singleElement().asString().contains("`a`", "the agent added");
    assertThat(save(of, "{\"mcpServers\": {}}")).containsExactly("remove b");
  }

  @Test
  @DisplayName("a name that is made to fit is said; one that the agent's server has is taken")
  void fitted() throws IOException {
    ServersFile of = open(TWO);
    servers.others.add("my-server");
    assertThat(save(of, TWO.replace("\"a\":", "\"my.server\":"))).containsExactly("remove a");
    assertThat(servers.problems).anyMatch(p -> p.contains("does not run: `my-server`"));
    servers.others.clear();
    assertThat(save(of, TWO.replace("\"a\":", "\"my.server\":"))).containsExactly("add my-server");
    assertThat(servers.problems)
        .singleElement()
        .asString()
        .contains("renamed to `my-server`", "tool names start with the server name");
    save(of, TWO.replace("\"a\":", "\"my.server\":").replace("\"b\":", "\"my-server\":"));
    assertThat(servers.problems)
        .singleElement()
        .asString()
        .contains("renamed to `my-server-2`", "`my-server` is the name of another server");
  }

  @Test
  @DisplayName("nothing is saved into a file that was deleted while its servers run")
  void saveIntoADeletedFile() throws IOException {
    ServersFile of = open("// mine\n" + TWO);
    Files.delete(file());
    assertThatThrownBy(() -> of.save("n", entry(ADDED)))
        .isInstanceOf(IOException.class)
        .hasMessage(file() + ": the file does not exist");
    assertThat(file()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "// nothing\n", "{}", "{\"theirs\": 1}", "{\"mcpServers\": 1}", "{"})
  @DisplayName("a file of which nothing can be read is not written while servers run from it")
  void saveIntoNothing(String text) throws IOException {
    ServersFile of = open(TWO);
    Files.writeString(file(), text);
    assertThatThrownBy(() -> of.save("n", entry(ADDED)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the file was not changed");
    assertThat(Files.readString(file())).isEqualTo(text);
  }

  @Test
  @DisplayName("what is disabled does not run")
  void disabled() throws IOException {
    ServersFile of =
        open(
            """
            {"mcpServers": {
              "off": {"command": "x", "disabled": true}
            }}
            """);
    assertThat(servers.there).isEmpty();
    assertThat(of.problems()).isEmpty();
  }

  private static ServerSpec spec(ServersFile of, String name, JsonObject entry) {
    return of.read(name, entry).orElseThrow();
  }

  private static JsonObject entry(String json) {
    return JsonParser.parseString(json).getAsJsonObject();
  }

  @Test
  @DisplayName("what add_server saves is what runs: the save restarts nothing")
  void saves() throws IOException {
    ServersFile of = open("// mine\n" + TWO);
    JsonObject entry =
        entry("{\"command\": \"new\", \"args\": [\"${HOME:-x}\"], \"watch\": [\"*.py\"]}");
    servers.there.put("n", spec(of, "n", entry));
    of.save("n", entry);
    of.saved(servers);
    assertThat(servers.news()).isEmpty();
    assertThat(Files.readString(file())).startsWith("// mine\n").contains("\"a\"", "\"n\"");
  }

  @Test
  @DisplayName("an entry of add_server is read by the rules of the file, and mistakes are told")
  void reads() throws IOException {
    ServersFile of = open(TWO);
    ServerSpec spec =
        spec(
            of,
            "n",
            entry("{\"command\": \"x\", \"onCrash\": \"respawn\", \"order\": \"stop-first\"}"));
    assertThat(spec.respawn()).isTrue();
    assertThat(spec.command().directory()).isEqualTo(directory);
    assertThatThrownBy(() -> of.read("n", entry("{\"comand\": \"x\"}")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> of.read("n", entry("{\"command\": \"x\", \"argz\": []}")))
        .hasMessageContaining("argz");
    assertThatThrownBy(() -> of.read("n", entry("{\"command\": 7}")))
        .hasMessageContaining("command");
  }

  @Test
  @DisplayName("a command-line program has what is called, and how, from its entry")
  void commandLineProgram() throws IOException {
    ServersFile of = open(TWO);
    ServerSpec spec =
        spec(
            of,
            "n",
            entry("{\"cli\": [\"t\", \"-v\"], \"callArgs\": [], \"callTimeout\": \"3s\"}"));
    assertThat(spec.target()).isInstanceOf(Target.Tools.class);
    Target.Tools tools = (Target.Tools) spec.target();
    assertThat(tools.command().argv()).containsExactly("t", "-v");
    assertThat(tools.calls().callArgs()).contains(List.of());
    assertThat(tools.calls().schemaArgs()).containsExactly("schema", "--json");
    assertThat(tools.calls().millis()).isEqualTo(3_000);
    assertThat(spec.callMillis()).as("each process has a limit of its own").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"command\": \"x\"", "\"url\": \"http://localhost:1/mcp\""})
  @DisplayName("how long a call of a server may take, from its entry")
  void callTimeout(String way) throws IOException {
    ServersFile of = open(TWO);
    assertThat(spec(of, "n", entry("{" + way + "}")).callMillis()).isEmpty();
    assertThat(spec(of, "n", entry("{" + way + ", \"callTimeout\": \"2min\"}")).callMillis())
        .hasValue(120_000);
    assertThatThrownBy(() -> of.read("n", entry("{" + way + ", \"callTimeout\": \"soon\"}")))
        .hasMessageContaining("callTimeout");
  }

  @Test
  @DisplayName("a daemon has its URL, headers and commands from its entry")
  void daemon() throws IOException {
    variables.put("TOKEN", "s3cret");
    ServersFile of = open(TWO);
    ServerSpec spec =
        spec(
            of,
            "n",
            entry(
                "{\"url\": \"http://localhost:1/mcp\", \"headers\": {\"X-Key\": \"k ${TOKEN}\"},"
                    + " \"start\": \"run me\", \"restart\": \"run me again\"}"));
    assertThat(spec.target())
        .isInstanceOfSatisfying(
            Target.Daemon.class,
            d -> {
              assertThat(d.endpoint().display()).isEqualTo("http://localhost:1/mcp");
              assertThat(d.endpoint().headers()).containsExactly(new Header("X-Key", "k s3cret"));
              assertThat(d.start()).contains("run me");
              assertThat(d.restart()).contains("run me again");
              assertThat(d.output()).isEqualTo(directory.resolve("n.log"));
            });
    assertThat(spec.target().toString()).doesNotContain("s3cret");
    assertThatThrownBy(
            () -> of.read("n", entry("{\"url\": \"http://h/\", \"headers\": {\"Host\": \"x\"}}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Host");
  }

  @Test
  @DisplayName("options go into the entry, which stays as it is otherwise, and are no news")
  void keepsOptions() throws IOException {
    String text =
        """
        {"mcpServers": {
          // mine
          "a b": {
            "command": "a", // the old one
            "watch": ["x"]
          },
          "c": {"command": "c"}
        }}
        """;
    ServersFile of = open(text);
    of.keep(servers.there.keySet().iterator().next(), "make \"it\"");
    assertThat(Files.readString(file()))
        .isEqualTo(text.replace("[\"x\"]", "[\"x\"],\n    \"build\": \"make \\\"it\\\"\""));
    of.saved(servers);
    assertThat(servers.news()).isEmpty();
    of.keep(servers.there.keySet().iterator().next(), "");
    assertThat(Files.readString(file())).isEqualTo(text);
    of.saved(servers);
    assertThat(servers.news()).isEmpty();
  }

  @Test
  @DisplayName("a broken file is not written")
  void keepsNothingInABrokenFile() throws IOException {
    ServersFile of = open(TWO);
    Files.writeString(file(), TWO.substring(0, 40));
    assertThatThrownBy(() -> of.keep("a", "make"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the file was not changed");
    assertThat(Files.readString(file())).isEqualTo(TWO.substring(0, 40));
  }
}
