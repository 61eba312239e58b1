package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// O1: the command line.
class OptionsTest {
  @TempDir private Path directory;

  private record Ran(int code, String out, String err) {}

  private Ran run(String... args) throws IOException {
    Path out = directory.resolve("out");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code;
    try (FileOutputStream file = new FileOutputStream(out.toFile());
        PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8)) {
      code = Main.run(args, InputStream.nullInputStream(), file, print);
    }
    return new Ran(code, Files.readString(out), err.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("O1: each mistake has its own text, and exit code 2; stdout stays empty")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "--build make | --build belongs to a server: put it into its entry of the configuration file, or say `pitstop --build … -- COMMAND`",
        "--on-crash respawn --config x.json | --on-crash belongs to a server: put it into its entry of the configuration file, or say `pitstop --on-crash … -- COMMAND`",
        "--config x.json -- x | --config is for many servers, which their file lists: there is no COMMAND then",
        "--list-wait 1s -- x | --list-wait is for many servers, which their file lists: there is no COMMAND then",
        "--config | --config needs a value: --config FILE",
        "mux a.json | `pitstop mux` takes its servers from a file: say --config FILE; for a program of that name say `pitstop -- mux`",
        "--biuld make -- x | unknown option --biuld; did you mean --build?",
        "--frobnicate -- x | unknown option --frobnicate",
        "-x -- x | unknown option -x",
        "--help=1 | --help takes no value",
        "--build -- x | --build needs a value: --build CMD",
        "--name | --name needs a value: --name NAME",
        "--name a --name b -- x | --name may be given once",
        "--name= -- x | --name: must not be empty",
        "--start-timeout 5parsecs -- x | --start-timeout: '5parsecs' is no time; say 500ms, 30s or 2min",
        "--start-timeout soon -- x | --start-timeout: 'soon' is not a time such as 500ms, 30s or 2min",
        "--drain-timeout -5s -- x | --drain-timeout: must not be negative",
        "--start-timeout 0s -- x | --start-timeout: must be more than 0",
        "--build-timeout 0 -- x | --build-timeout: must be more than 0",
        "--max-message 1furlong -- x | --max-message: '1furlong' is no size; say 512KiB or 64MiB",
        "--max-message big -- x | --max-message: 'big' is not a size such as 512KiB or 64MiB",
        "--max-message 10 -- x | --max-message: must be between 1KiB and 1GiB",
        "--max-message 2GiB -- x | --max-message: must be between 1KiB and 1GiB",
        "--hold-limit many -- x | --hold-limit: 'many' is not a number",
        "--hold-limit -1 -- x | --hold-limit: must not be negative",
        "--hold-limit - -- x | --hold-limit: '-' is not a number",
        "--hold-limit 5x -- x | --hold-limit: '5x' is no number",
        "--hold-limit 99999999999 -- x | --hold-limit: '99999999999' is no number",
        "--on-crash panic -- x | --on-crash: 'panic' is none of respawn, report",
        "--order random -- x | --order: 'random' is none of start-first, stop-first",
        "--log-level loud -- x | --log-level: 'loud' is none of error, warn, info, debug, off",
        "--env NOVALUE -- x | --env: 'NOVALUE' is not KEY=VALUE",
        "--env =v -- x | --env: '=v' is not KEY=VALUE",
        "--replay t:novalue -- x | --replay: 't:novalue' is not TOOL or TOOL:ARG=VALUE",
        "--tools recompile,fly -- x | --tools: there is no tool 'fly'; see `pitstop --help`",
        "--tools recompil -- x | --tools: there is no tool 'recompil'; did you mean recompile?",
        "instal claude-code | there is no program `instal`; did you mean `pitstop install`?",
        "docter | there is no program `docter`; did you mean `pitstop doctor`?",
        "--build= -- x | --build: must not be empty",
        "--log-file= -- x | --log-file: must not be empty",
        "--cwd= -- x | --cwd: must not be empty",
        "--start= http://localhost:1/ | --start: must not be empty",
        "--on-crash report --tools none -- x | --on-crash report needs `recompile` among --tools, or --watch",
        "--on-crash report --tools call_tool,server_status -- x | --on-crash report needs `recompile` among --tools, or --watch",
        "--watch !src/** -- x | --watch: only excludes; say what to watch",
        "--watch !src/** --watch !*.md -- x | --watch: only excludes; say what to watch",
        "--watch !a --on-crash report --tools none -- x | --watch: only excludes; say what to watch",
      })
  void mistakes(String line, String error) throws IOException {
    Ran r = run(line.split(" ", -1));
    assertThat(r.err())
        .isEqualTo(
            "pitstop: "
                + error
                + System.lineSeparator()
                + "Try `pitstop --help`."
                + System.lineSeparator());
    assertThat(r.code()).isEqualTo(2);
    assertThat(r.out()).isEmpty();
  }

  @Test
  @DisplayName("U8: a command line in one word is no program: the words are proposed")
  void oneWord() throws IOException {
    Ran r = run("--", "python3  x.py");
    assertThat(r.err())
        .startsWith(
            "pitstop: there is no program `python3  x.py`; each word stands for itself:"
                + " `pitstop -- python3 x.py`, in JSON \"python3\", \"x.py\"");
    assertThat(r.code()).isEqualTo(2);
  }

  @Test
  @DisplayName("U8: blanks between the names of --tools are no mistake")
  void blanks() throws Exception {
    Predicate<String> tools =
        Proxy.tools(Options.parse(new String[] {"--tools", "recompile, server_status", "x"}));
    assertThat(List.of("recompile", "server_status", "server_stderr"))
        .filteredOn(tools)
        .containsExactly("recompile", "server_status");
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName(
      "O1: a value that the shell has split, or a glob that it has expanded, is no command")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "--build npm run build -- node x | `run` before `--`; quote the value of --build if it has blanks",
        "--build=npm run build -- node x | `run` before `--`; quote the value of --build if it has blanks",
        "--name n --build make all --watch g -- x | `all` before `--`; quote the value of --build if it has blanks",
        "--watch srv.py cfg.json -- python3 srv.py | `cfg.json` before `--`; quote the glob of --watch, so that the shell does not expand it",
        "node --name n -- x | `node` before `--`",
        "--name n demo -- x | `demo` before `--`; quote the value of --name if it has blanks",
      })
  void wordsBeforeTheCommand(String line, String error) throws IOException {
    Ran r = run(line.split(" ", -1));
    assertThat(r.err()).startsWith("pitstop: unexpected word " + error + System.lineSeparator());
    assertThat(r.code()).isEqualTo(2);
    assertThat(r.out()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("O1: without an option of ours the line is the command, its own -- included")
  @CsvSource(
      delimiter = '|',
      value = {
        "npm run x -- --flag | npm run x -- --flag",
        "node server.js | node server.js",
        "node -- --name n -- | node -- --name n --",
        "-- npm run x -- --flag | npm run x -- --flag",
        "--name n -- npm run x -- --flag | npm run x -- --flag",
        "--name n npm run x | npm run x",
        "demo | demo",
      })
  void commandsWithoutASeparator(String line, String command) throws Options.UsageException {
    assertThat(Options.parse(line.split(" ", -1)).command())
        .containsExactly(command.split(" ", -1));
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("O1, T1: what `pitstop cli` has no use for, and what only it has a use for")
  @CsvSource(
      delimiter = '|',
      value = {
        "cli | no program given: say `pitstop cli -- COMMAND",
        "cli --order stop-first -- ls | --order is for a server that runs",
        "cli --drain-timeout 1s -- ls | --drain-timeout is for a server that runs",
        "cli --replay x -- ls | --replay is for a server that runs",
        "cli --parallel 0 -- ls | --parallel: must be more than 0",
        "cli --max-output 1 -- ls | --max-output: must be between",
        "cli http://localhost/ | `pitstop cli` runs a program",
        "--call-args x -- ls | --call-args is for a command-line program",
        "--schema-args x --config y | --schema-args belongs to a server",
        "--call-timeout 1s --config y | --call-timeout belongs to a server",
        "--call-timeout 0 -- ls | --call-timeout: must be more than 0",
        "cli --call-timeout 0 -- ls | --call-timeout: must be more than 0",
        "--call-timeout 0 http://localhost/ | --call-timeout: must be more than 0",
      })
  void commandLinePrograms(String line, String error) throws IOException {
    Ran r = run(line.split(" ", -1));
    assertThat(r.err()).startsWith("pitstop: " + error);
    assertThat(r.code()).isEqualTo(2);
    assertThat(r.out()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("H4, H6, O1: mistakes about a daemon are told before a session begins")
  @CsvSource(
      delimiter = '|',
      value = {
        "localhost:3000/mcp | `localhost:3000/mcp` is no program; for a daemon say `pitstop http://localhost:3000/mcp`",
        "http://localhost:3000/mcp more | a URL stands alone: `more` is too much",
        "--order stop-first http://localhost:3000/mcp | --order is for a server that Pitstop starts and stops, not for a URL",
        "--binary x http://localhost:3000/mcp | --binary is for a server that Pitstop starts and stops, not for a URL",
        "--header X:y -- node x.js | --header is for a server behind a URL: pitstop --header … http://…",
        "--restart y -- node x.js | --restart is for a server behind a URL: pitstop --restart … http://…",
        "http://localhost:70000/mcp | http://localhost:70000/mcp has an invalid host or port. A host has only letters, digits, `-`, `_` and dots, an IPv6 address needs brackets, and a port is a number from 1 to 65535",
      })
  void daemons(String line, String error) throws IOException {
    Ran r = run(line.split(" ", -1));
    assertThat(r.err()).startsWith("pitstop: " + error + System.lineSeparator());
    assertThat(r.code()).isEqualTo(2);
    assertThat(r.out()).isEmpty();
  }

  @Test
  @DisplayName(
      "H6: a variable of --bearer-env that is not set is told, and nothing of a header shown")
  void secretsInOptions() throws IOException {
    Ran r = run("--bearer-env", "NOT_SET_AT_ALL", "http://localhost:3000/mcp");
    assertThat(r.code()).isEqualTo(2);
    assertThat(r.err()).contains("NOT_SET_AT_ALL");
    Ran bad = run("--header", "X: s3cret\r\nY: z", "http://localhost:3000/mcp");
    assertThat(bad.code()).isEqualTo(2);
    assertThat(bad.err()).doesNotContain("s3cret");
  }

  @Test
  @DisplayName("M6, O1: a file that is named must be there")
  void noSuchFile() throws IOException {
    Path none = directory.resolve("none.json");
    Ran missing = run("--config", none.toString());
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).startsWith("pitstop: --config: " + none + " does not exist");
    Ran folder = run("--config", directory.toString());
    assertThat(folder.err()).startsWith("pitstop: --config: " + directory + " is no file");
  }

  @Test
  @DisplayName("M6: a file that lists Pitstop itself does not start it without an end")
  void chain() throws Exception {
    Path file = Files.createFile(directory.resolve("pitstop.json"));
    Path other = Files.createFile(directory.resolve("other.json"));
    String first = Several.chain(file, "").values().iterator().next();
    String both = Several.chain(other, first).values().iterator().next();
    assertThat(both).contains("pitstop.json", "other.json");
    assertThatThrownBy(() -> Several.chain(file, both))
        .isInstanceOf(Options.UsageException.class)
        .hasMessageContaining("lists Pitstop itself");
  }

  @Test
  @DisplayName("O1: a program called `mux`, in the directory or on the PATH, is a command")
  void programsWithOurWords() throws Exception {
    Path program = Files.createFile(directory.resolve("mux"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Checks.of(Options.parse(new String[] {"--cwd", directory.toString(), "mux"}));
    Checks.of(Options.parse(new String[] {"--env", "PATH=" + directory, "mux"}));
    Checks.of(Options.parse(new String[] {"--", "cli"}));
    Checks.of(Options.parse(new String[] {"--", "http://x/"}));
  }

  @Test
  @DisplayName(
      "O1: `help` and `version` alone are --help and --version; behind -- they are programs")
  void words() throws Exception {
    assertThat(run("help")).isEqualTo(run("--help"));
    assertThat(run("version")).isEqualTo(run("--version"));
    assertThat(Options.parse(new String[] {"--", "help"}).asks("help")).isFalse();
    assertThat(Options.parse(new String[] {"--", "demo"}).begins("demo")).isFalse();
    assertThat(Options.parse(new String[] {"demo"}).begins("demo")).isTrue();
  }

  @Test
  @DisplayName("O1: --cwd must be a directory")
  void workingDirectory() throws IOException {
    Path missing = directory.resolve("gone");
    assertThat(run("--cwd", missing.toString(), "--", "x").err())
        .startsWith("pitstop: --cwd: " + missing + " does not exist");
    Path file = Files.createFile(directory.resolve("file"));
    Ran r = run("--cwd", file.toString(), "--", "x");
    assertThat(r.err()).startsWith("pitstop: --cwd: " + file + " is not a directory");
    assertThat(r.code()).isEqualTo(2);
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("O1: what makes sense is let through")
  @CsvSource({
    "--on-crash report -- x",
    "--on-crash report --tools recompile -- x",
    "--on-crash report --tools none --watch src -- x",
    "--on-crash respawn --tools none -- x",
    "--watch !src/gen/** --watch src -- x",
    "--cwd . -- x"
  })
  void sensible(String line) throws Options.UsageException {
    Options o = Options.parse(line.split(" ", -1));
    Checks.of(o);
    assertThat(o.command()).containsExactly("x");
  }

  @ParameterizedTest
  @DisplayName("O1: one wrong letter is suggested away")
  @CsvSource({
    "--wacth,--watch",
    "--on-crsh,--on-crash",
    "--ordr,--order",
    "--stop-timout,--stop-timeout",
    "--replays,--replay",
    "--logfile,--log-file",
    "-build,--build"
  })
  void suggestions(String wrong, String right) throws IOException {
    assertThat(run(wrong, "--", "x").err()).contains("did you mean " + right + "?");
  }

  @Test
  @DisplayName(
      "O1: --help and --version, short too, exit code 0; help shows every option with its default")
  void helpAndVersion() throws IOException {
    Ran help = run("--help");
    assertThat(help.code()).isZero();
    assertThat(run("-h")).isEqualTo(help);
    assertThat(help.err()).isEmpty();
    assertThat(help.out())
        .contains("--start-timeout TIME", "[90s]", "--handshake-timeout TIME", "[5s]")
        .contains("--hold-timeout TIME", "[120s]", "--hold-limit N", "[1000]")
        .contains("--max-message SIZE", "[64MiB]", "--order ORDER", "[start-first]")
        .contains("--on-crash MODE", "[respawn]", "--build-timeout TIME", "[10min]");
    assertThat(help.out().lines()).allMatch(l -> l.length() <= 110);
    Ran version = run("-V");
    assertThat(version.out()).startsWith("pitstop ").endsWith("\n");
    assertThat(run("--version")).isEqualTo(version);
  }

  @Test
  @DisplayName("O1: options end at --; behind it everything is the command's")
  void command() throws Options.UsageException {
    Options o =
        Options.parse(
            new String[] {"--name=n", "--env", "A=1", "--env=B=2", "--", "x", "--build", "--"});
    assertThat(o.command()).containsExactly("x", "--build", "--");
    assertThat(o.one("name", "")).isEqualTo("n");
    assertThat(o.all("env")).containsExactly("A=1", "B=2");
    assertThat(o.has("build")).isFalse();
    assertThat(o.one("order", "start-first")).isEqualTo("start-first");
  }

  @ParameterizedTest
  @DisplayName("O1: times")
  @CsvSource({"500ms,500", "30s,30000", "7,7000", "2min,120000", "2m,120000", "1h,3600000", "0s,0"})
  void times(String text, long millis) throws Options.UsageException {
    assertThat(Options.parse(new String[] {"--stop-timeout", text}).millis("stop-timeout", "5s"))
        .isEqualTo(millis);
  }

  @ParameterizedTest
  @DisplayName("O1: sizes")
  @CsvSource({"2000,2000", "2000B,2000", "4KiB,4096", "4k,4096", "1MiB,1048576", "1GiB,1073741824"})
  void sizes(String text, int bytes) throws Options.UsageException {
    assertThat(Options.parse(new String[] {"--max-message=" + text}).bytes("max-message", "64MiB"))
        .isEqualTo(bytes);
  }

  @ParameterizedTest
  @DisplayName("L3, O1: a message of the largest size may be held")
  @CsvSource({"1MiB,67108864", "64MiB,67108864", "65MiB,68157440"})
  void holdBytes(String text, long bytes) throws Options.UsageException {
    Options o = Options.parse(new String[] {"--max-message=" + text});
    assertThat(Proxy.settings(o).hold().bytes()).isEqualTo(bytes);
  }

  @Test
  @DisplayName("A7: --binary names the file that the command runs, without it the command tells")
  void binary() throws Options.UsageException {
    String[] given = {"--binary", "target/debug/x", "--", "cargo", "run"};
    assertThat(Proxy.command(Options.parse(given)).binary()).hasValue(Path.of("target/debug/x"));
    String[] none = {"--", "cargo", "run"};
    assertThat(Proxy.command(Options.parse(none)).binary()).isEmpty();
  }
}
