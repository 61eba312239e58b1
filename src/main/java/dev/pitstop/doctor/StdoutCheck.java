package dev.pitstop.doctor;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.Language;
import dev.pitstop.project.Program;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Checks stdout for lines that are not messages.
final class StdoutCheck {
  private static final String AREA = "stdout";
  private static final int LONGEST = 120;
  private static final long MOST_BYTES = 512 * 1024;

  /// A shorter piece of a line occurs in many places.
  private static final int SHORTEST = 6;

  /// A line of stdout that is not a message.
  ///
  /// @param number of the line, from 1
  record Stray(int number, String text) {}

  private StdoutCheck() {}

  /// @param stray the first such lines
  /// @param count how many there were
  /// @param origin finds where a line comes from: `src/index.ts:12`
  static Finding of(
      List<Stray> stray, int count, Language language, Function<String, Optional<String>> origin) {
    if (count == 0) {
      return Finding.ok(AREA, "only protocol messages");
    }
    List<String> details =
        stray.stream()
            .map(l -> "line " + l.number() + ": " + Parts.quoted(l.text(), LONGEST))
            .toList();
    String text =
        Words.count(count, "line")
            + (count == 1 ? " is not a message" : " are not messages")
            + ": stdout is for messages only, and Cline stops the server at any other line";
    String remedy =
        stray.stream()
            .flatMap(line -> Signs.ofStdout(line.text()).stream())
            .findFirst()
            .orElseGet(() ->
                "Write it to stderr%s: %s"
                    .formatted(
                        stray.stream()
                            .flatMap(line -> origin.apply(line.text()).stream())
                            .findFirst()
                            .map(place -> " (at " + place + ")")
                            .orElse(""),
                        Signs.toStderr(language)));
    return Finding.fail(AREA, text, remedy).with(details);
  }

  /// The place in the file that a program runs which may have written a line: `index.ts:12`, if the
  /// longest piece of the line without digits and quotes is there.
  ///
  /// @param environment the environment of the command
  static Optional<String> origin(String line, Command command, Map<String, String> environment) {
    String piece =
        Stream.of(line.split("[0-9\"'`\\\\:/{}\\[\\]]+"))
            .map(String::strip)
            .max(Comparator.comparingInt(String::length))
            .orElse("");
    return piece.length() >= SHORTEST
            && ProgramFile.of(command, Executables.in(environment)) instanceof Program.Own own
        ? place(piece, own.file(), command.directory().toAbsolutePath())
        : Optional.empty();
  }

  private static Optional<String> place(String piece, Path program, Path directory) {
    try {
      Path file = program.toRealPath();
      String text =
          Files.size(file) > MOST_BYTES
              ? ""
              : new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      int at = text.indexOf('\0') < 0 ? text.indexOf(piece) : -1;
      Path shown = file.startsWith(directory) ? directory.relativize(file) : file;
      return at < 0
          ? Optional.empty()
          : Optional.of(
              shown + ":" + (1 + text.substring(0, at).chars().filter(c -> c == '\n').count()));
    } catch (IOException e) {
      return Optional.empty(); // the file is gone by now
    }
  }
}
