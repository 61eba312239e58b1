package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What a call asks of the system, counted by `strace`, where that is there and may look.
@DisplayName("system calls of a call")
@Tag("all")
class SyscallsTest {
  private static final int WARM = 3_000;
  private static final int CALLS = 1_000;

  /// Something that the JVM does now and then beside the calls, such as compiling what is hot, is
  /// less than half of one for each.
  private static final double NOW_AND_THEN = 0.5;

  @RegisterExtension final Bench bench = new Bench();

  /// A running `strace` of all threads of a process.
  private record Strace(Process process, BufferedReader stderr, Path summary) {
    static Strace of(long pid, Path summary) {
      List<String> argv =
          List.of("strace", "-c", "-f", "-p", Long.toString(pid), "-o", summary.toString());
      try {
        Process process = new ProcessBuilder(argv).start();
        return new Strace(process, process.errorReader(), summary);
      } catch (IOException e) {
        return abort("optional: no strace: " + e.getMessage());
      }
    }

    /// Waits until it counts.
    Strace attached() throws IOException {
      Optional<String> first = Optional.ofNullable(stderr.readLine());
      if (first.filter(line -> line.contains("attached")).isEmpty()) {
        process.destroy();
        return abort("optional: strace may not look: " + first);
      }
      return this;
    }

    /// How often each system call was made.
    Map<String, Integer> end() throws IOException, InterruptedException {
      process.destroy(); // SIGTERM: it lets go, and tells
      process.waitFor();
      Map<String, Integer> calls = new TreeMap<>();
      for (String line : Files.readAllLines(summary)) {
        String[] words = line.strip().split(" +", -1);
        boolean counts = words.length >= 5 && Character.isDigit(words[0].charAt(0));
        if (counts && !words[words.length - 1].equals("total")) {
          calls.merge(words[words.length - 1], Integer.parseInt(words[3]), Integer::sum);
        }
      }
      return calls;
    }
  }

  private static void calls(RawClient client, int n) {
    for (int i = 0; i < n; i++) {
      assertThat(client.call("echo", "{'text':'x'}").text()).isEqualTo("x");
    }
  }

  /// What each call must do: read it and write it, there and back. The JDK looks besides, after
  /// each read of a process's stdout, whether there is more. No thread is woken but by the pipes.
  private static int perCall(String syscall) {
    return switch (syscall) {
      case "read", "write" -> 2;
      case "fstat", "ioctl" -> 1;
      default -> 0;
    };
  }

  @Test
  @DisplayName("two reads, two writes, the JDK's own look, and nothing else for each call")
  void perCall() throws IOException, InterruptedException {
    RawClient client = bench.pitstop(bench.scripted()).drainStderr().greeted();
    calls(client, WARM);
    Strace strace = Strace.of(client.pid(), bench.dir().resolve("syscalls")).attached();
    calls(client, CALLS);
    Map<String, Integer> made = strace.end();
    assertThat(made).as("what was counted").containsKeys("read", "write");
    made.forEach((name, n) ->
        assertThat((double) n / CALLS)
            .as("%s, of all: %s", name, made)
            .isLessThan(perCall(name) + NOW_AND_THEN));
  }
}
