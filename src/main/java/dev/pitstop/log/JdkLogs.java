package dev.pitstop.log;

import java.text.MessageFormat;
import java.util.ResourceBundle;

/// Where the JDK's own classes log: warnings and errors to stderr, nothing else anywhere. The JDK
/// asks for a logger when it starts its first process; looking for one in the runtime image, and
/// setting up its own, takes it some milliseconds before the server's process is there. Known to
/// the runtime image only (`src/main/module`).
public final class JdkLogs extends System.LoggerFinder {
  private record Stderr(String name) implements System.Logger {
    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      return level == Level.WARNING || level == Level.ERROR;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
      if (isLoggable(level)) {
        say(thrown == null ? text : text + ": " + thrown);
      }
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... values) {
      if (isLoggable(level)) {
        boolean plain = values == null || values.length == 0;
        say(plain ? format : MessageFormat.format(format, values));
      }
    }

    private void say(String text) {
      System.err.println("pitstop: " + name + ": " + text);
    }
  }

  /// For the JDK's service loader.
  public JdkLogs() {}

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new Stderr(name);
  }
}
