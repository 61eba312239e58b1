package dev.pitstop.cli.monitoring;

import dev.pitstop.cli.options.Refusal;
import dev.pitstop.log.UserDirectories;
import dev.pitstop.monitoring.SessionPlaces;
import dev.pitstop.process.Screen;
import dev.pitstop.process.Surroundings;
import dev.pitstop.text.PlainText;
import dev.pitstop.text.Words;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

/// Where a command is carried out: the person's terminal and directory, and the sessions' places.
///
/// @param width of the terminal in columns
/// @param now in milliseconds since 1970
public record Desk(
    SessionPlaces places,
    Path here,
    int width,
    ZoneId zone,
    long now,
    OutputStream out,
    PrintStream err) {
  private static final int WIDTH = 80;
  private static final int NARROWEST = 60;
  private static final int WIDEST = 200;

  /// The desk of the person who called this program.
  ///
  /// @param here where the person called it
  /// @throws Refusal if this user has no directory for sessions
  public static Desk ours(OutputStream out, Surroundings here) throws Refusal {
    return new Desk(
        SessionPlaces.of(here.environment())
            .orElseThrow(
                () -> new Refusal(1, "there is no place for sessions: " + UserDirectories.NONE)),
        here.directory(),
        Math.clamp(Screen.ours(here.environment()).columns().orElse(WIDTH), NARROWEST, WIDEST),
        ZoneId.systemDefault(),
        System.currentTimeMillis(),
        out,
        here.err());
  }

  /// Says something beside the command's result.
  public void note(String sentence) {
    String text = "pitstop: " + sentence;
    List<String> lines = text.lines().toList(); // several are in columns already
    for (String line : lines.size() > 1 ? lines : Words.lines(text, width)) {
      err.println(PlainText.of(line));
    }
  }

  /// `2026-11-25T14:02:31.…`: the nanosecond makes sure that the seconds are in it.
  private String local(long millis) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis).plusNanos(1), zone).toString();
  }

  /// `2026-11-25`.
  String day(long millis) {
    return local(millis).substring(0, 10);
  }

  /// `14:02:31`.
  String time(long millis) {
    return local(millis).substring(11, 19);
  }

  /// How long ago this was: `3 min 5 s`.
  String age(long millis) {
    return Words.duration(Math.max(0, now - millis));
  }
}
