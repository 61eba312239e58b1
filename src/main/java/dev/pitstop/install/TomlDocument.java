package dev.pitstop.install;

import dev.pitstop.config.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the servers of a client's TOML file, however their tables are written: under a header,
/// with dotted keys, as inline tables.
final class TomlDocument {
  private TomlDocument() {}

  static Document.Read read(String text, List<List<String>> containers) {
    Toml toml;
    try {
      toml = Toml.parse(text);
    } catch (Toml.Mistake m) {
      Position at = Position.of(text, m.offset());
      return new Document.Read.Broken(at.line(), at.column(), String.valueOf(m.getMessage()));
    }
    List<Entry> entries = new ArrayList<>();
    for (List<String> container : containers) {
      entries.addAll(entries(toml, container));
    }
    return new Document.Read.Good(new Document(text, Format.TOML, entries));
  }

  /// The parts of a server, in the order of the file.
  private static final class Parts {
    private final List<Value.Field> fields = new ArrayList<>();
    private final Map<String, List<Value.Field>> tables = new LinkedHashMap<>();
    private final int start;
    private int end;

    Parts(int start) {
      this.start = start;
    }

    Entry entry(String name, List<String> container) {
      List<Value.Field> all = new ArrayList<>(fields);
      tables.forEach((key, inner) ->
          all.add(
              new Value.Field(
                  key,
                  start,
                  start,
                  start,
                  new Value.Fields(start, start, inner),
                  Value.Form.TABLE)));
      return new Entry(name, container, start, end, all);
    }
  }

  private static List<Entry> entries(Toml toml, List<String> container) {
    int depth = container.size();
    Map<String, Parts> servers = new LinkedHashMap<>();
    for (Toml.Header h : toml.headers()) {
      if (h.path().size() > depth && h.path().subList(0, depth).equals(container)) {
        Parts parts = servers.computeIfAbsent(h.path().get(depth), n -> new Parts(h.start()));
        parts.end = Math.max(parts.end, h.end());
        if (h.path().size() == depth + 2) {
          parts.tables.computeIfAbsent(h.path().getLast(), n -> new ArrayList<>());
        }
      }
    }
    for (Toml.Statement s : toml.statements()) {
      statement(s, container, servers);
    }
    List<Entry> entries = new ArrayList<>();
    servers.forEach((name, parts) -> entries.add(parts.entry(name, container)));
    entries.sort((a, b) -> Integer.compare(a.at(), b.at()));
    return entries;
  }

  private static void statement(
      Toml.Statement s, List<String> container, Map<String, Parts> servers) {
    int depth = container.size();
    List<String> path = s.path();
    int end = s.field().value().end();
    boolean above = path.size() <= depth;
    if (!path.subList(0, Math.min(depth, path.size()))
        .equals(container.subList(0, Math.min(depth, path.size())))) {
      return;
    }
    if (above) {
      inline(s.field().value(), container.subList(path.size(), depth), servers);
      return;
    }
    Parts parts = servers.computeIfAbsent(path.get(depth), n -> new Parts(s.field().start()));
    parts.end = Math.max(parts.end, end);
    if (path.size() == depth + 1) {
      parts.fields.addAll(s.field().value() instanceof Value.Fields f ? f.fields() : List.of());
    } else if (path.size() == depth + 2) {
      parts.fields.add(s.field());
    } else {
      parts.tables.computeIfAbsent(path.get(depth + 1), n -> new ArrayList<>()).add(s.field());
    }
  }

  /// `mcp_servers = { weather = { … } }`.
  private static void inline(Value value, List<String> rest, Map<String, Parts> servers) {
    if (!(value instanceof Value.Fields table)) {
      return;
    }
    for (Value.Field f : table.fields()) {
      if (!rest.isEmpty()) {
        if (f.name().equals(rest.getFirst())) {
          inline(f.value(), rest.subList(1, rest.size()), servers);
        }
      } else if (f.value() instanceof Value.Fields server) {
        Parts parts = servers.computeIfAbsent(f.name(), n -> new Parts(f.start()));
        parts.end = server.end();
        parts.fields.addAll(server.fields());
      }
    }
  }

  /// The text without the line of a key, or without the key in its braces. With the last line, the
  /// line end before it goes, because none follows.
  static String without(String text, Value.Field field) {
    int from = field.start();
    int to = field.value().end();
    if (field.form() == Value.Form.LINE) {
      int lineStart = text.lastIndexOf('\n', from - 1) + 1;
      int lineEnd = text.indexOf('\n', to);
      if (lineEnd < 0) {
        boolean crlf = lineStart > 1 && text.charAt(lineStart - 2) == '\r';
        return text.substring(0, Math.max(0, lineStart - (crlf ? 2 : 1)));
      }
      return text.substring(0, lineStart) + text.substring(lineEnd + 1);
    }
    int next = blanks(text, to);
    if (text.startsWith(",", next)) {
      return text.substring(0, from) + text.substring(blanks(text, next + 1));
    }
    int before = from;
    while (before > 0 && " \t".indexOf(text.charAt(before - 1)) >= 0) {
      before--;
    }
    return text.startsWith(",", before - 1)
        ? text.substring(0, before - 1) + text.substring(to)
        : text.substring(0, from) + text.substring(next);
  }

  private static int blanks(String text, int at) {
    int i = at;
    while (i < text.length() && " \t".indexOf(text.charAt(i)) >= 0) {
      i++;
    }
    return i;
  }
}
