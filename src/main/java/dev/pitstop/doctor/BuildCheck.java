package dev.pitstop.doctor;

import dev.pitstop.backend.Builder;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/// The build command, run once.
final class BuildCheck {
  private static final String AREA = "build";

  private BuildCheck() {}

  static Finding of(Builder.Result result, List<Client> clients) {
    if (result.ok()) {
      return succeeded(result.millis(), clients);
    }
    List<String> lines = result.report().lines().toList();
    return Finding.fail(
            AREA, "failed after " + Words.duration(result.millis()), remedy(result.report()))
        .with(lines);
  }

  /// `recompile` is a call: it takes as long as the build, and a client ends it at its own limit.
  private static Finding succeeded(long millis, List<Client> clients) {
    String text = "succeeded in " + Words.duration(millis);
    List<String> ends = new ArrayList<>();
    List<String> settings = new ArrayList<>();
    for (Client client : clients) {
      OptionalLong limit = client.call().limitMillis();
      if (limit.isPresent() && millis > limit.getAsLong()) {
        ends.add(
            client.name()
                + " ends a call after "
                + limit.getAsLong() / 1_000
                + (client.call().prolonged() ? " s without progress" : " s"));
        client.call().setting().ifPresent(s -> settings.add(". " + client.name() + ": " + s));
      }
    }
    return ends.isEmpty()
        ? Finding.ok(AREA, text)
        : Finding.warn(
            AREA,
            text + "; `recompile` takes as long: " + String.join(", ", ends),
            "Build less, or let --watch build when files are saved, outside of any call"
                + String.join("", settings));
  }

  private static String remedy(String report) {
    String text = report.toLowerCase(Locale.ROOT);
    return text.contains("not found") && text.contains("127")
        ? "The shell of the build (sh -c) does not find the program: give its path, or `npx`, `uv"
            + " run` in front of it"
        : text.contains("text file busy") || text.contains("eaddrinuse")
            ? "Something that runs holds what the build writes: --order stop-first stops the server"
                + " before each build"
            : "Correct what it says, or the command; it runs in the server's directory, by sh -c";
  }
}
