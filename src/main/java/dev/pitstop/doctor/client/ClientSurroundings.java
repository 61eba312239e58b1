package dev.pitstop.doctor.client;

import dev.pitstop.text.Words;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The environment and directory in which a client starts a server.
public enum ClientSurroundings {
  /// The environment of the shell in which the client was started.
  SHELL,
  /// The environment of the desktop, whose `PATH` lacks what the shell's start-up files add.
  DESKTOP,
  /// A few variables of the desktop, in the root directory.
  DESKTOP_CLEARED,
  /// A few variables of the shell: those that the TypeScript SDK passes on by default.
  CLEARED,
  /// A few variables of the shell: those that Codex passes on.
  CLEARED_BY_CODEX;

  /// What the TypeScript SDK passes on by default (POSIX).
  private static final Set<String> OF_THE_SDK = Words.set("HOME LOGNAME PATH SHELL TERM USER");

  /// What Codex passes on (POSIX).
  private static final Set<String> OF_CODEX =
      Words.set("HOME LOGNAME PATH SHELL USER __CF_USER_TEXT_ENCODING LANG LC_ALL TERM TMPDIR TZ");

  private static final Set<String> WINDOWS =
      Words.set(
          "APPDATA HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROCESSOR_ARCHITECTURE SYSTEMDRIVE",
          "SYSTEMROOT TEMP TMP USERNAME USERPROFILE PROGRAMFILES");

  private static final String DOCK_PATH_MAC =
      "/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin:/usr/sbin:/sbin";
  private static final String DOCK_PATH =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /// The `PATH` of a program that is started from the dock or the desktop's menu.
  ///
  /// @param os the value of `os.name`
  public static String dockPath(String os) {
    return os.startsWith("Mac") ? DOCK_PATH_MAC : DOCK_PATH;
  }

  /// The environment that a server inherits.
  ///
  /// @param shell the environment of the shell
  /// @param os the value of `os.name`
  public Map<String, String> environment(Map<String, String> shell, String os) {
    boolean windows = os.startsWith("Windows"); // there is one PATH for all
    Map<String, String> given = new TreeMap<>(shell);
    if (!windows && (this == DESKTOP || this == DESKTOP_CLEARED)) {
      given.put("PATH", dockPath(os));
    }
    switch (this) {
      case SHELL, DESKTOP -> {}
      case DESKTOP_CLEARED, CLEARED -> keep(given, windows ? WINDOWS : OF_THE_SDK, windows);
      case CLEARED_BY_CODEX -> keep(given, windows ? WINDOWS : OF_CODEX, windows);
    }
    return given;
  }

  private static void keep(Map<String, String> given, Set<String> names, boolean anyCase) {
    given.keySet().removeIf(n -> !names.contains(anyCase ? n.toUpperCase(Locale.ROOT) : n));
  }
}
