package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.channel.Target;
import dev.pitstop.cli.options.Checks;
import dev.pitstop.cli.options.Here;
import dev.pitstop.cli.options.Logging;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.ServerOptions;
import dev.pitstop.cli.options.SessionOptions;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.cli.run.SessionSetup;
import dev.pitstop.hub.ServerSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The command line.
class OptionsTest {
  @TempDir private Path directory;

  private CommandLineRun run(String... args) throws IOException {
    return CommandLineRun.of(directory, args);
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("each mistake has its own text, and exit code 2; stdout stays empty")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "--build make | --build is for one server: put it in the server's entry of the configuration file, or name COMMAND behind `--`",
        "--on-crash respawn --config x.json | --on-crash is for one server: put it in the server's entry of the configuration file, or name COMMAND behind `--`",
        "--config x.json -- x | --config is for many servers: leave out COMMAND; the file lists the servers",
        "--set listWait=1s -- x | --set listWait is for many servers: leave out COMMAND; the file lists the servers",
        "--config | --config needs a value: --config FILE",
        "mux --log-level debug | there is no command or program `mux`: the program of a server must be a file or on the PATH",
        "--biuld make -- x | unknown option --biuld; did you mean --build?",
        "--frobnicate -- x | unknown option --frobnicate",
        "-x -- x | unknown option -x",
        "--help=1 | --help takes no value",
        "--build -- x | --build needs a value: --build CMD",
        "--name | --name needs a value: --name NAME",
        "--name a --name b -- x | --name can be given only once",
        "--name= -- x | --name: must not be empty",
        "--call-timeout 5parsecs -- x | --call-timeout: `5parsecs` is not a duration: use 500ms, 30s, 2min or a number of seconds",
        "--call-timeout soon -- x | --call-timeout: `soon` is not a duration: use 500ms, 30s, 2min or a number of seconds",
        "--set drainTimeout=-5s -- x | --set drainTimeout: `-5s` is not a duration: use 500ms, 30s, 2min or a number of seconds",
        "--call-timeout 0s -- x | --call-timeout: must be more than 0",
        "--set buildTimeout=0 -- x | --set buildTimeout: must be more than 0",
        "--set maxMessage=1furlong -- x | --set maxMessage: `1furlong` is not a size: use 512KiB or 64MiB",
        "--set maxMessage=big -- x | --set maxMessage: `big` is not a size: use 512KiB or 64MiB",
        "--set maxMessage=10 -- x | --set maxMessage: must be between 1KiB and 1GiB",
        "--set maxMessage=2GiB -- x | --set maxMessage: must be between 1KiB and 1GiB",
        "--set holdLimit=many -- x | --set holdLimit: expected a whole number of at most 9 digits",
        "--set holdLimit=-1 -- x | --set holdLimit: expected a whole number of at most 9 digits",
        "--set holdLimit=- -- x | --set holdLimit: expected a whole number of at most 9 digits",
        "--set holdLimit=5x -- x | --set holdLimit: expected a whole number of at most 9 digits",
        "--set holdLimit=99999999999 -- x | --set holdLimit: expected a whole number of at most 9 digits",
        "--set x -- x | --set: `x` is not KEY=VALUE",
        "--set stoptimeout=1s -- x | --set: there is no key `stoptimeout`; did you mean `stopTimeout`?",
        "--set qqqqq=1s -- x | --set: there is no key `qqqqq`; see `pitstop help options`",
        "--set name=1s -- x | --set: there is no key `name`; see `pitstop help options`",
        "--call-timeout 1s --set callTimeout=2s -- x | --call-timeout can be given only once",
        "--set modernClient=yes -- x | --set modernClient: expected true or false, found a string",
        "--on-crash panic -- x | --on-crash: `panic` is not one of respawn, report",
        "--order random -- x | --order: `random` is not one of start-first, stop-first",
        "--log-level loud -- x | --log-level: `loud` is not one of error, warn, info, debug, off",
        "--env NOVALUE -- x | --env: `NOVALUE` is not KEY=VALUE",
        "--env =v -- x | --env: `=v` is not KEY=VALUE",
        "--replay t:novalue -- x | --replay: a rule must be TOOL or TOOL:ARG=VALUE",
        "--tools recompile,fly -- x | --tools: there is no tool `fly`; see `pitstop help tools`",
        "--tools recompil -- x | --tools: there is no tool `recompil`; did you mean recompile?",
        "--build= -- x | --build: must not be empty",
        "--log-file= -- x | --log-file: must not be empty",
        "--cwd= -- x | --cwd: must not be empty",
        "--start= http://localhost:1/ | --start: must not be empty",
        "--on-crash report --tools none -- x | --on-crash report needs a way to reload: `recompile` in --tools, or --watch",
        "--on-crash report --tools call_tool,server_status -- x | --on-crash report needs a way to reload: `recompile` in --tools, or --watch",
        "--watch !src/** -- x | --watch: every glob excludes files; add one that includes files",
        "--watch !src/** --watch !*.md -- x | --watch: every glob excludes files; add one that includes files",
        "--watch src/[ -- x | --watch: the watch glob src/[ has an unclosed `[` or a `\\` at its end",
        "--watch !a --on-crash report --tools none -- x | --watch: every glob excludes files; add one that includes files",
      })
  void mistakes(String line, String error) throws IOException {
    CommandLineRun r = run(line.split(" ", -1));
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
  @DisplayName("a command line in one word is no program: the words are proposed")
  void oneWord() throws IOException {
    CommandLineRun r = run("--", "python3  x.py");
    assertThat(r.err())
        .startsWith(
            "pitstop: there is no program `python3  x.py`; write each word separately:"
                + " `pitstop -- python3 x.py`, in JSON \"python3\", \"x.py\"");
    assertThat(r.code()).isEqualTo(2);
  }

  @Test
  @DisplayName("blanks between the names of --tools are no mistake")
  void blanks() throws Exception {
    Predicate<String> tools =
        SessionOptions.tools(Here.parse(new String[] {"--tools", "recompile, server_status", "x"}));
    assertThat(List.of("recompile", "server_status", "server_stderr"))
        .filteredOn(tools)
        .containsExactly("recompile", "server_status");
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("a value that the shell has split, or a glob that it has expanded, is no command")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "--build npm run build -- node x | `run` before `--`; quote the value of --build if it contains spaces",
        "--build=npm run build -- node x | `run` before `--`; quote the value of --build if it contains spaces",
        "--name n --build make all --watch g -- x | `all` before `--`; quote the value of --build if it contains spaces",
        "--watch srv.py cfg.json -- python3 srv.py | `cfg.json` before `--`; quote the glob of --watch, so that the shell does not expand it",
        "node --name n -- x | `node` before `--`",
      })
  void wordsBeforeTheCommand(String line, String error) throws IOException {
    isMistake(line, "pitstop: unexpected word " + error + System.lineSeparator());
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("without an option of ours the line is the command, its own -- included")
  @CsvSource(
      delimiter = '|',
      value = {
        "npm run x -- --flag | npm run x -- --flag",
        "node server.js | node server.js",
        "node -- --name n -- | node -- --name n --",
        "-- npm run x -- --flag | npm run x -- --flag",
        "--name n -- npm run x -- --flag | npm run x -- --flag",
        "--name n npm run x | npm run x",
      })
  void commandsWithoutASeparator(String line, String command) throws UsageException {
    assertThat(Here.parse(line.split(" ", -1)).command()).containsExactly(command.split(" ", -1));
  }

  @Test
  @DisplayName("the words of a program's calls, and how much of its output is kept")
  void callsOfAProgram() throws UsageException {
    String line =
        "cli --set schemaArgs=schema?-o?json --set callArgs=-o?json --set maxOutput=10KiB -- ls";
    assertThat(tools(Here.parse(words(line))).calls())
        .isEqualTo(
            new Target.Calls(
                List.of("schema", "-o", "json"),
                Optional.of(List.of("-o", "json")),
                Target.Calls.USUAL.millis(),
                10 * 1024,
                Target.Calls.USUAL.parallel()));
    Options named = Here.parse(words("cli --name mine -- ls"));
    ServerSpec spec =
        ServerOptions.named(named, ServerOptions.read(named), Logging.none(named.surroundings()));
    assertThat(spec.name()).isEqualTo("mine");
    assertThat(tools(Here.parse(words("cli --set callArgs= -- ls"))).calls().callArgs())
        .contains(List.of());
  }

  private static Target.Tools tools(Options o) throws UsageException {
    return (Target.Tools) ServerOptions.read(o).target();
  }

  private void isMistake(String line, String error) throws IOException {
    CommandLineRun r = run(line.split(" ", -1));
    assertThat(r.err()).startsWith(error);
    assertThat(r.code()).isEqualTo(2);
    assertThat(r.out()).isEmpty();
  }

  /// A question mark is a space within a word.
  private static String[] words(String line) {
    return List.of(line.split(" ")).stream().map(w -> w.replace('?', ' ')).toArray(String[]::new);
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("what `pitstop cli` has no use for, and what only it has a use for")
  @CsvSource(
      delimiter = '|',
      value = {
        "cli | no program given: use `pitstop cli -- COMMAND",
        "cli --order stop-first -- ls | --order is for a server that keeps running",
        "cli --set drainTimeout=1s -- ls | --set drainTimeout is for a server that keeps running",
        "cli --replay x -- ls | --replay is for a server that keeps running",
        "cli --set parallel=0 -- ls | --set parallel: expected a whole number above 0",
        "cli --set maxOutput=1 -- ls | --set maxOutput: must be between",
        "cli http://localhost/ | `pitstop cli` runs a program",
        "--set callArgs=x -- ls | --set callArgs is for a command-line program",
        "--set schemaArgs=x --config y | --set schemaArgs is for one server",
        "call x --set notices=off -- ls | --set notices is for sessions, not for `pitstop call`",
        "replay x --set listWait=1s | --set listWait is for sessions, not for `pitstop replay`",
        "--call-timeout 1s --config y | --call-timeout is for one server",
        "--call-timeout 0 -- ls | --call-timeout: must be more than 0",
        "cli --call-timeout 0 -- ls | --call-timeout: must be more than 0",
        "--call-timeout 0 http://localhost/ | --call-timeout: must be more than 0",
      })
  void commandLinePrograms(String line, String error) throws IOException {
    isMistake(line, "pitstop: " + error);
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("mistakes about a daemon are told before a session begins")
  @CsvSource(
      delimiter = '|',
      value = {
        "localhost:3000/mcp | there is no program `localhost:3000/mcp`; for a URL use `pitstop http://localhost:3000/mcp`",
        "http://localhost:3000/mcp more | unexpected word `more` after the URL",
        "--order stop-first http://localhost:3000/mcp | --order is for a server that Pitstop starts and stops, not for a URL",
        "--set binary=x http://localhost:3000/mcp | --set binary is for a server that Pitstop starts and stops, not for a URL",
        "--header X:y -- node x.js | --header is for a server behind a URL: pitstop --header … http://…",
        "--restart y -- node x.js | --restart is for a server behind a URL: pitstop --restart … http://…",
        "http://localhost:70000/mcp | http://localhost:70000/mcp has an invalid host or port. A host has only letters, digits, `-` and dots, an IPv6 address needs brackets, and a port is a number from 1 to 65535",
      })
  void daemons(String line, String error) throws IOException {
    isMistake(line, "pitstop: " + error + System.lineSeparator());
  }

  @Test
  @DisplayName("a variable of --bearer-env that is not set is told, and nothing of a header shown")
  void secretsInOptions() throws IOException {
    CommandLineRun r = run("--bearer-env", "NOT_SET_AT_ALL", "http://localhost:3000/mcp");
    assertThat(r.code()).isEqualTo(2);
    assertThat(r.err()).contains("NOT_SET_AT_ALL");
    CommandLineRun bad = run("--header", "X: s3cret\r\nY: z", "http://localhost:3000/mcp");
    assertThat(bad.code()).isEqualTo(2);
    assertThat(bad.err()).doesNotContain("s3cret");
  }

  @Test
  @DisplayName("a file that is named must be there")
  void noSuchFile() throws IOException {
    Path none = directory.resolve("none.json");
    CommandLineRun missing = run("--config", none.toString());
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).startsWith("pitstop: --config: " + none + " does not exist");
    CommandLineRun folder = run("--config", directory.toString());
    assertThat(folder.err()).startsWith("pitstop: --config: " + directory + " is not a file");
  }

  @Test
  @DisplayName("a file that lists Pitstop itself does not start it without an end")
  void chain() throws Exception {
    Path file = Files.createFile(directory.resolve("pitstop.json"));
    Path other = Files.createFile(directory.resolve("other.json"));
    String first = SessionSetup.chain(file, "").values().iterator().next();
    String both = SessionSetup.chain(other, first).values().iterator().next();
    assertThat(both).contains("pitstop.json", "other.json");
    assertThatThrownBy(() -> SessionSetup.chain(file, both))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("lists Pitstop itself");
  }

  @Test
  @DisplayName("a program called `cli` comes after `--`, and so can a URL")
  void programsWithOurWords() throws Exception {
    Checks.of(Here.parse(new String[] {"--", "cli"}));
    Checks.of(Here.parse(new String[] {"--", "http://x/"}));
  }

  @Test
  @DisplayName("--cwd must be a directory")
  void workingDirectory() throws IOException {
    Path missing = directory.resolve("gone");
    assertThat(run("--cwd", missing.toString(), "--", "x").err())
        .startsWith("pitstop: --cwd: " + missing + " does not exist");
    Path file = Files.createFile(directory.resolve("file"));
    CommandLineRun r = run("--cwd", file.toString(), "--", "x");
    assertThat(r.err()).startsWith("pitstop: --cwd: " + file + " is not a directory");
    assertThat(r.code()).isEqualTo(2);
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("what makes sense is let through")
  @CsvSource({
    "--on-crash report -- x",
    "--on-crash report --tools recompile -- x",
    "--on-crash report --tools none --watch src -- x",
    "--on-crash respawn --tools none -- x",
    "--watch !src/gen/** --watch src -- x",
    "--cwd . -- x"
  })
  void sensible(String line) throws UsageException {
    Options o = Here.parse(line.split(" ", -1));
    Checks.of(o);
    assertThat(o.command()).containsExactly("x");
  }

  @Test
  @DisplayName("what --set gives can be written as an option; both at once is one time too many")
  void keysAsOptions() throws UsageException {
    Options set = Here.parse("--set", "holdTimeout=12s", "--set", "modernClient=true", "x");
    Options option = Here.parse("--hold-timeout", "12s", "--modern-client", "x");
    assertThat(SessionOptions.of(option).settings().hold())
        .isEqualTo(SessionOptions.of(set).settings().hold());
    assertThat(SessionOptions.of(option).settings().hold().millis()).isEqualTo(12_000);
    assertThat(SessionOptions.of(option).modernClient()).isTrue();
    assertThat(Here.parse("--set", "callTimeout=5s", "x").values())
        .isEqualTo(Here.parse("--call-timeout", "5s", "x").values());
    Options twice = Here.parse("--hold-timeout=12s", "--set", "holdTimeout=13s", "x");
    assertThatThrownBy(() -> SessionOptions.of(twice)).hasMessageContaining("only once");
  }

  @ParameterizedTest
  @DisplayName("one wrong letter is suggested away")
  @CsvSource({
    "--wacth,--watch",
    "--on-crsh,--on-crash",
    "--ordr,--order",
    "--call-timout,--call-timeout",
    "--stop-timout,--set stopTimeout=TIME",
    "--modern-clint,--set modernClient=FLAG",
    "--replays,--replay",
    "--logfile,--log-file",
    "-build,--build"
  })
  void suggestions(String wrong, String right) throws IOException {
    assertThat(run(wrong, "1", "--", "x").err()).contains("did you mean " + right + "?");
  }

  @Test
  @DisplayName("options end at --; behind it everything is the command's")
  void command() throws UsageException {
    Options o =
        Here.parse(
            new String[] {"--name=n", "--env", "A=1", "--env=B=2", "--", "x", "--build", "--"});
    assertThat(o.command()).containsExactly("x", "--build", "--");
    assertThat(o.one("name")).contains("n");
    assertThat(o.all("env")).containsExactly("A=1", "B=2");
    assertThat(o.has("build")).isFalse();
    assertThat(o.one("order")).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("times")
  @CsvSource({"500ms,500", "30s,30000", "7,7000", "2min,120000", "2m,120000", "1h,3600000", "0s,0"})
  void times(String text, long millis) throws UsageException {
    Options o = Here.parse(new String[] {"--set", "drainTimeout=" + text});
    assertThat(SessionOptions.of(o).settings().drainMillis()).isEqualTo(millis);
  }

  @ParameterizedTest
  @DisplayName("sizes")
  @CsvSource({"2000,2000", "2000B,2000", "4KiB,4096", "4k,4096", "1MiB,1048576", "1GiB,1073741824"})
  void sizes(String text, int bytes) throws UsageException {
    Options o = Here.parse(new String[] {"cli", "--set", "maxOutput=" + text, "--", "x"});
    assertThat(tools(o).calls().maxOutput()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @DisplayName("a message of the largest size may be held")
  @CsvSource({"1MiB,67108864", "64MiB,67108864", "65MiB,68157440"})
  void holdBytes(String text, long bytes) throws UsageException {
    Options o = Here.parse(new String[] {"--set=maxMessage=" + text});
    assertThat(SessionOptions.of(o).settings().hold().bytes()).isEqualTo(bytes);
  }

  @Test
  @DisplayName("the key binary names the file that the command runs, without it the command tells")
  void binary() throws UsageException {
    String[] given = {"--set", "binary=target/debug/x", "--", "cargo", "run"};
    assertThat(ServerOptions.read(Here.parse(given)).command().binary())
        .hasValue(Here.HERE.directory().resolve("target/debug/x"));
    String[] none = {"--", "cargo", "run"};
    assertThat(ServerOptions.read(Here.parse(none)).command().binary()).isEmpty();
  }
}
