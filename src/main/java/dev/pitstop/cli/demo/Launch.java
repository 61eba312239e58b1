package dev.pitstop.cli.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How to start this very program once more, as a client would start it.
final class Launch {
  private static final String MAIN = "dev.pitstop.cli.Main";

  private Launch() {}

  /// The command without Pitstop's own arguments. Same JVM, options and start-up cache as this
  /// process where the system tells them (Linux, macOS), else the JVM and the program alone: as a
  /// module of the runtime image, or on the class path.
  static List<String> command() {
    ProcessHandle.Info self = ProcessHandle.current().info();
    List<String> command = new ArrayList<>();
    if (self.command().isPresent() && self.arguments().isPresent()) {
      command.add(self.command().get());
      for (String argument : self.arguments().get()) {
        command.add(argument);
        if (argument.equals(MAIN) || argument.endsWith("/" + MAIN)) {
          return command;
        }
      }
      command.clear(); // cut off, or started in another way
    }
    String home = System.getProperty("java.home", "");
    command.add(Path.of(home, "bin", "java").toString());
    // what the JVM has to say of itself must not come between the messages
    command.addAll(List.of("-XX:+DisplayVMOutputToStderr", "-Xlog:disable"));
    String module = System.getProperty("jdk.module.main", "");
    command.addAll(
        module.isEmpty()
            ? List.of("-cp", System.getProperty("java.class.path", ""), MAIN)
            : List.of("-m", module + "/" + MAIN));
    return command;
  }
}
