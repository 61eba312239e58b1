package dev.pitstop.cli;

import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.engine.Engines;
import dev.pitstop.process.Surroundings;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// `pitstop engine`: shows or stops the resident engine.
final class EngineCommand {
  private EngineCommand() {}

  /// @return the exit code
  static int run(Options o, OutputStream out, Surroundings here) throws UsageException {
    String what = o.command().isEmpty() ? "status" : o.command().getFirst();
    if (o.command().size() > 1 || !List.of("status", "stop").contains(what)) {
      throw new UsageException("use `pitstop engine status` or `pitstop engine stop`");
    }
    boolean stop = what.equals("stop");
    try {
      Path directory = Engines.directory(here.environment());
      List<Engines.Status> all = stop ? Engines.stop(directory) : Engines.running(directory);
      if (all.isEmpty()) {
        here.err()
            .println(
                "pitstop: no engine runs. In a package the next session starts one, unless"
                    + " PITSTOP_ENGINE=off; in a checkout, one with PITSTOP_ENGINE=on.");
        return 1;
      }
      StringBuilder text = new StringBuilder();
      for (Engines.Status one : all) {
        text.append(line(one, stop)).append("\n");
      }
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      return 0;
    } catch (IOException e) {
      here.err().println("pitstop: the engine cannot be asked: " + e.getMessage());
      return 1;
    }
  }

  private static String line(Engines.Status one, boolean stop) {
    String sessions = Words.count(one.sessions(), "session");
    String end =
        !stop
            ? ""
            : one.sessions() == 0 ? "; it ends now" : "; it ends when its sessions have ended";
    return "engine " + one.pid() + ": " + sessions + end + " (" + one.socket() + ")";
  }
}
