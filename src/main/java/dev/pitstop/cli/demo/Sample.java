package dev.pitstop.cli.demo;

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
/// @param build checks it, and makes what is started if anything must be made
/// @param command starts it
/// @param fixTheCrash an unknown city gets an answer instead of an exception
/// @param addATool a new tool, with a mistake in it
/// @param fixTheMistake makes that one build
/// @param crash what the exception is called
/// @param mistake what the failed build says of it
record Sample(
    String file,
    String build,
    List<String> command,
    Edit fixTheCrash,
    Edit addATool,
    Edit fixTheMistake,
    String crash,
    String mistake) {
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

    /// Lines of one that are not in the other, as far to the left as they go together.
    private static List<String> lines(List<String> one, List<String> other) {
      List<String> own = one.stream().filter(line -> !other.contains(line)).toList();
      return String.join("\n", own).stripIndent().lines().toList();
    }
  }

  /// Puts the bundled source there.
  void unpack(Path directory) throws IOException, DemoFailure {
    try (InputStream in = Sample.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new DemoFailure("the sample server is not in this build of Pitstop");
      }
      Files.write(directory.resolve(file), in.readAllBytes());
    }
  }

  void apply(Edit edit, Path directory) throws IOException, DemoFailure {
    Path source = directory.resolve(file);
    String text = Files.readString(source, StandardCharsets.UTF_8);
    if (!text.contains(edit.from())) {
      throw new DemoFailure("the sample server has no such line: " + edit.from().strip());
    }
    Files.writeString(source, text.replace(edit.from(), edit.to()), StandardCharsets.UTF_8);
  }
}
