package dev.pitstop.cli.replay;

import dev.pitstop.cli.call.Started;
import dev.pitstop.cli.call.Tools;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.process.Surroundings;
import dev.pitstop.recording.Recorded;
import dev.pitstop.recording.RecordingLine;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;

/// `pitstop replay`: plays a recording to a server, says what changed, and fails if the server
/// became worse.
public final class ReplayCommand {
  private ReplayCommand() {}

  /// @param args the words after `replay`
  /// @param version of Pitstop
  /// @return the exit code: 1 if there is a regression, or if the server or the recording cannot be
  ///   used
  public static int run(List<String> args, OutputStream out, Surroundings here, String version)
      throws IOException, Refusal, UsageException, InterruptedException {
    PrintStream err = here.err();
    PrintStream print = new PrintStream(out, false, StandardCharsets.UTF_8);
    ReplayLine line = ReplayLine.parse(args, here);
    try {
      return run(line, print, err, version);
    } catch (NoSuchFileException missing) {
      throw new UsageException("there is no recording " + missing.getMessage());
    } finally {
      print.flush();
    }
  }

  private static int run(ReplayLine line, PrintStream out, PrintStream err, String version)
      throws IOException, UsageException, Refusal, InterruptedException {
    Recorded recorded = Recorded.of(line.file());
    for (RecordingLine.Damaged d : recorded.damaged()) {
      err.println(
          "pitstop: %s: line %d (byte %d) is left out: %s"
              .formatted(line.file(), d.where().number(), d.where().offset(), d.why()));
    }
    if (recorded.unreadable() > recorded.damaged().size()) {
      long more = recorded.unreadable() - recorded.damaged().size();
      err.println("pitstop: " + more + " more lines cannot be read");
    }
    if (recorded.calls().isEmpty()) {
      throw new UsageException(line.file() + " has no call of a tool");
    }
    Results results = new Results(line, out);
    try (RandomAccessFile file = new RandomAccessFile(line.file().toFile(), "r");
        Tools server = Started.of(line.server(), "pitstop replay", version)) {
      new Replay(recorded, file, server, line.rules(), System::nanoTime, results).run();
      return results.end(recorded.missing()) == 0 ? 0 : 1;
    }
  }
}
