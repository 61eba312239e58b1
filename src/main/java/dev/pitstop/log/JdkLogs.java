package dev.pitstop.log;

import java.text.MessageFormat;
import java.util.ResourceBundle;

/// The logger of the JDK's own classes: it writes warnings and errors to stderr and drops the rest.
/// The JDK asks for a logger when it starts its first process. Without this class it searches the
/// runtime image and sets up its own logger, which delays the server's process by some
/// milliseconds. Only the runtime image registers this class (`src/main/module`).
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

  /// Called by the JDK's service loader.
  public JdkLogs() {}

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new Stderr(name);
  }
}
