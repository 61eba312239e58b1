package dev.pitstop.backend;

import static dev.pitstop.backend.ServerKind.Kind.NEWER;
import static dev.pitstop.backend.ServerKind.Kind.STUBBORN;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.backend.facts.Trouble;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Pitstop's own handshake, as a table: the client's era × the server's kind × (start, the next
/// start, a start beside a serving run), with all that the server is told until it serves.
class OwnGreetingTest {
  /// `2s`: the server is silent for so long; `ends`: it ends, and the rest is told to the next run.
  /// The era in which it serves stands before the colon, in the second part what the next ones are
  /// told, if it is something else.
  private static final String TABLE =
      """
      legacy client, legacy        | legacy: initialize
      legacy client, dual          | legacy: initialize
      legacy client, dies          | legacy: initialize
      legacy client, silent        | legacy: initialize
      legacy client, python        | legacy: initialize
      legacy client, names_legacy  | legacy: initialize
      legacy client, answers_32022 | legacy: initialize
      legacy client, empty         | legacy: initialize
      legacy client, garbled       | legacy: initialize
      legacy client, modern        | modern: initialize, server/discover | server/discover
      modern client, modern        | modern: server/discover
      modern client, dual          | modern: server/discover
      modern client, legacy        | legacy: server/discover, initialize | initialize
      modern client, dies          | legacy: server/discover, ends, initialize | initialize
      modern client, silent        | legacy: server/discover, 2s, initialize | initialize
      modern client, python        | legacy: server/discover, initialize | initialize
      modern client, names_legacy  | legacy: server/discover, initialize | initialize
      modern client, answers_32022 | legacy: server/discover, initialize | initialize
      modern client, empty         | legacy: server/discover, initialize | initialize
      modern client, garbled       | legacy: server/discover, initialize | initialize
      """;

  private record Row(boolean modern, ServerKind.Kind kind, String era, String first, String next) {
    static Row of(String line) {
      String[] cells = line.split("\\|");
      String[] who = cells[0].strip().split(" client, ");
      String[] first = cells[1].strip().split(": ");
      String next = cells.length > 2 ? cells[2].strip() : first[1];
      return new Row(
          who[0].equals("modern"),
          ServerKind.Kind.valueOf(who[1].strip().toUpperCase(Locale.ROOT)),
          first[0],
          first[1],
          next);
    }
  }

  @TestFactory
  @DisplayName("stdio page: each kind of server is greeted in its era, and first so the next time")
  List<DynamicTest> table() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String line : TABLE.lines().toList()) {
      Row row = Row.of(line);
      String name = line.substring(0, line.indexOf('|')).strip();
      tests.add(DynamicTest.dynamicTest(name + ": start, restart, reload", () -> play(row)));
    }
    return tests;
  }

  private static void play(Row row) {
    try (GreetingRig rig = new GreetingRig().client(row.modern())) {
      String held = rig.call();
      Played first = new Played(rig, row);
      first.greeted(row.first());
      first.take("tools/call"); // held until it is greeted, and the first thing after that
      first.take("tools/list");
      rig.awaitEnd(held, "answered");
      rig.awaitTools("echo");
      first.serves();

      first.child.exit(1);
      rig.awaitState("crashed");
      held = rig.call();
      Played second = new Played(rig, row);
      second.greeted(row.next());
      second.take("tools/list"); // compared before it serves
      second.take("tools/call");
      rig.awaitEnd(held, "answered");
      second.serves();

      rig.reload();
      Played third = new Played(rig, row);
      third.greeted(row.next());
      third.take("tools/list");
      rig.awaitTold("reload RELOADED");
      third.serves();
    }
  }

  @TestFactory
  @DisplayName("a server with which there is no revision in common is told so, in its own words")
  List<DynamicTest> inVain() {
    return List.of(
        DynamicTest.dynamicTest(
            "legacy client",
            () -> inVain(false, NEWER, "speaks 2026-07-28 only", "initialize", "server/discover")),
        DynamicTest.dynamicTest(
            "modern client", () -> inVain(true, NEWER, "unsupported", "server/discover")),
        DynamicTest.dynamicTest(
            "modern client, of a server that lists the revision all the same",
            () -> inVain(true, STUBBORN, "unsupported", "server/discover")));
  }

  private static void inVain(boolean modern, ServerKind.Kind kind, String why, String... asked) {
    Row row = new Row(modern, kind, "none", "", "");
    try (GreetingRig rig = new GreetingRig().client(modern)) {
      String held = rig.call();
      Played server = new Played(rig, row);
      for (String method : asked) {
        server.take(method);
      }
      rig.awaitEnd(held, "Down");
      assertThat(rig.trouble()).isEqualTo(new Trouble.RefusedHandshake(why));
      assertThat(server.child.awaitStop()).isEqualTo("abandoned");
      assertThat(rig.told).noneMatch(t -> t.startsWith("serving"));
    }
  }

  /// A run of the server, played to the letter.
  private static final class Played {
    private final GreetingRig rig;
    private final Row row;
    private FakeChild child;
    private ServerKind server;

    Played(GreetingRig rig, Row row) {
      this.rig = rig;
      this.row = row;
      child = rig.spawner.next();
      server = new ServerKind(row.kind());
    }

    /// Is told this, and then what belongs to its era.
    void greeted(String script) {
      for (String step : script.split(", ")) {
        if (step.equals("2s")) {
          rig.pass(Greeting.PROBE_MILLIS);
        } else if (step.equals("ends")) {
          child.exit(1);
          child = rig.spawner.next();
          server = new ServerKind(row.kind());
        } else {
          take(step);
        }
      }
      if (row.era().equals("legacy")) {
        GreetingRig.expect(child, "notifications/initialized");
      }
    }

    /// The next message, which must be this request; does with it what it does.
    void take(String method) {
      JsonObject request = JsonParser.parseString(child.nextLine()).getAsJsonObject();
      assertThat(request.get("method").getAsString()).as("%s", request).isEqualTo(method);
      if (method.equals("initialize")) {
        assertThat(request.get("params")).hasToString(GreetingRig.INITIALIZE);
      } else if (!method.equals("tools/call")) {
        boolean modern = method.equals("server/discover") || row.era().equals("modern");
        assertThat(Optional.ofNullable(request.getAsJsonObject("params").get("_meta")))
            .as("%s", request)
            .map(Object::toString)
            .isEqualTo(modern ? Optional.of(GreetingRig.META) : Optional.empty());
      } else if (row.era().equals("modern")) {
        // what calls carry is the session's affair, which is not here
        request.getAsJsonObject("params").add("_meta", new JsonObject());
      }
      server
          .answer(request)
          .ifPresent(
              a -> child.say("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + "," + a + "}"));
    }

    /// It does, in its era, and the session was told in which.
    void serves() {
      Run run = rig.look(() -> rig.backend.serving().orElseThrow());
      boolean legacy = row.era().equals("legacy");
      assertThat(rig.look(run::legacy)).isEqualTo(legacy);
      assertThat(rig.look(() -> rig.backend.greeted(run))).isTrue();
      assertThat(rig.look(() -> run.capabilities())).contains("{\"tools\":{}}");
      String answered = (legacy ? "initialize" : "discover") + " answered by #" + run.number();
      String told = (legacy ? "legacy #" : "not legacy #") + run.number() + " is told";
      assertThat(rig.told).containsSubsequence(answered, told, "serving #" + run.number());
      assertThat(rig.told).filteredOn(t -> t.contains("answered by #" + run.number())).hasSize(1);
    }
  }
}
