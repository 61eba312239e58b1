package dev.pitstop.cli.help;

import dev.pitstop.config.ConfigPlaces;
import dev.pitstop.log.UserDirectories;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// `pitstop help files`: where Pitstop keeps what, on this machine.
final class FilesPage {
  private FilesPage() {}

  static String text() {
    UserDirectories directories = UserDirectories.of(System.getenv());
    return """
    Logs: {state}
      pitstop.log          the log, up to 3 files of 1 MiB, readable only by you
      build-PID.log        output of the last build of the session with this pid
      daemon-NAME.log      output of a server that --start started
      crash-PID.log        report of the Java runtime when it crashes
                           (a checkout of Pitstop has it in target/)
    Cache: {cache}
      HASH.*               a server's last handshake and lists, for a quick start
    Configuration:
    {config}  FILE.before-pitstop  a client's file before `pitstop install`

    Linux: $XDG_STATE_HOME and $XDG_CACHE_HOME move logs and cache.
    macOS: ~/Library/Logs/pitstop, ~/Library/Caches/pitstop.
    Windows: %LOCALAPPDATA%\\pitstop\\log, %LOCALAPPDATA%\\pitstop\\cache.
    --log-file FILE moves the log and, with it, the build and daemon logs. With
    --log-file none there is no log file and no build log. You can delete logs and
    cache at any time.

    Environment variables:
      PITSTOP_JAVA_OPTS    options for the Java runtime, such as -Xmx1g
      PITSTOP_JAVA_HOME    the JDK to use, where Pitstop needs one
      PITSTOP_NO_BUILD     1: a checkout of Pitstop never builds itself
      PITSTOP_CONFIGS      set by Pitstop for servers: configuration files in use
      HTTP_PROXY HTTPS_PROXY NO_PROXY          proxies on the way to a URL
      SSL_CERT_FILE NODE_EXTRA_CA_CERTS        certificates to trust as well
      NO_COLOR             no colors in `pitstop demo` and `pitstop doctor`
    The server gets Pitstop's environment, plus --env.
    """
        .replace("{state}", shown(directories.state()))
        .replace("{cache}", shown(directories.cache()))
        .replace("{config}", configuration());
  }

  private static String configuration() {
    StringBuilder out = new StringBuilder();
    List<String> names = ConfigPlaces.NAMES;
    HelpText.line(out, names.getFirst(), 19, "many servers, in the working directory");
    HelpText.line(out, names.getLast(), 19, "the same, if there is no pitstop.json");
    return out.toString();
  }

  private static String shown(Optional<Path> directory) {
    if (directory.isEmpty()) {
      return "none (" + UserDirectories.NONE + ")";
    }
    String home = System.getenv().getOrDefault("HOME", "");
    return !home.isEmpty()
            && directory.get().startsWith(home)
            && !directory.get().equals(Path.of(home))
        ? "~/" + Path.of(home).relativize(directory.get())
        : directory.get().toString();
  }
}
