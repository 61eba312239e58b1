package dev.pitstop.cli.demo;

import dev.pitstop.process.Command;
import dev.pitstop.process.Executables;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// A sample server in one language: its source, how it is built and started, and the edits that an
/// agent makes to it. All do the same, and the demo tells the same story with each.
///
/// @param bin the directory of the programs that build and run it
/// @param file its source, a resource beside this class
/// @param build the command that checks and builds it
/// @param command the command that starts it
/// @param fixTheCrash an unknown city gets an answer instead of an exception
/// @param addATool a new tool, with a mistake in it
/// @param fixTheMistake removes this mistake
record Sample(
    Path bin,
    String file,
    String build,
    List<String> command,
    Edit fixTheCrash,
    Edit addATool,
    Edit fixTheMistake) {
  static final String NONE =
      "it needs a JDK (javac, version 17 or newer) or Node, and found neither; install one, or set"
          + " JAVA_HOME";

  /// One replacement in the source, as an agent's edit tool makes it. Lines that are in both texts
  /// are there to find the place.
  record Edit(String from, String to) {
    /// What changes, as lines of a diff without the lines that stay.
    List<String> lines() {
      List<String> diff = new ArrayList<>();
      lines(from, to).forEach(line -> diff.add("- " + line));
      lines(to, from).forEach(line -> diff.add("+ " + line));
      return diff;
    }

    /// The lines of one text that are not in the other, with their common indentation removed.
    private static List<String> lines(String one, String other) {
      List<String> common = other.lines().toList();
      List<String> own = one.lines().filter(line -> !common.contains(line)).toList();
      return String.join("\n", own).stripIndent().lines().toList();
    }
  }

  /// Its mistake is a misspelt name, which the compiler finds.
  private static final Sample JAVA =
      new Sample(
          Path.of(""),
          "WeatherServer.java",
          "javac -d classes WeatherServer.java",
          List.of("java", "-cp", "classes", "WeatherServer"),
          new Edit(
              """
                static String forecast(String city) {
              """,
              """
                static String forecast(String city) {
                  if (!CELSIUS.containsKey(city)) {
                    return "no weather station in " + city;
                  }
              """),
          new Edit(
              """
              a -> forecast(a.get("city")));
              """,
              """
              a -> forecast(a.get("city")));
                  tool("compare", "How much warmer a city is", List.of("city", "than"),
                      a -> celcius(a.get("city")) - celsius(a.get("than")) + " degrees");
              """),
          new Edit(
              """
                      a -> celcius(a.get("city")) - celsius(a.get("than")) + " degrees");
              """,
              """
                      a -> celsius(a.get("city")) - celsius(a.get("than")) + " degrees");
              """));

  /// Its mistake is a missing parenthesis: a misspelt name would cause an error only when it is
  /// used.
  private static final Sample NODE =
      new Sample(
          Path.of(""),
          "weather.mjs",
          "node --check weather.mjs",
          List.of("node", "weather.mjs"),
          new Edit(
              """
              function forecast(city) {
              """,
              """
              function forecast(city) {
                if (!CELSIUS.has(city)) {
                  return `no weather station in ${city}`;
                }
              """),
          new Edit(
              """
              (a) => forecast(a.city));
              """,
              """
              (a) => forecast(a.city));
              tool("compare", "How much warmer a city is", ["city", "than"],
                (a) => `${celsius(a.city) - celsius(a.than)} degrees`;
              """),
          new Edit(
              """
                (a) => `${celsius(a.city) - celsius(a.than)} degrees`;
              """,
              """
                (a) => `${celsius(a.city) - celsius(a.than)} degrees`);
              """));

  /// The samples for this machine, the best one first: a compiler finds the most mistakes. A
  /// program may be too old, or only a stub that offers to install the program: building shows it.
  ///
  /// @param builtWith the JDK that the launcher recorded; may be empty
  static List<Sample> all(Map<String, String> environment, String builtWith) {
    List<String> path = List.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1));
    Stream<String> jdks =
        Stream.of(
                environment.getOrDefault("PITSTOP_JAVA_HOME", ""),
                environment.getOrDefault("JAVA_HOME", ""),
                builtWith,
                System.getProperty("java.home", ""))
            .map(home -> home.isEmpty() ? "" : home + "/bin");
    return Stream.concat(
            Stream.concat(jdks, path.stream()).flatMap(bin -> JAVA.in(bin, "javac")),
            path.stream().flatMap(bin -> NODE.in(bin, "node")))
        .distinct()
        .toList();
  }

  /// This sample with the programs in a directory, if they are there.
  private Stream<Sample> in(String bin, String program) {
    Command wanted =
        new Command(
            List.of(bin + File.separator + program), Map.of(), Path.of("").toAbsolutePath());
    return bin.isEmpty()
        ? Stream.empty()
        : Executables.in(Map.of()).find(wanted).map(Path::getParent).stream()
            .map(at -> new Sample(at, file, build, command, fixTheCrash, addATool, fixTheMistake));
  }

  /// Writes the bundled source into a directory.
  void unpack(Path directory) throws IOException {
    try (InputStream in = Objects.requireNonNull(Sample.class.getResourceAsStream(file), file)) {
      Files.write(directory.resolve(file), in.readAllBytes());
    }
  }

  void apply(Edit edit, Path directory) throws IOException {
    Path source = directory.resolve(file);
    Files.writeString(source, Files.readString(source).replace(edit.from(), edit.to()));
  }
}
