package dev.pitstop.doctor;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import dev.pitstop.project.Program;
import dev.pitstop.project.ProgramFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the place in the file that a program runs which may have written a line.
final class LineOrigin {
  private static final long MOST_BYTES = 512 * 1024;

  /// A shorter piece of a line occurs in many places.
  private static final int SHORTEST = 6;

  private LineOrigin() {}

  /// `index.ts:12`, if the longest piece of the line without digits and quotes is there.
  ///
  /// @param environment the environment of the command
  static Optional<String> of(String line, Command command, Map<String, String> environment) {
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
