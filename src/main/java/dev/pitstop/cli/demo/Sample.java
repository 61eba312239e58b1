package dev.pitstop.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The sample server's source in a directory of its own, and the edits that an agent makes to it.
///
/// @param directory where the source lies, and the server runs
record Sample(Path directory) {
  static final String FILE = "WeatherServer.java";
  static final String BUILD = "javac -d classes WeatherServer.java";
  static final List<String> COMMAND = List.of("java", "-cp", "classes", "WeatherServer");

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

  /// An unknown city gets an answer instead of an exception.
  static final Edit FIX_THE_CRASH =
      new Edit(
          """
            static String forecast(String city) {
          """,
          """
            static String forecast(String city) {
              if (!CELSIUS.containsKey(city)) {
                return "no weather station in " + city;
              }
          """);

  /// A new tool, with a misspelt name in it.
  static final Edit ADD_A_TOOL =
      new Edit(
          """
          a -> forecast(a.get("city")));
          """,
          """
          a -> forecast(a.get("city")));
              tool("compare", "How much warmer a city is", List.of("city", "than"),
                  a -> celcius(a.get("city")) - celsius(a.get("than")) + " degrees");
          """);

  static final Edit FIX_THE_SPELLING =
      new Edit(
          """
                  a -> celcius(a.get("city")) - celsius(a.get("than")) + " degrees");
          """,
          """
                  a -> celsius(a.get("city")) - celsius(a.get("than")) + " degrees");
          """);

  /// Puts the bundled source there.
  void unpack() throws IOException, DemoFailure {
    try (InputStream in = Sample.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new DemoFailure("the sample server is not in this build of Pitstop");
      }
      Files.write(directory.resolve(FILE), in.readAllBytes());
    }
  }

  void apply(Edit edit) throws IOException, DemoFailure {
    Path file = directory.resolve(FILE);
    String source = Files.readString(file, StandardCharsets.UTF_8);
    if (!source.contains(edit.from())) {
      throw new DemoFailure("the sample server has no such line: " + edit.from().strip());
    }
    Files.writeString(file, source.replace(edit.from(), edit.to()), StandardCharsets.UTF_8);
  }
}
