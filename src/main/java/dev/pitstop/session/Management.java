package dev.pitstop.session;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Meta;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.text.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Our own tools (A4): which there are, under which names, and their calls. A tool of the server
/// wins over ours of the same name, which is then exposed as `pitstop_NAME`. Each call runs on a
/// virtual thread of its own, so none can hold up another or a message (F4). Tables in turns.
final class Management {
  /// One tool of ours.
  interface Tool {
    Spec spec();

    /// Runs on a virtual thread and answers `call` once, then or later.
    void run(JsonObject arguments, ManagedCall call);
  }

  private static final String PREFIX = "pitstop_";

  /// Longest arguments of a tool of ours, in bytes: none needs more, and they become a tree.
  static final int MOST_ARGUMENTS = 32 * 1024;

  /// How a tool is listed: in few words, as each agent pays for them. No `outputSchema`, as the
  /// text of a result says all of it.
  ///
  /// @param inputSchema as JSON
  /// @param annotations as JSON
  /// @param always whether an agent needs it so soon that no client should defer it
  record Spec(
      String name, String description, String inputSchema, String annotations, boolean always) {
    static final String NO_ARGUMENTS = "{\"type\":\"object\",\"properties\":{}}";
    static final String READS = "{\"readOnlyHint\":true}";

    Spec(String name, String description, String inputSchema, String annotations) {
      this(name, description, inputSchema, annotations, false);
    }

    String json(String exposedAs) {
      return "{\"name\":"
          + Json.quote(exposedAs)
          + ",\"description\":"
          + Json.quote(description)
          + ",\"inputSchema\":"
          + inputSchema
          + ",\"annotations\":"
          + annotations
          + (always ? ",\"_meta\":{\"" + Meta.ALWAYS_LOAD + "\":true}}" : "}");
    }
  }

  private final Log log;
  private final OwnToolNames names = new OwnToolNames(this::exposedName);
  private List<Tool> tools = List.of();
  private final Map<String, Tool> exposed = new LinkedHashMap<>();
  private Set<String> taken = Set.of();

  Management(Log log) {
    this.log = log;
  }

  /// How to name them in texts.
  OwnToolNames names() {
    return names;
  }

  /// Offers these; before anything else.
  void offer(List<Tool> all) {
    tools = all;
    exposed.clear();
    expose(Set.of());
  }

  /// The server has these tools now: ours get out of their way.
  void expose(Set<String> names) {
    if (!exposed.isEmpty() && names.equals(taken)) {
      return;
    }
    taken = Set.copyOf(names);
    exposed.clear();
    for (Tool t : tools) {
      String name = t.spec().name();
      while (names.contains(name)) {
        name = PREFIX + name;
      }
      exposed.put(name, t);
    }
  }

  /// A tool of ours by the name that it has now, or had while the server had one of that name: what
  /// was listed once stays valid.
  Optional<Tool> find(String name) {
    String plain = name;
    while (!exposed.containsKey(plain) && plain.startsWith(PREFIX) && !taken.contains(plain)) {
      plain = plain.substring(PREFIX.length());
    }
    return Optional.ofNullable(exposed.get(plain));
  }

  /// The name under which a tool of ours can be called now; empty if it is not offered. Where there
  /// are many servers, `reload_server` is what `recompile` is for one.
  Optional<String> exposedName(String name) {
    Optional<String> found = exposedAs(name);
    return found.isEmpty() && name.equals("recompile") ? exposedAs("reload_server") : found;
  }

  private Optional<String> exposedAs(String name) {
    for (Map.Entry<String, Tool> e : exposed.entrySet()) {
      if (e.getValue().spec().name().equals(name)) {
        return Optional.of(e.getKey());
      }
    }
    return Optional.empty();
  }

  /// Our entries of `tools/list`, as the inside of a JSON array.
  String definitions() {
    StringBuilder out = new StringBuilder();
    for (Map.Entry<String, Tool> e : exposed.entrySet()) {
      out.append(out.isEmpty() ? "" : ",").append(e.getValue().spec().json(e.getKey()));
    }
    return out.toString();
  }

  /// For a tool of ours that stands for the call of another, ours or the server's: that call.
  Optional<CallToolTool.Onward> onward(Tool tool, Message.Request r) {
    if (!(tool instanceof CallToolTool)) {
      return Optional.empty();
    }
    CallToolTool.Onward onward = CallToolTool.onward(r);
    boolean circle =
        onward instanceof CallToolTool.Onward.Direct to
            && exposed.get(to.tool()) instanceof CallToolTool;
    return Optional.of(
        circle
            ? new CallToolTool.Onward.Refused(Words.MARK + "This tool cannot call itself.")
            : onward);
  }

  /// Starts a call.
  void call(Tool tool, String arguments, ManagedCall call) {
    String name = tool.spec().name();
    try {
      Thread.ofPlatform().daemon().name("tool " + name).start(() -> run(tool, arguments, call));
    } catch (OutOfMemoryError noThread) {
      call.fail(Words.MARK + "`" + name + "` cannot run now: " + noThread);
    }
  }

  private void run(Tool tool, String arguments, ManagedCall call) {
    try {
      JsonElement parsed = JsonParser.parseString(arguments);
      if (parsed instanceof JsonNull) {
        tool.run(new JsonObject(), call); // how some clients write "none"
      } else if (parsed instanceof JsonObject o) {
        tool.run(o, call);
      } else {
        call.fail(Words.MARK + "`arguments` of `" + tool.spec().name() + "` must be an object.");
      }
    } catch (RuntimeException | Error e) {
      // a defect of ours, or no memory: the caller still gets its one answer
      log.error("tool-failed", "tool", tool.spec().name(), "why", e.toString());
      call.fail(Words.MARK + "`" + tool.spec().name() + "` failed with an internal error: " + e);
    }
  }
}
