package dev.pitstop.install;

import dev.pitstop.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Clients' files as people and programs might have written them: any layout, comments, tabs, CRLF,
/// a byte order mark, all on one line, no line end at the end, anything beside the servers.
final class RandomClientFile {
  private static final String[] WORDS = {
    "node",
    "C:\\bin\\x.exe",
    "a \"b\"",
    "dist/server.js",
    "--",
    "--flag",
    "é🔧 x",
    "",
    "${VAR}",
    "// no"
  };
  private static final String[] NAMES = {"weather", "my.server", "é", "a b", "x", "Y-1", "__"};

  private final RandomGenerator random;
  private final String newline;
  private final String unit;
  private final StringBuilder out = new StringBuilder();
  private boolean together;

  RandomClientFile(RandomGenerator random) {
    this.random = random;
    newline = random.nextInt(3) == 0 ? "\r\n" : "\n";
    unit = new String[] {"  ", "    ", "\t", ""}[random.nextInt(4)];
  }

  private boolean once(int in) {
    return random.nextInt(in) == 0;
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    for (String name : NAMES) {
      if (once(2)) {
        names.add(name);
      }
    }
    return names;
  }

  // ---- JSON ----

  /// As OpenCode writes them: a command is one array, with its type beside it.
  String openCode() {
    together = true;
    return json();
  }

  String json() {
    out.append(once(8) ? "\uFEFF" : "");
    trivia(0);
    List<Runnable> members = new ArrayList<>();
    if (!once(12)) {
      String key =
          together
              ? "mcp"
              : new String[] {"mcpServers", "mcpServers", "servers", "context_servers"}
                  [random.nextInt(4)];
      members.add(() -> {
        key(key, 1);
        List<Runnable> servers = new ArrayList<>();
        for (String name : names()) {
          servers.add(() -> server(name));
        }
        object(servers, 1);
      });
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      String key = "other" + i;
      members.add(
          random.nextInt(members.size() + 1),
          () -> {
            key(key, 1);
            out.append(
                once(2) ? "[1, {\"}\": \"// no comment\"}]" : "[".repeat(90) + "]".repeat(90));
          });
    }
    object(members, 0);
    trivia(0);
    return out.toString();
  }

  private void server(String name) {
    key(name, 2);
    List<Runnable> members = new ArrayList<>();
    if (once(4)) {
      members.add(
          () -> text("url", once(2) ? "http://localhost:80/mcp" : "https:\\/\\/x.example\\/é"));
      if (together || once(2)) {
        String type = together ? "remote" : once(2) ? "http" : "sse";
        members.add(random.nextInt(2), () -> text("type", type));
      }
      if (once(2)) {
        members.add(
            random.nextInt(members.size() + 1),
            () -> {
              key("headers", 3);
              object(
                  List.of(() -> text("Authorization", "Bearer ${T}"), () -> text("X-A", "b: c")),
                  3);
            });
      }
    } else if (together) {
      members.add(() -> text("type", "local"));
      members.add(
          random.nextInt(2),
          () -> {
            key("command", 3);
            array(3, 1 + random.nextInt(4));
          });
    } else {
      members.add(() -> {
        key("command", 3);
        out.append(new String[] {"\"node\"", "\"\\u006eode\"", "\"C:\\\\x\""}[random.nextInt(3)]);
      });
      if (!once(4)) {
        members.add(
            random.nextInt(2),
            () -> {
              key("args", 3);
              array(3);
            });
      }
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      String key = new String[] {"env", "cwd", "timeout"}[i];
      members.add(
          random.nextInt(members.size() + 1),
          () -> {
            key(key, 3);
            out.append(key.equals("env") ? "{\"K\": \"s\"}" : key.equals("cwd") ? "\"/x\"" : "30");
          });
    }
    if (once(15)) {
      members.clear();
      members.add(() -> text("description", "nothing to run"));
    }
    object(members, 2);
  }

  private void text(String key, String value) {
    key(key, 3);
    out.append('"').append(value).append('"');
  }

  private void array(int depth) {
    array(depth, random.nextInt(5));
  }

  private void array(int depth, int items) {
    boolean lines = once(2);
    out.append('[');
    for (int i = 0; i < items; i++) {
      some(depth + 1);
      out.append(lines ? newline + unit.repeat(depth + 1) : once(2) ? " " : "");
      out.append(Json.quote(WORDS[random.nextInt(WORDS.length)]));
      if (i < items - 1 || once(4)) {
        some(depth + 1);
        out.append(',');
      }
    }
    some(depth);
    out.append(lines ? newline + unit.repeat(depth) : once(2) ? " " : "").append(']');
  }

  private void key(String key, int depth) {
    out.append('"').append(key).append('"');
    some(depth);
    out.append(':');
    out.append(once(3) ? "" : " ");
    some(depth);
  }

  private void object(List<Runnable> members, int depth) {
    boolean lines = !once(4);
    out.append('{');
    for (int i = 0; i < members.size(); i++) {
      some(depth + 1);
      out.append(lines ? newline + unit.repeat(depth + 1) : once(2) ? " " : "");
      members.get(i).run();
      if (i < members.size() - 1 || once(4)) {
        some(depth + 1);
        out.append(',');
      }
    }
    some(depth + 1);
    out.append(lines ? newline + unit.repeat(depth) : once(2) ? " " : "").append('}');
  }

  private void some(int depth) {
    if (once(7)) {
      trivia(depth);
    }
  }

  private void trivia(int depth) {
    for (int i = random.nextInt(3); i > 0; i--) {
      switch (random.nextInt(5)) {
        case 0 -> out.append(' ');
        case 1 -> out.append('\t');
        case 2 -> out.append(newline).append(unit.repeat(depth));
        case 3 -> out.append("/* \"x\": {, ").append("*/");
        default -> out.append("// it's } , \"y\"").append(newline).append(unit.repeat(depth));
      }
    }
  }

  // ---- TOML ----

  String toml() {
    out.append(once(8) ? "\uFEFF" : "");
    line("# codex");
    line("model = \"gpt\" # the = \"model\"");
    if (once(2)) {
      line("notify = [ 'a', # [x]");
      line("  \"b\", ]");
    }
    switch (random.nextInt(8)) {
      case 0 -> line("features = { web = true }" + comment());
      case 1 -> line("features" + equals() + "{}");
      case 2 -> line("features.web = false" + comment());
      case 3 -> {
        line("[features]" + comment());
        line("web = true");
      }
      case 4 -> line("[features.deep]");
      default -> {} // none, as most files
    }
    for (String name : names()) {
      tomlServer(name);
      if (once(3)) {
        line("");
        line("[projects.\"/home/me\"]");
        line("trust_level = '''trusted" + newline + "[mcp_servers.no]'''");
      }
    }
    String text = out.toString();
    return once(3) && text.endsWith(newline)
        ? text.substring(0, text.length() - newline.length())
        : text;
  }

  private void tomlServer(String name) {
    String key = name.matches("[A-Za-z0-9_-]+") ? name : Json.quote(name);
    boolean url = once(4);
    switch (random.nextInt(3)) {
      case 0 -> {
        line(blank() + "[" + blank() + "mcp_servers." + key + blank() + "]" + comment());
        for (String each : pairs(url)) {
          line(blank() + each + comment());
          if (once(5)) {
            line(once(2) ? "" : "# between");
          }
        }
        if (once(2)) {
          line("[mcp_servers." + key + ".env]");
          line("K = \"s\"");
        }
      }
      case 1 -> {
        line("[mcp_servers]");
        line(
            key + " = { " + String.join(", ", pairs(url)).replace(newline, " ") + " }" + comment());
      }
      default -> {
        line("[mcp_servers." + key + ".env]");
        line("K = 's'");
        line("[mcp_servers." + key + "]");
        pairs(url).forEach(each -> line(each + comment()));
      }
    }
  }

  private List<String> pairs(boolean url) {
    List<String> pairs = new ArrayList<>();
    if (url) {
      pairs.add("url" + equals() + "'http://localhost/é'");
      if (once(2)) {
        pairs.add(random.nextInt(2), "bearer_token_env_var" + equals() + "\"T\"");
      }
      if (once(2)) {
        pairs.add("http_headers" + equals() + "{ \"X-A\" = \"b\", Y = 'c' }");
      }
      return pairs;
    }
    pairs.add(
        "command"
            + equals()
            + new String[] {"\"node\"", "'C:\\x'", "\"\"\"a\"\"\""}[random.nextInt(3)]);
    if (!once(4)) {
      pairs.add(random.nextInt(2), "args" + equals() + tomlArray());
    }
    if (once(2)) {
      pairs.add(random.nextInt(pairs.size() + 1), "startup_timeout_sec" + equals() + "20.5");
    }
    return pairs;
  }

  private String tomlArray() {
    StringBuilder array = new StringBuilder("[");
    int items = random.nextInt(4);
    for (int i = 0; i < items; i++) {
      array.append(once(2) ? " " : "");
      String word = WORDS[random.nextInt(WORDS.length)];
      array.append(once(3) && word.indexOf('\'') < 0 ? "'" + word + "'" : Json.quote(word));
      array.append(i < items - 1 || once(4) ? "," : "");
    }
    return array.append(once(2) ? " " : "").append(']').toString();
  }

  private String equals() {
    return blank() + "=" + blank();
  }

  private String blank() {
    return once(3) ? "\t" : once(2) ? " " : "";
  }

  private String comment() {
    return once(4) ? " # it's \"so\"" : "";
  }

  private void line(String text) {
    out.append(text).append(newline);
  }
}
