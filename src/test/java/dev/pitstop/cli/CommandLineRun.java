package dev.pitstop.cli;

import dev.pitstop.process.Given;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a command line printed, and its exit code.
record CommandLineRun(int code, String out, String err) {
  /// Runs it in this JVM, with an empty stdin.
  static CommandLineRun of(Path directory, String... args) throws IOException {
    Path out = directory.resolve("out");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code;
    try (FileOutputStream file = new FileOutputStream(out.toFile());
        PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8)) {
      code = Main.run(args, InputStream.nullInputStream(), file, Given.saying(print));
    }
    return new CommandLineRun(code, Files.readString(out), err.toString(StandardCharsets.UTF_8));
  }
}
