package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("pitstop -- COMMAND in a terminal is a console")
@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
@Tag("all")
class ConsoleTest {
  /// A person: types each line when the text before it has come, and prints all that was shown.
  /// Arguments: lines as `TEXT=>LINE`, then `--` and the command.
  private static final String PERSON =
      """
      import os, pty, sys
      words = sys.argv[1:sys.argv.index("--")]
      pid, terminal = pty.fork()
      if pid == 0:
          command = sys.argv[sys.argv.index("--") + 1:]
          os.execvp(command[0], command)
      shown, at = b"", 0
      def read():
          global shown
          try:
              more = os.read(terminal, 65536)
          except OSError:
              more = b""
          shown += more
          return more
      for word in words:
          text, line = word.encode().split(b"=>")
          while text not in shown[at:]:
              if not read():
                  break
          at = shown.find(text, at) + len(text)
          os.write(terminal, line + b"\\n" if line != b"^D" else b"\\x04")
      while read():
          pass
      sys.stdout.buffer.write(shown.replace(b"\\r\\n", b"\\n"))
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
      """;

  @RegisterExtension final Bench bench = new Bench();

  private String shown(List<String> keys, String... pitstop) throws Exception {
    List<String> argv = new ArrayList<>(List.of("python3", "-c", PERSON));
    argv.addAll(keys);
    argv.add("--");
    argv.add(Bench.launcher().toString());
    argv.addAll(List.of(pitstop));
    Ended ended = Ended.of(argv, bench.environment(), bench.workDir());
    assertThat(ended.code()).as(ended.toString()).isZero();
    return ended.out();
  }

  @Test
  @DisplayName("Greets, calls, reloads, tells of a crash, lists calls and logs, and leaves")
  void keys() throws Exception {
    List<String> server = bench.fixture("{'like':'calls'}").argv();
    String all =
        shown(
            List.of(
                "> =>t echo text='hello there' times=2",
                "hello there hello there\r\n> =>r",
                "did not change.=>t dies",
                "crashed with exit code 3=>t asks",
                "there is no `roots/list`\r\n> =>c tool:echo",
                "echo (by person)=>l",
                "called asks=>x",
                "there is no key `x`=>t",
                "tool: =>add",
                "arguments: =>a=20 b=22",
                "42\r\n> =>t add a=1",
                "`b` is missing=>?",
                "stop the server and leave=>q"),
            Stream.concat(Stream.of("--name", "mine", "--"), server.stream())
                .toArray(String[]::new));
    assertThat(all)
        .contains(
            "pitstop: no client is here, so this is a console.",
            "`mine` runs and has 10 tools.\n",
            "  r reload   c calls   t call a tool   l logs   q quit   ? help\n",
            "[pitstop] Restarted server `mine`: spawn #2",
            "`mine` crashed with exit code 3, ",
            "[pitstop] `dies` got no answer")
        .doesNotContain("waiting for an MCP client");
  }

  @Test
  @DisplayName("The end of its input ends it; a server that does not run is said")
  void down() throws Exception {
    assertThat(shown(List.of("> =>^D"), "--", "sh", "-c", "echo no luck >&2; exit 7"))
        .contains("` does not run.\nIt crashed with exit code 7", "\n  no luck\n");
  }
}
