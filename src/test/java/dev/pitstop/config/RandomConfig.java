package dev.pitstop.config;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Configuration files as people might have written them: any layout, comments anywhere, trailing
/// commas or not, tabs, CRLF, a byte order mark.
final class RandomConfig {
  private final RandomGenerator random;
  private final String newline;
  private final String unit;
  private final StringBuilder out = new StringBuilder();

  RandomConfig(RandomGenerator random) {
    this.random = random;
    this.newline = random.nextInt(3) == 0 ? "\r\n" : "\n";
    this.unit = new String[] {"  ", "    ", "\t", ""}[random.nextInt(4)];
  }

  /// @param names of the servers
  String text(List<String> names) {
    out.append(random.nextInt(8) == 0 ? "\uFEFF" : "");
    trivia(0);
    List<Runnable> members = new ArrayList<>();
    members.add(() -> {
      key(random.nextInt(6) == 0 ? "servers" : "mcpServers", 1);
      List<Runnable> servers = new ArrayList<>();
      for (String name : names) {
        servers.add(() -> server(name));
      }
      object(servers, 1);
    });
    for (int i = random.nextInt(3); i > 0; i--) {
      String key = "other" + i;
      members.add(
          random.nextInt(members.size() + 1),
          () -> {
            key(key, 1);
            out.append("[1, {\"}\": \"// no comment\"}]");
          });
    }
    object(members, 0);
    trivia(0);
    return out.toString();
  }

  private void server(String name) {
    key(name, 2);
    List<Runnable> members = new ArrayList<>();
    members.add(() -> {
      key("command", 3);
      out.append("\"C:\\\\bin\\\\{x}, \\\"y\\\" /* z */\"");
    });
    for (int i = random.nextInt(3); i > 0; i--) {
      String key = "_" + i;
      members.add(() -> {
        key(key, 3);
        object(List.of(), 3);
      });
    }
    object(members, 2);
  }

  private void key(String key, int depth) {
    out.append('"').append(key).append('"');
    some(depth);
    out.append(':');
    some(depth);
  }

  private void object(List<Runnable> members, int depth) {
    boolean lines = random.nextInt(4) != 0;
    out.append('{');
    for (int i = 0; i < members.size(); i++) {
      some(depth + 1);
      out.append(lines ? newline + unit.repeat(depth + 1) : random.nextBoolean() ? " " : "");
      members.get(i).run();
      if (i < members.size() - 1 || random.nextInt(4) == 0) {
        some(depth + 1);
        out.append(',');
      }
    }
    if (members.isEmpty()) {
      if (random.nextInt(4) == 0) {
        comment(depth + 1); // blanks alone would not be kept
        out.append(random.nextBoolean() ? newline : " ");
      }
    } else {
      some(depth + 1);
      out.append(lines ? newline + unit.repeat(depth) : random.nextBoolean() ? " " : "");
    }
    out.append('}');
  }

  private void some(int depth) {
    if (random.nextInt(6) == 0) {
      trivia(depth);
    }
  }

  private void trivia(int depth) {
    for (int i = random.nextInt(3); i > 0; i--) {
      switch (random.nextInt(5)) {
        case 0 -> out.append(' ');
        case 1 -> out.append('\t');
        case 2 -> out.append(newline).append(unit.repeat(depth));
        default -> comment(depth);
      }
    }
  }

  private void comment(int depth) {
    if (random.nextBoolean()) {
      out.append(random.nextBoolean() ? " " : "").append("/* \"x\": {, ").append("*/");
    } else {
      out.append("// it's } , \"y\"").append(random.nextBoolean() ? " " : "");
      out.append(newline).append(unit.repeat(depth));
    }
  }
}
