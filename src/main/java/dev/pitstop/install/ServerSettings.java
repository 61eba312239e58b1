package dev.pitstop.install;

import dev.pitstop.textedit.ClientEntry;
import dev.pitstop.textedit.Document;
import dev.pitstop.textedit.Edits;
import dev.pitstop.textedit.Layout;
import dev.pitstop.textedit.Node;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Writes a client's own settings into the entry of a server, after its command, and removes them
/// again.
final class ServerSettings {
  private ServerSettings() {}

  /// The settings that are there with the value that Pitstop writes.
  static List<Setting.OfServer> there(
      ClientEntry entry, List<Setting.OfServer> known, String text) {
    return known.stream().distinct().filter(s -> isThere(entry, s, text)).toList();
  }

  private static boolean isThere(ClientEntry entry, Setting.OfServer setting, String text) {
    return entry
        .field(setting.key())
        .filter(Node.Member::hasPlace)
        .map(Node.Member::value)
        .filter(v -> text.substring(v.start(), v.end()).equals(setting.value()))
        .isPresent();
  }

  /// The text with these settings, except those whose keys are there.
  static String with(Document document, ClientEntry entry, List<Setting.OfServer> settings) {
    Optional<Node.Member> anchor = anchor(entry);
    if (anchor.isEmpty()) {
      return document.text();
    }
    Layout layout = new Layout(document.text(), document.format());
    Edits edits = new Edits();
    Set<String> keys = new HashSet<>();
    for (Setting.OfServer setting : settings) {
      if (entry.field(setting.key()).isEmpty() && keys.add(setting.key())) {
        edits.insert(
            layout.behind(anchor.get()),
            layout.member(anchor.get(), setting.key(), setting.value()));
      }
    }
    return edits.apply(document.text());
  }

  /// The text without a setting; the original text, if nothing was edited around it.
  static String without(Document document, ClientEntry entry, Setting.OfServer setting) {
    String text = document.text();
    Optional<Node.Member> anchor = anchor(entry);
    Optional<Node.Member> field = entry.field(setting.key());
    if (anchor.isEmpty() || field.isEmpty()) {
      return text;
    }
    Layout layout = new Layout(text, document.format());
    String made = layout.member(anchor.get(), setting.key(), setting.value());
    int at = field.get().value().end() - made.length();
    if (at >= layout.behind(anchor.get()) && text.startsWith(made, at)) {
      return text.substring(0, at) + text.substring(at + made.length());
    }
    return document.without(entry, setting.key());
  }

  /// The field after which settings are written: command or arguments, whichever comes later.
  private static Optional<Node.Member> anchor(ClientEntry entry) {
    Optional<Node.Member> command = entry.field("command").filter(Node.Member::hasPlace);
    Optional<Node.Member> args = entry.field("args").filter(Node.Member::hasPlace);
    return args.filter(a -> command.isEmpty() || a.start() > command.get().start())
        .or(() -> command);
  }
}
