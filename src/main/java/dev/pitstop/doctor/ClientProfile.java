package dev.pitstop.doctor;

import com.google.gson.JsonObject;
import dev.pitstop.install.Client;
import dev.pitstop.process.Platform;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A known client as of November 2026: how it starts servers, and what it rejects or cuts.
/// `clients.json` has a row for each; docs/doctor.md has the same table for people; docs/install.md
/// says which values were measured, and in which version. A limit that a client does not have, or
/// that is not known, is [#NONE].
///
/// @param passesOn the variables that it passes on; empty for all
/// @param desktop whether servers get the desktop's `PATH`, which lacks what the shell's start-up
///   files add
/// @param root whether it starts servers in the root directory
/// @param firstRequest milliseconds after which it sends its model's first request without the
///   tools of a server that has not answered
/// @param start milliseconds that it waits for a server's first answer
/// @param startSetting its setting for that, and where to write it; empty if it has none
/// @param call milliseconds that it waits for the answer to a call
/// @param prolonged whether progress restarts that time
/// @param callSetting its setting for that; empty if it has none
/// @param prefix what its model sees before a tool's name, with `%` for the server's name
/// @param name the longest name that it accepts, prefix included, in characters
/// @param tools the most tools that it accepts, of all servers together
/// @param description the length at which it cuts descriptions, in characters
/// @param instructions the length at which it cuts a server's instructions, in characters
/// @param firstLineOnly whether it shows only the first line of them
/// @param onePage whether it reads only the first page of a list
/// @param legacyOnly whether it speaks only the legacy era to a process
public record ClientProfile(
    Client client,
    Set<String> passesOn,
    boolean desktop,
    boolean root,
    int firstRequest,
    int start,
    String startSetting,
    int call,
    boolean prolonged,
    String callSetting,
    String prefix,
    int name,
    int tools,
    int description,
    int instructions,
    boolean firstLineOnly,
    boolean onePage,
    boolean legacyOnly) {
  static final int NONE = Integer.MAX_VALUE;

  /// What clients pass on that clear the environment, on Windows.
  private static final Set<String> WINDOWS =
      Words.set(
          "APPDATA HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROCESSOR_ARCHITECTURE SYSTEMDRIVE",
          "SYSTEMROOT TEMP TMP USERNAME USERPROFILE PROGRAMFILES");

  private static final List<ClientProfile> ALL = read();

  /// All known clients.
  public static List<ClientProfile> all() {
    return ALL;
  }

  public static ClientProfile of(Client client) {
    return ALL.stream().filter(p -> p.client == client).findFirst().orElseThrow();
  }

  private static List<ClientProfile> read() {
    JsonObject all = Parts.resource("clients.json");
    return Stream.of(Client.values())
        .map(client -> of(client, all.getAsJsonObject(client.id())))
        .toList();
  }

  private static ClientProfile of(Client client, JsonObject row) {
    return new ClientProfile(
        client,
        row.has("passesOn") ? Words.set(text(row, "passesOn")) : Set.of(),
        flag(row, "desktop"),
        flag(row, "root"),
        number(row, "firstRequest"),
        number(row, "start"),
        text(row, "startSetting"),
        number(row, "call"),
        flag(row, "prolonged"),
        text(row, "callSetting"),
        text(row, "prefix"),
        number(row, "name"),
        number(row, "tools"),
        number(row, "description"),
        number(row, "instructions"),
        flag(row, "firstLineOnly"),
        flag(row, "onePage"),
        flag(row, "legacyOnly"));
  }

  private static boolean flag(JsonObject row, String key) {
    return row.has(key) && row.get(key).getAsBoolean();
  }

  private static int number(JsonObject row, String key) {
    return row.has(key) ? row.get(key).getAsInt() : NONE;
  }

  private static String text(JsonObject row, String key) {
    return row.has(key) ? row.get(key).getAsString() : "";
  }

  /// Its name for people.
  public String title() {
    return client.title();
  }

  /// A sentence that names a setting of this client, to be appended to a remedy.
  ///
  /// @param setting empty if it has none
  String advice(String setting) {
    return setting.isEmpty() ? "" : ". For " + title() + ", set " + setting;
  }

  /// How many characters a tool's name has too many once this client has added its prefix; negative
  /// for as many that are left.
  ///
  /// @param server the server's name in the client's configuration
  int excess(String server, String tool) {
    return prefix.replace("%", server).length() + tool.length() - name;
  }

  /// The `PATH` of a program that is started from the dock or the desktop's menu.
  static String dockPath(Platform system) {
    return system == Platform.MACOS
        ? "/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin:/usr/sbin:/sbin"
        : "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  }

  /// The environment that a server inherits.
  ///
  /// @param shell the environment of the shell
  Map<String, String> environment(Map<String, String> shell, Platform system) {
    boolean windows = system == Platform.WINDOWS; // there is one PATH for all
    Map<String, String> given = new TreeMap<>(shell);
    if (desktop && !windows) {
      given.put("PATH", dockPath(system));
    }
    if (!passesOn.isEmpty()) {
      Set<String> kept = windows ? WINDOWS : passesOn;
      given
          .keySet()
          .removeIf(name -> !kept.contains(windows ? name.toUpperCase(Locale.ROOT) : name));
    }
    return given;
  }
}
