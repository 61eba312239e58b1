package dev.pitstop.session;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.backend.State;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.process.Command;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The arguments of `add_server`, read.
final class ServerArguments {
  private static final Set<String> KNOWN =
      Set.of(
          "name", "command", "args", "env", "cwd", "build", "watch", "order", "onCrash", "tools",
          "save");

  private final JsonObject given;
  private final String name;
  private final Map<String, String> common;
  private Optional<String> wrong = Optional.empty();
  private Optional<ServerSpec> spec = Optional.empty();

  /// @param name of the server, a good one
  /// @param common environment of all servers
  ServerArguments(JsonObject given, String name, Map<String, String> common) {
    this.given = given;
    this.name = name;
    this.common = common;
    read();
  }

  /// What is wrong with them, in words.
  Optional<String> wrong() {
    return wrong;
  }

  /// How the server is to be run, if nothing is wrong.
  ServerSpec spec() {
    return spec.orElseThrow();
  }

  /// The same as an entry of a configuration file.
  JsonObject entry() {
    JsonObject entry = given.deepCopy();
    entry.remove("name");
    entry.remove("save");
    return entry;
  }

  private void read() {
    for (String key : given.keySet()) {
      if (key.equals("url") || key.equals("headers") || key.equals("cli")) {
        must("`" + key + "`: only stdio servers (`command`) can be added yet.");
      } else if (!KNOWN.contains(key)) {
        must("there is no argument `" + key + "`.");
      }
    }
    String command = text("command");
    if (command.isBlank()) {
      must("`command` is missing: the program to run, without its arguments (`args`).");
    }
    List<String> argv = new ArrayList<>();
    argv.add(command);
    argv.addAll(texts("args"));
    Path directory = directory();
    String order = word("order", "start-first", "stop-first");
    String onCrash = word("onCrash", "report", "respawn");
    Optional<String> build = Optional.of(text("build")).filter(b -> !b.isBlank());
    List<String> watch = texts("watch");
    Map<String, String> env = env();
    ToolFilter tools = new ToolFilter(texts("tools", "allow"), texts("tools", "deny"));
    if (wrong.isEmpty()) {
      spec =
          Optional.of(
              new ServerSpec(
                  name,
                  new Command(argv, env, directory),
                  build,
                  watch,
                  order.equals("stop-first") ? State.Order.STOP_FIRST : State.Order.START_FIRST,
                  onCrash.equals("respawn"),
                  List.of(),
                  tools,
                  OptionalLong.empty(),
                  OptionalLong.empty()));
    }
  }

  private void must(String what) {
    if (wrong.isEmpty()) {
      wrong = Optional.of(what);
    }
  }

  private Optional<JsonElement> present(String key) {
    return Optional.ofNullable(given.get(key)).filter(e -> !e.isJsonNull());
  }

  private String text(String key) {
    Optional<JsonElement> e = present(key);
    if (e.isPresent() && !(e.get() instanceof JsonPrimitive p && p.isString())) {
      must("`" + key + "` must be a string.");
      return "";
    }
    return e.map(JsonElement::getAsString).orElse("");
  }

  private String word(String key, String otherwise, String other) {
    String text = text(key);
    if (!text.isEmpty() && !text.equals(otherwise) && !text.equals(other)) {
      must("`" + key + "` must be \"" + otherwise + "\" or \"" + other + "\".");
    }
    return text.isEmpty() ? otherwise : text;
  }

  private List<String> texts(String key) {
    return texts(key, present(key));
  }

  /// A list in an object.
  private List<String> texts(String key, String inner) {
    Optional<JsonElement> e = present(key);
    if (e.isEmpty()) {
      return List.of();
    }
    if (!(e.get() instanceof JsonObject o)) {
      must("`" + key + "` must be an object with `allow` and `deny`.");
      return List.of();
    }
    return texts(key + "." + inner, Optional.ofNullable(o.get(inner)).filter(x -> !x.isJsonNull()));
  }

  private List<String> texts(String key, Optional<JsonElement> e) {
    List<String> texts = new ArrayList<>();
    if (e.isEmpty()) {
      return texts;
    }
    if (e.get() instanceof JsonPrimitive p && p.isString() && key.equals("watch")) {
      return List.of(p.getAsString());
    }
    if (!(e.get() instanceof JsonArray a)) {
      must("`" + key + "` must be an array of strings.");
      return texts;
    }
    for (JsonElement each : a) {
      if (each instanceof JsonPrimitive p) {
        texts.add(p.getAsString());
      } else {
        must("`" + key + "` must be an array of strings.");
      }
    }
    return texts;
  }

  private Map<String, String> env() {
    Map<String, String> env = new LinkedHashMap<>(common);
    Optional<JsonElement> e = present("env");
    if (e.isEmpty()) {
      return env;
    }
    if (!(e.get() instanceof JsonObject o)) {
      must("`env` must be an object of strings.");
      return env;
    }
    o.entrySet()
        .forEach(v -> {
          if (v.getValue() instanceof JsonPrimitive p) {
            env.put(v.getKey(), p.getAsString());
          } else {
            must("`env`: the value of `" + v.getKey() + "` must be a string.");
          }
        });
    return env;
  }

  private Path directory() {
    Path here = Path.of("").toAbsolutePath();
    String cwd = text("cwd");
    try {
      Path directory = cwd.isEmpty() ? here : here.resolve(cwd).normalize();
      if (!Files.isDirectory(directory)) {
        must("`cwd`: " + directory + " is no directory.");
      }
      return directory;
    } catch (InvalidPathException e) {
      must("`cwd`: " + e.getMessage());
      return here;
    }
  }
}
