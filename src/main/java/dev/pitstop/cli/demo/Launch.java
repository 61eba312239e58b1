package dev.pitstop.cli.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How to start this program again, as a client would start it.
final class Launch {
  private static final String MAIN = "dev.pitstop.cli.Main";

  private Launch() {}

  /// The command without Pitstop's own arguments. On Linux and macOS it has the JVM, the options
  /// and the start-up cache of this process. Elsewhere it has only the JVM and the program, as a
  /// module of the runtime image or on the class path.
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
      // the system has cut the command off, or the program was started in another way
      command.clear();
    }
    String home = System.getProperty("java.home", "");
    command.add(Path.of(home, "bin", "java").toString());
    // the JVM's own output must not come between the messages
    command.addAll(List.of("-XX:+DisplayVMOutputToStderr", "-Xlog:disable"));
    String module = System.getProperty("jdk.module.main", "");
    command.addAll(
        module.isEmpty()
            ? List.of("-cp", System.getProperty("java.class.path", ""), MAIN)
            : List.of("-m", module + "/" + MAIN));
    return command;
  }
}
