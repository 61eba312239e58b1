package dev.pitstop.cli.replay;

import dev.pitstop.cli.call.Started;
import dev.pitstop.cli.call.Tools;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.process.Surroundings;
import dev.pitstop.recording.Recorded;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;

/// `pitstop replay`: plays a recording to a server, says what changed, and fails if the server
/// became worse.
public final class ReplayCommand {
  private static final int MOST_DAMAGED = 10;

  private ReplayCommand() {}

  /// @param args the words after `replay`
  /// @param version of Pitstop
  /// @return the exit code: 1 if there is a regression, or if the server or the recording cannot be
  ///   used
  public static int run(List<String> args, OutputStream out, Surroundings here, String version)
      throws IOException, Refusal, UsageException, InterruptedException {
    ReplayLine line = ReplayLine.parse(args, here);
    PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8);
    Recorded recorded = read(line, here.err());
    Report report = new Report(print);
    try (Tools server = Started.of(line.server(), "pitstop replay", version)) {
      new Replay(recorded, server, line, System::nanoTime, report).run();
      report.end(recorded.missing());
      if (recorded.replaced() > 0) {
        recorded.save();
        print.println(recorded.replaced() + " new in the recording.");
      }
      return report.regressions() == 0 || line.accept() ? 0 : 1;
    } finally {
      print.flush();
    }
  }

  private static Recorded read(ReplayLine line, PrintStream err) throws Refusal, UsageException {
    try {
      Recorded recorded = Recorded.of(line.file());
      List<String> damaged = recorded.damaged();
      damaged.stream().limit(MOST_DAMAGED).forEach(text -> err.println("pitstop: " + text));
      if (damaged.size() > MOST_DAMAGED) {
        err.println("pitstop: so were " + (damaged.size() - MOST_DAMAGED) + " more lines");
      }
      if (recorded.calls().isEmpty()) {
        throw new UsageException(line.file() + " has no call of a tool");
      }
      return recorded;
    } catch (NoSuchFileException missing) {
      throw new UsageException("there is no recording " + missing.getMessage());
    } catch (IOException e) {
      throw new Refusal(1, "the recording cannot be read: " + e.getMessage());
    }
  }
}
