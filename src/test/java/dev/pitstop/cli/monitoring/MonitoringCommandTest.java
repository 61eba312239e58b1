package dev.pitstop.cli.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.cli.options.Here;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.options.Verb;
import dev.pitstop.monitoring.FakeSession;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.SessionPlaces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("ps, logs, calls, reload, stop and rerun")
@DisabledOnOs(OS.WINDOWS)
class MonitoringCommandTest {
  /// 2025-11-25 12:00:00 UTC.
  private static final long NOON = 1_764_072_000_000L;

  private static final String HEADER =
      "{'type':'session','pid':%d,'directory':'%s','started':1764071990000,'client':'codex'}";

  private static final String STATUS =
      ",'client':'claude-code','clientVersion':'2.1.0','started':1764071880000,'calls':1200,"
          + "'servers':[{'name':'weather','state':'running','run':3,'word':'spawn','pid':4720,"
          + "'since':1764071995000,'answered':1199,'inFlight':1,'held':0,"
          + "'lastReload':{'t':1764071995000,'outcome':'build_failed','run':3}}],"
          + "'pending':['the journal\\u0027s file','the lists of `weather`']";

  private static final String[] JOURNAL = {
    "{'type':'session','pid':900}",
    "{'type':'gap','events':312}",
    "{'seq':313,'t':1763985600000,'type':'begins','server':'weather','run':1,'kind':'spawn','pid':7}",
    "{'seq':314,'t':1764071991000,'type':'call','call':7,'method':'tools/call','name':'forecast','requestBytes':90}",
    "{'seq':315,'t':1764071991001,'type':'stderr','server':'weather','run':1,'line':'looking"
        + " \\u001b[31mup'}",
    "{'seq':316,'t':1764071991500,'type':'answer','call':7,'server':'weather','run':1,'deliveries':2,'status':'error','micros':500000,'responseBytes':2048}",
    "{'seq':317,'t':1764071992000,'type':'build','server':'weather','ok':false,'cancelled':false,'millis':388,'report':'1"
        + " error:\\n"
        + "  x.ts(1): no'}",
    "{'seq':318,'t':1764071992000,'type':'reload','server':'weather','outcome':'build_failed','run':1}",
    "{'seq':319,'t':1764071993000,'type':'call','call':8,'by':'person','method':'tools/list','requestBytes':60}",
    "{'seq':321,'t':1764071995000,'type':'ends','server':'weather','run':1,'byItself':true,'how':'crashed"
        + " with exit code 1'}",
    "{'seq':322,'t':1764071995000,'type':'state','server':'weather','before':'running','after':'crashed'}",
    "{'type':'end','next':322}"
  };

  @TempDir Path directory;
  private SessionPlaces places;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void places() {
    places = new SessionPlaces(directory.resolve("s"), directory.resolve("j"));
  }

  private static String[] json(String... lines) {
    return List.of(lines).stream().map(l -> l.replace('\'', '"')).toArray(String[]::new);
  }

  private FakeSession session(long pid, Path where) throws IOException {
    return FakeSession.start(places, pid, where, STATUS.replace('\'', '"'))
        .answers("\"read\"", json(JOURNAL))
        .answers("\"follow\":true", json("{'type':'end','next':322}"));
  }

  private int run(OutputStream to, String line) throws UsageException {
    List<String> words = List.of(line.split(" ", -1));
    Desk desk =
        new Desk(
            places,
            directory,
            80,
            ZoneOffset.UTC,
            NOON,
            to,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    List<String> rest = words.subList(1, words.size());
    Verb verb = Verb.of(words.getFirst()).orElseThrow();
    return MonitoringCommand.run(verb, verb.parse(rest, Here.HERE), desk);
  }

  private int run(String line) throws UsageException {
    out.reset();
    err.reset();
    return run(out, line);
  }

  /// What this prints, which works.
  private String printed(String line) throws UsageException {
    assertThat(run(line)).isZero();
    return out();
  }

  /// What this says on stderr.
  private String complaint(int code, String line) throws UsageException {
    assertThat(run(line)).isEqualTo(code);
    return err();
  }

  private String out() {
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text.lines()).allMatch(l -> l.length() <= 80, "at most 80 columns");
    return text;
  }

  private String err() {
    String text = err.toString(StandardCharsets.UTF_8);
    assertThat(text.lines()).allMatch(l -> l.length() <= 80 || l.contains(directory.toString()));
    return text;
  }

  @Test
  @DisplayName("ps: client, directory and time of a session, and what each server does")
  void ps() throws Exception {
    Path elsewhere = Path.of("/elsewhere");
    try (FakeSession a = session(900, elsewhere);
        FakeSession b = FakeSession.start(places, 901, elsewhere, "")) {
      b.answers("\"status\"", "{\"type\":\"end\"}");
      assertThat(printed("ps"))
          .isEqualTo(
              """
              session 900: claude-code 2.1.0, up 2 min 0 s, 1,200 calls
                in /elsewhere
                weather: running, spawn #3, pid 4720, up 5.0 s, 1,199 calls, 1 in flight,
                    last reload 5.0 s ago: the build failed
                still under way: the journal's file, the lists of `weather`
              """);
      assertThat(err()).isEqualTo("pitstop: session 901 is left out: it did not say its status\n");
      assertThat(run("ps --json")).isZero();
      JsonLine line =
          JsonLine.of(out.toString(StandardCharsets.UTF_8).strip().getBytes(StandardCharsets.UTF_8))
              .orElseThrow();
      assertThat(line.number("pid")).isEqualTo(900);
      assertThat(run("ps --session 7")).isEqualTo(2);
      assertThat(a.requests()).isEqualTo(b.requests()).isEmpty();
    }
    assertThat(printed("ps")).isEqualTo("No session runs.\n");
    assertThat(printed("ps --json")).isEmpty();
    assertThat(complaint(2, "ps --session 7")).isEqualTo("pitstop: no session has the pid 7\n");
  }

  @Test
  @DisplayName("The session of this directory is used; of several, none is guessed")
  void which() throws Exception {
    Path elsewhere = Path.of("/elsewhere");
    try (FakeSession a = session(900, directory);
        FakeSession b = session(901, elsewhere)) {
      assertThat(run("logs")).isZero();
      assertThat(a.requests()).hasSize(1);
      assertThat(run("logs --session 901")).isZero();
      assertThat(b.requests()).hasSize(1);
      try (FakeSession c = session(902, directory)) {
        for (String line : List.of("logs", "calls", "calls 7", "reload", "stop", "rerun")) {
          assertThat(run(line)).as(line).isEqualTo(2);
          assertThat(err())
              .as(line)
              .startsWith(
                  "pitstop: 2 sessions run in this directory; choose one with --session PID:\n")
              .contains("  --session 900  claude-code 2.1.0 in", "  --session 902  ")
              .doesNotContain("session 901");
          assertThat(out()).isEmpty();
        }
        assertThat(c.requests()).isEmpty();
      }
    }
    try (FakeSession b = session(901, elsewhere)) {
      assertThat(complaint(2, "reload"))
          .isEqualTo(
              """
              pitstop: no session runs in this directory; choose one with --session PID:
                --session 901  claude-code 2.1.0 in /elsewhere, up 2 min 0 s: weather
              """);
      assertThat(b.requests()).isEmpty();
    }
    assertThat(complaint(1, "reload")).isEqualTo("pitstop: no session runs\n");
  }

  @Test
  @DisplayName(
      "logs: stderr, builds, reloads, ends and states, and what is missing; plain text only")
  void logs() throws Exception {
    try (FakeSession a = session(900, directory)) {
      assertThat(printed("logs"))
          .isEqualTo(
              """
                 312 events dropped
              2025-11-24
              12:00:00 weather #1   spawn begins, pid 7
              2025-11-25
              11:59:51 weather #1 | looking up
              11:59:52 weather      build failed after 388 ms
                                    1 error:
                                      x.ts(1): no
              11:59:52 weather #1   reload: the build failed
              11:59:55 weather #1   ended: crashed with exit code 1
              11:59:55 weather      state: running → crashed
              """);
      assertThat(run("logs weather --since 6s --json")).isZero();
      assertThat(out.toString(StandardCharsets.UTF_8).lines())
          .hasSize(3)
          .first()
          .isEqualTo(json(JOURNAL)[1]);
      assertThat(complaint(2, "logs wether"))
          .isEqualTo("pitstop: this session has no server `wether`; did you mean `weather`?\n");
      assertThat(complaint(0, "logs -f --since 1s")).isEqualTo("pitstop: session 900 has ended\n");
      assertThat(a.requests()).last().asString().contains("\"after\":322,\"follow\":true");
    }
  }

  @Test
  @DisplayName("calls: one line each, by filters; as JSON too")
  void calls() throws Exception {
    try (FakeSession a = session(900, directory)) {
      assertThat(printed("calls"))
          .isEqualTo(
              """
                 #     time server   tool                  status         took    in   out run
                   312 events dropped
                 7 11:59:51 weather  forecast (repeated)   error        500 ms    90  2.0K  #1
                 8 11:59:53 –        tools/li… (by person) pending                60
              """);
      assertThat(run("calls status:error --json")).isZero();
      assertThat(out.toString(StandardCharsets.UTF_8).lines())
          .containsExactly(
              json(JOURNAL)[1],
              json(JOURNAL)[3].replaceAll("}$", ",\"answer\":") + json(JOURNAL)[5] + "}");
      assertThat(complaint(0, "calls tool:forcast server:wether"))
          .isEqualTo(
              """
              pitstop: no call has the tool `forcast`; did you mean tool:forecast?
              pitstop: no call has the server `wether`; did you mean server:weather?
              """);
      a.answers(
          "\"follow\":true",
          json(
              "{'seq':323,'t':1764071996000,'type':'answer','call':8,'status':'ok','micros':12,'responseBytes':70}",
              "{'seq':324,'t':1764071996000,'type':'call','call':9,'method':'ping'}"));
      assertThat(run("calls -f status:ok status:pending")).isZero();
      assertThat(out().lines().map(l -> l.substring(0, 4).strip()))
          .containsExactly("#", "", "8", "8", "9");
      assertThat(err()).isEqualTo("pitstop: session 900 has ended\n");
    }
  }

  @Test
  @DisplayName("calls N: arguments, result, stderr written meanwhile, notices")
  void oneCall() throws Exception {
    String[] lines =
        json(
            "{'type':'call','call':7,'t':1764071991000,'by':'rerun','method':'tools/call','name':'forecast','requestBytes':90,'request':{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'forecast','arguments':{'city':'Oslo','days':[1,{}]}}}}",
            "{'type':'stderr','server':'weather','run':3,'line':'looking up'}",
            "{'type':'notice','server':'weather','text':'The server\\nwas restarted.'}",
            "{'type':'answer','call':7,'server':'weather','run':3,'deliveries':2,'status':'ok','micros':340,'responseBytes':2048,'response':{'jsonrpc':'2.0','id':1,'result':{'content':[{'type':'text','text':'sunny\\n\\u0007'},{'type':'image','mimeType':'image/png','data':'AAAA'}],'structuredContent':{'celsius':21}}}}",
            "{'type':'end','next':9}");
    try (FakeSession a = session(900, directory).answers("\"messages\":true", lines)) {
      assertThat(printed("calls 7"))
          .isEqualTo(
              """
              call 7: tools/call forecast
                began 11:59:51, 9.0 s ago, by rerun
                ok after 0.3 ms, by weather #3, repeated: given to a run 2 times

              request (90 B):
                {
                  "city": "Oslo",
                  "days": [
                    1,
                    {}
                  ]
                }

              response (2.0 KiB):
                sunny
                \\x07
                [image: image/png, 4 B of base64; --json prints it]
                {
                  "celsius": 21
                }

              stderr meanwhile:
                | looking up

              notices of Pitstop with the result:
                The server
                was restarted.
              """);
      assertThat(run("calls 7 --json")).isZero();
      assertThat(out.toString(StandardCharsets.UTF_8).lines())
          .containsExactly(lines[0], lines[1], lines[2], lines[3]);
      a.answers(
          "\"messages\":true",
          json(
              "{'type':'call','call':7,'method':'tools/call','requestBytes':90000,'requestBegins':'{ab'}",
              "{'type':'answer','call':7,'status':'error','responseBytes':20,'response':{'jsonrpc':'2.0','id':1,'error':{'code':-32000,'message':'no'}}}"));
      assertThat(printed("calls 7"))
          .contains("request (87.8 KiB), cut:\n  {ab …\n")
          .contains("response (20 B):\n  no\n");
      assertThat(complaint(1, "calls 8")).isEqualTo("pitstop: the journal has no call 8\n");
    }
  }

  @Test
  @DisplayName("Without a session, logs and calls read the last journal of this directory")
  void ended() throws Exception {
    Files.createDirectories(places.journals());
    String[] journal = json(JOURNAL);
    journal[0] = HEADER.replace('\'', '"').formatted(900, directory);
    journal[2] = "damaged";
    Files.writeString(
        places.journals().resolve("2-900.ndjson"),
        String.join("\n", List.of(journal).subList(0, JOURNAL.length - 1)) + "\n");
    Files.writeString(
        places.journals().resolve("3-901.ndjson"),
        HEADER.replace('\'', '"').formatted(901, "/elsewhere") + "\n");
    assertThat(printed("logs"))
        .startsWith("   312 events dropped\n11:59:51 weather #1 | looking up\n");
    assertThat(err().replaceAll("\\s+", " "))
        .contains(
            "no session runs in this directory; this is the journal of session 900 (codex), which"
                + " began 10.0 s ago")
        .contains("2-900.ndjson: line 3 (from byte ", "is not an object of JSON, and was left out");
    assertThat(printed("calls -f --session 900"))
        .contains("7 11:59:51 weather  forecast (repeated)   error");
    assertThat(printed("calls 7"))
        .isEqualTo(
            """
            call 7: tools/call forecast
              began 11:59:51, 9.0 s ago
              error after 500 ms, by weather #1, repeated: given to a run 2 times
              request (90 B): not kept on disk
              response (2.0 KiB): not kept on disk

            stderr meanwhile:
              | looking up
            """);
    assertThat(complaint(1, "calls 99")).endsWith("pitstop: the journal has no call 99\n");
    assertThat(run("logs --session 901")).isZero();
    assertThat(run("reload")).isEqualTo(1);
  }

  @Test
  @DisplayName("reload, stop and rerun: the session's text, and 0 only if it worked")
  void acts() throws Exception {
    try (FakeSession a = session(900, directory)) {
      String[] said = json("{'type':'said','text':'[pitstop] Done.','isError':false}");
      a.answers("\"reload\"", said).answers("\"stop\"", said);
      assertThat(printed("reload weather")).isEqualTo("[pitstop] Done.\n");
      assertThat(err()).isEmpty();
      assertThat(printed("stop --json")).isEqualTo(said[0] + "\n");
      a.answers("\"stop\"", json("{'type':'said','text':'No.','isError':true}"));
      assertThat(run("stop")).isEqualTo(1);
      assertThat(out()).isEqualTo("No.\n");
      assertThat(run("reload wether")).isEqualTo(2);
      assertThat(a.requests())
          .containsExactly(
              "{\"do\":\"reload\",\"server\":\"weather\"}",
              "{\"do\":\"stop\"}",
              "{\"do\":\"stop\"}");
      String same = "{'type':'rerun','call':3,'name':'echo','verdict':'same','text':'same'}";
      String fails =
          "{'type':'rerun','call':4,'name':'echo','verdict':'now fails','text':'now fails:"
              + " boom\\nat x'}";
      a.answers("[3,4]", json(same, fails, "{'type':'end'}"));
      a.answers("\"last\"", json(same, "{'type':'end'}")).answers("\"failed\"", json(same));
      assertThat(run("rerun 3 04")).isEqualTo(1);
      assertThat(out()).isEqualTo("call 3 echo: same\ncall 4 echo: now fails: boom\n  at x\n");
      assertThat(run("rerun")).isZero();
      assertThat(complaint(1, "rerun failed"))
          .isEqualTo("pitstop: session 900 ended before it answered\n");
      String not = "{'type':'rerun','call':99,'verdict':'not sent','text':'not sent: why'}";
      a.answers("[99]", json(not, "{'type':'end'}"));
      assertThat(run("rerun 99")).isEqualTo(1);
      assertThat(out()).isEqualTo("call 99: not sent: why\n");
      a.answers("\"failed\"", json(not, "{'type':'end'}"));
      assertThat(run("rerun failed")).as("nothing was tried").isEqualTo(1);
      a.answers("\"failed\"", json(not, same, "{'type':'end'}"));
      assertThat(run("rerun failed")).isZero();
      a.answers("\"failed\"", json("{'type':'end','text':'No call has failed.'}"));
      assertThat(run("rerun failed")).isZero();
      a.answers("\"last\"", json("{'type':'error','text':'no call was made'}"));
      assertThat(complaint(1, "rerun last")).isEqualTo("pitstop: no call was made\n");
    }
  }

  @Test
  @DisplayName("reload and stop of several servers: the command that names one")
  void actsOnOne() throws Exception {
    String two = STATUS.replace("'servers':[{", "'servers':[{'name':'notes'},{").replace('\'', '"');
    try (FakeSession a = FakeSession.start(places, 900, directory, two)) {
      assertThat(run("reload")).isEqualTo(2);
      assertThat(err().replace("\n", " "))
          .contains(
              "this session has 2 servers; name one: `pitstop reload notes`, `pitstop reload");
      assertThat(a.requests()).isEmpty();
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "ps x | `pitstop ps` takes no server",
        "logs a b | `pitstop logs` takes one server at most",
        "reload a b | `pitstop reload` takes one server at most",
        "ps --folow | `pitstop ps` has no option --folow",
        "logs --folow | `pitstop logs` has no option --folow; did you mean --follow?",
        "logs --since soon | --since: `soon` is not a duration: use 500ms, 30s or 2min",
        "ps --session x | --session: `x` is not a pid",
        "calls -f 7 | --follow is for the list of calls, not for one call",
        "calls eror | there is no filter `eror`; use tool:, server:, status:, slower: or run:",
        "rerun las | `las` is not the number of a call: use `last`, `failed` or numbers",
        "rerun last 3 | `last` is not the number of a call: use `last`, `failed` or numbers",
      })
  @DisplayName("Mistakes on the command line")
  void mistakes(String line, String error) {
    assertThatThrownBy(() -> run(line)).isInstanceOf(UsageException.class).hasMessage(error);
  }

  @Test
  @DisplayName("If nobody reads stdout, the command ends quietly")
  void unread() throws Exception {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    try (FakeSession a = session(900, directory)) {
      for (String line : List.of("ps", "logs", "logs -f", "calls", "calls -f")) {
        assertThat(run(closed, line)).as(line).isZero();
      }
      assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
      assertThat(a.requests()).isNotEmpty();
    }
  }
}
