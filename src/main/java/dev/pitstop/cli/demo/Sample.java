package dev.pitstop.cli.demo;

import dev.pitstop.cli.options.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A sample server in one language: its source, how it is built and started, and the edits that an
/// agent makes to it.
///
/// @param file its source, a resource beside this class
/// @param build the command that checks and builds it
/// @param command the command that starts it
/// @param fixTheCrash an unknown city gets an answer instead of an exception
/// @param addATool a new tool, with a mistake in it
/// @param fixTheMistake removes this mistake
record Sample(
    String file,
    String build,
    List<String> command,
    Edit fixTheCrash,
    Edit addATool,
    Edit fixTheMistake) {
  Sample {
    command = List.copyOf(command);
  }

  /// One replacement in the source, as an agent's edit tool makes it. Lines that are in both texts
  /// are there to find the place.
  record Edit(String from, String to) {
    /// What changes, as lines of a diff without the lines that stay.
    List<String> lines() {
      List<String> before = from.lines().toList();
      List<String> after = to.lines().toList();
      List<String> diff = new ArrayList<>();
      lines(before, after).forEach(line -> diff.add("- " + line));
      lines(after, before).forEach(line -> diff.add("+ " + line));
      return diff;
    }

    /// The lines of one text that are not in the other, with their common indentation removed.
    private static List<String> lines(List<String> one, List<String> other) {
      List<String> own = one.stream().filter(line -> !other.contains(line)).toList();
      return String.join("\n", own).stripIndent().lines().toList();
    }
  }

  /// Writes the bundled source into a directory.
  void unpack(Path directory) throws IOException, Refusal {
    try (InputStream in = Sample.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new Refusal(1, "the sample server is not in this build of Pitstop");
      }
      Files.write(directory.resolve(file), in.readAllBytes());
    }
  }

  void apply(Edit edit, Path directory) throws IOException, Refusal {
    Path source = directory.resolve(file);
    String text = Files.readString(source, StandardCharsets.UTF_8);
    if (!text.contains(edit.from())) {
      throw new Refusal(1, "the sample server has no such line: " + edit.from().strip());
    }
    Files.writeString(source, text.replace(edit.from(), edit.to()), StandardCharsets.UTF_8);
  }
}
