package dev.pitstop.cli;

import dev.pitstop.cli.monitoring.Desk;
import dev.pitstop.cli.options.Options;
import dev.pitstop.cli.options.Refusal;
import dev.pitstop.cli.options.UsageException;
import dev.pitstop.process.Surroundings;
import dev.pitstop.ui.UiServer;
import dev.pitstop.ui.Watched;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/// `pitstop ui`: serves the page until the process is ended.
final class UiCommand {
  private UiCommand() {}

  /// @return the exit code, if the page cannot be served; otherwise it does not return
  static int run(Options o, FileOutputStream out, Surroundings here)
      throws Refusal, UsageException, InterruptedException {
    PrintStream err = here.err();
    if (!o.command().isEmpty()) {
      throw new UsageException(
          "`pitstop ui` takes options only, not `" + o.command().getFirst() + "`");
    }
    Desk desk = Desk.ours(out, here);
    try (UiServer ui = UiServer.start(new Watched(desk.places(), o.has("allow-actions")))) {
      out.write((ui.url() + "\n").getBytes(StandardCharsets.UTF_8));
      err.println("Open this URL in a browser. Whoever has it can read the sessions.");
      err.println("The page goes away with this command: Ctrl-C ends it.");
      new CountDownLatch(1).await();
      return 0;
    } catch (IOException e) {
      throw new Refusal(1, "the page cannot be served: " + e.getMessage());
    }
  }
}
