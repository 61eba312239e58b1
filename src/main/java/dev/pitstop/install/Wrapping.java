package dev.pitstop.install;

import dev.pitstop.textedit.ClientEntry;
import dev.pitstop.textedit.Document;
import dev.pitstop.textedit.Edits;
import dev.pitstop.textedit.Format;
import dev.pitstop.textedit.Layout;
import dev.pitstop.textedit.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Wraps servers in a client's file: the command becomes Pitstop, and the original command moves
/// into the arguments, after `--`. Nothing else changes. Pure: the same text and the same wishes
/// give the same text.
public final class Wrapping {
  private final CommandLines lines;

  Wrapping(CommandLines lines) {
    this.lines = lines;
  }

  /// How a server is wrapped.
  ///
  /// @param launcher the words that start Pitstop
  /// @param options all words between the launcher and the command, `--` included
  public record How(List<String> launcher, List<String> options) {
    public How {
      launcher = List.copyOf(launcher);
      options = List.copyOf(options);
    }
  }

  /// @param wishes by the ids of entries; skips entries that are wrapped or cannot be, and settings
  ///   whose keys are there
  String wrap(Document document, Wishes wishes) {
    String text = wrap(document, wishes.wraps());
    for (Map.Entry<String, List<Setting.OfServer>> each : wishes.settings().entrySet()) {
      Optional<Document> now = document.again(text);
      Optional<ClientEntry> entry = now.flatMap(d -> d.entry(each.getKey()));
      if (entry.isPresent()) {
        text = ServerSettings.with(now.get(), entry.get(), each.getValue());
      }
    }
    for (Setting.OfClient setting : wishes.wide()) {
      text = document.format() == Format.TOML ? setting.place().addedTo(text) : text;
    }
    return text;
  }

  private String wrap(Document document, Map<String, How> wishes) {
    Edits edits = new Edits();
    Map<String, How> daemons = new LinkedHashMap<>();
    for (ClientEntry entry : document.entries()) {
      Optional<How> how = Optional.ofNullable(wishes.get(entry.id()));
      if (how.isPresent()) {
        Server server = ServerReader.of(entry, lines);
        if (server instanceof Server.Program p) {
          program(document, p.at(), how.get(), edits);
        } else if (server instanceof Server.Daemon) {
          daemons.put(entry.id(), how.get());
        }
      }
    }
    String text = edits.apply(document.text());
    for (Map.Entry<String, How> each : daemons.entrySet()) {
      text = daemon(document, text, each.getKey(), each.getValue());
    }
    return text;
  }

  private static void program(Document document, Server.Stdio at, How how, Edits edits) {
    switch (at) {
      case Server.Stdio.Apart apart -> apart(document, apart, how, edits);
      case Server.Stdio.Together together -> together(document, together, how, edits);
    }
  }

  private static void apart(Document document, Server.Stdio.Apart at, How how, Edits edits) {
    Layout layout = new Layout(document.text(), document.format());
    Node command = at.command().value();
    List<String> lexemes = new ArrayList<>();
    how.launcher()
        .subList(1, how.launcher().size())
        .forEach(w -> lexemes.add(document.format().quote(w)));
    how.options().forEach(w -> lexemes.add(document.format().quote(w)));
    lexemes.add(document.text().substring(command.start(), command.end()));
    edits.replace(
        command.start(), command.end(), document.format().quote(how.launcher().getFirst()));
    if (at.args().isPresent() && at.args().get().value() instanceof Node.Arr array) {
      int place = array.items().isEmpty() ? array.start() + 1 : array.items().getFirst().start();
      edits.insert(place, layout.front(array, lexemes));
    } else {
      edits.insert(
          layout.behind(at.command()), layout.member(at.command(), "args", layout.array(lexemes)));
    }
  }

  /// Inserts Pitstop before the program's own word, which stays.
  private static void together(Document document, Server.Stdio.Together at, How how, Edits edits) {
    List<String> lexemes = new ArrayList<>();
    how.launcher().forEach(w -> lexemes.add(document.format().quote(w)));
    how.options().forEach(w -> lexemes.add(document.format().quote(w)));
    if (at.command().value() instanceof Node.Arr array) {
      edits.insert(
          array.items().getFirst().start(),
          new Layout(document.text(), document.format()).front(array, lexemes));
    }
  }

  private String daemon(Document document, String text, String id, How how) {
    Optional<ClientEntry> found = document.again(text).flatMap(d -> d.entry(id));
    if (found.isEmpty() || !(ServerReader.of(found.get(), lines) instanceof Server.Daemon daemon)) {
      return text;
    }
    ClientEntry entry = found.get();
    Format format = document.format();
    Layout layout = new Layout(text, format);
    Node.Member url = daemon.at();
    List<String> lexemes = new ArrayList<>();
    how.launcher().subList(1, how.launcher().size()).forEach(w -> lexemes.add(format.quote(w)));
    how.options().forEach(w -> lexemes.add(format.quote(w)));
    lexemes.add(text.substring(url.value().start(), url.value().end()));
    Edits edits = new Edits();
    edits.replace(url.keyStart(), url.keyEnd(), format.key("command"));
    String program = format.quote(how.launcher().getFirst());
    boolean together = entry.text("type").filter(UrlForm.TOGETHER.type()::equals).isPresent();
    String more = "";
    if (together) {
      lexemes.addFirst(program);
      program = layout.array(lexemes);
    } else {
      more = layout.member(url, "args", layout.array(lexemes));
    }
    edits.replace(url.value().start(), url.value().end(), program);
    if (!daemon.variables().isEmpty()) {
      List<String> names = daemon.variables().stream().map(format::quote).toList();
      more += layout.member(url, "env_vars", layout.array(names));
    }
    edits.insert(layout.behind(url), more);
    entry
        .field("type")
        .ifPresent(type ->
            edits.replace(
                type.value().start(),
                type.value().end(),
                format.quote(together ? UrlForm.TOGETHER_STDIO : "stdio")));
    return without(document, edits.apply(text), id, daemon.keys());
  }

  /// The text without some keys of an entry.
  static String without(Document document, String text, String id, List<String> keys) {
    String left = text;
    for (String key : keys) {
      Optional<Document> now = document.again(left);
      Optional<ClientEntry> entry = now.flatMap(d -> d.entry(id));
      if (entry.isPresent()) {
        left = now.get().without(entry.get(), key);
      }
    }
    return left;
  }
}
