package dev.pitstop.cli.install;

import dev.pitstop.install.ClientFile;
import dev.pitstop.install.Server;
import dev.pitstop.install.Setting;
import dev.pitstop.install.Wishes;
import dev.pitstop.install.Wrapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The client's own settings that help a server behind Pitstop. They are written only on request.
/// Settings of one server and settings for all servers are two questions, because the latter affect
/// servers that were not named.
record InstallSettings(InstallOptions options, Shell shell, ClientTarget target, ClientFile file) {
  /// The settings to write, and a text about the others.
  ///
  /// @param said shown below the table of servers; may be empty
  record Chosen(Wishes wishes, String said) {}

  /// Asks the user on a terminal.
  ///
  /// @param wraps how servers are wrapped now; servers wrapped earlier get settings, too
  Chosen choose(List<ClientFile.Listed> servers, Map<String, Wrapping.How> wraps) {
    Wishes offer = offer(servers, wraps);
    Wishes none = Wishes.wraps(wraps);
    if (!offer.hasSettings()) {
      return new Chosen(none, "");
    }
    if (options.has("settings")) {
      return new Chosen(offer, written(offer));
    }
    if (options.has("print")) {
      return new Chosen(none, "");
    }
    if (options.has("yes") || !shell.terminal()) {
      return new Chosen(none, heading() + list(offer) + "Add --settings to write them.\n");
    }
    return asked(offer);
  }

  private Chosen asked(Wishes offer) {
    shell.out().print(heading());
    Wishes servers = new Wishes(offer.wraps(), offer.settings(), List.of());
    Wishes wide = new Wishes(offer.wraps(), Map.of(), offer.wide());
    boolean ofServers =
        servers.hasSettings() && yes(list(servers), "  Write these settings? [Y/n] ", true);
    boolean ofClient =
        wide.hasSettings()
            && yes(list(wide), "  Write these settings for all servers? [y/N] ", false);
    Wishes taken =
        new Wishes(
            offer.wraps(),
            ofServers ? offer.settings() : Map.of(),
            ofClient ? offer.wide() : List.of());
    return new Chosen(taken, written(taken));
  }

  private boolean yes(String list, String question, boolean usual) {
    shell.out().print(list);
    return shell.agrees(question, usual);
  }

  /// The settings that could be written.
  private Wishes offer(List<ClientFile.Listed> servers, Map<String, Wrapping.How> wraps) {
    Map<String, List<Setting.OfServer>> settings = new LinkedHashMap<>();
    boolean any = false;
    for (ClientFile.Listed each : servers) {
      boolean builds;
      if (wraps.containsKey(each.id())) {
        builds = wraps.get(each.id()).options().contains("--build");
      } else if (each.server() instanceof Server.Wrapped w) {
        builds = w.line().values().containsKey("build");
      } else {
        continue;
      }
      any = true;
      List<Setting.OfServer> missing =
          file.missing(each.id()).stream().filter(s -> builds || !s.ofBuilds()).toList();
      if (!missing.isEmpty()) {
        settings.put(each.id(), missing);
      }
    }
    return target.client().isEmpty() // an unknown client has unknown settings
        ? Wishes.wraps(wraps)
        : new Wishes(wraps, settings, any ? file.missing() : List.of());
  }

  private String title() {
    return target.client().orElseThrow().title();
  }

  private String heading() {
    return "Recommended settings for " + title() + " (docs/install.md):\n";
  }

  private String name(String id) {
    return file.servers().stream()
        .filter(s -> s.id().equals(id))
        .map(ClientFile.Listed::name)
        .findFirst()
        .orElse(id);
  }

  private String list(Wishes offer) {
    StringBuilder out = new StringBuilder();
    Map<Setting.OfServer, List<String>> names = new LinkedHashMap<>();
    offer
        .settings()
        .forEach((id, all) ->
            all.forEach(s -> names.computeIfAbsent(s, n -> new ArrayList<>()).add(name(id))));
    names.forEach((setting, of) -> row(out, String.join(", ", of) + ": " + setting, setting));
    offer.wide().forEach(setting -> row(out, setting.toString(), setting));
    return out.toString();
  }

  private static void row(StringBuilder out, String what, Setting setting) {
    out.append("  ").append(what).append("\n    (").append(setting.why()).append(")\n");
  }

  private String written(Wishes offer) {
    if (!offer.hasSettings()) {
      return "";
    }
    List<String> what = new ArrayList<>();
    offer.settings().forEach((id, all) -> all.forEach(s -> what.add(name(id) + ": " + s)));
    offer.wide().forEach(s -> what.add(s.toString()));
    return "Settings written for " + title() + ": " + String.join("; ", what) + "\n";
  }
}
