package dev.pitstop.session.tools;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Meta;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.front.Route;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Pitstop's own tools: their present names, and their calls. If the server has a tool of the same
/// name, the server's tool wins, and Pitstop's is exposed as `pitstop_NAME`. Each call runs on a
/// thread of its own, so none can delay another or a message. Its tables change in turns.
public final class Management {
  public record Tool(Spec spec, Body body) {}

  public interface Body {
    /// Does it, on the call's own thread, which may wait.
    ///
    /// @return makes the answer, in the turn in which it is sent
    /// @throws Refused with the text of an answer that is an error
    Supplier<Answer> run(Args args, ManagedCall call);
  }

  static final String READS = "{\"readOnlyHint\":true}";
  private static final String PREFIX = "pitstop_";

  /// How a tool is listed. The words are few, because each agent pays for them. There is no
  /// `outputSchema`, because the text of a result says everything.
  ///
  /// @param properties of its arguments: the content of the `properties` of a JSON Schema
  /// @param more further members of that schema, with a comma before each
  /// @param always whether agents need it so soon that no client should defer it
  public record Spec(
      String name,
      Supplier<String> description,
      String properties,
      String more,
      String annotations,
      boolean always) {
    Spec(String name, String description, String properties, String annotations) {
      this(name, () -> description, properties, "", annotations, false);
    }

    /// With a first argument that names the server.
    Spec naming(String argument) {
      String first = "\"" + argument + "\":{\"type\":\"string\"}";
      String all = first + (properties.isEmpty() ? "" : ",") + properties;
      return new Spec(name, description, all, more, annotations, always);
    }

    /// Whether it changes nothing.
    public boolean reads() {
      return annotations.equals(READS);
    }

    String json(String exposedAs) {
      return "{\"name\":"
          + Json.quote(exposedAs)
          + ",\"description\":"
          + Json.quote(description.get())
          + ",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
          + properties
          + "}"
          + more
          + "},\"annotations\":"
          + annotations
          + (always ? ",\"_meta\":{\"" + Meta.ALWAYS_LOAD + "\":true}}" : "}");
    }
  }

  private final Log log;
  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private Set<String> taken = Set.of(); // by the server's tools
  private Optional<Route> route = Optional.empty(); // set before the session runs

  public Management(Log log) {
    this.log = log;
  }

  public OwnToolNames names() {
    return new OwnToolNames(this::exposedName);
  }

  /// Offers these tools; call it before anything else.
  public void offer(List<Tool> all) {
    all.forEach(t -> tools.put(t.spec().name(), t));
  }

  /// Takes the calls that a tool makes.
  public void route(Route to) {
    route = Optional.of(to);
  }

  public Route route() {
    return route.orElseThrow();
  }

  /// The server has these tools now: Pitstop's names must not collide with them.
  public void expose(Set<String> names) {
    taken = Set.copyOf(names);
  }

  /// One of Pitstop's tools by its present name, or by the name that it had while the server had a
  /// tool of the same name. A listed name stays valid.
  public Optional<Tool> find(String name) {
    if (taken.contains(name)) {
      return Optional.empty();
    }
    String plain = name;
    while (plain.startsWith(PREFIX)) {
      plain = plain.substring(PREFIX.length());
    }
    return Optional.ofNullable(tools.get(plain));
  }

  /// The present name of one of Pitstop's tools; empty if it is not offered. With many servers,
  /// `reload_server` takes the place of `recompile`.
  Optional<String> exposedName(String name) {
    String here = !tools.containsKey(name) && name.equals("recompile") ? "reload_server" : name;
    return tools.containsKey(here) ? Optional.of(exposed(here)) : Optional.empty();
  }

  private String exposed(String name) {
    return taken.contains(name) ? exposed(PREFIX + name) : name;
  }

  /// The names under which they are listed.
  public Set<String> exposedNames() {
    return tools.keySet().stream().map(this::exposed).collect(Collectors.toUnmodifiableSet());
  }

  /// Pitstop's entries of `tools/list`, as the content of a JSON array.
  public String definitions() {
    List<String> all = new ArrayList<>();
    tools.forEach((name, tool) -> all.add(tool.spec().json(exposed(name))));
    return String.join(",", all);
  }

  /// The call that `tool` stands for, if it stands for the call of another tool.
  ///
  /// @throws Refused if nothing can be called
  public Optional<Message.Request> onward(Tool tool, Message.Request r) {
    if (!CallToolTool.NAMES.contains(tool.spec().name())) {
      return Optional.empty();
    }
    return Optional.of(CallToolTool.direct(r));
  }

  /// Starts a call on a thread of its own. If there is none, the call fails.
  public void call(Tool tool, String arguments, ManagedCall call) {
    String name = tool.spec().name();
    try {
      Thread.ofPlatform().daemon().name("tool " + name).start(() -> run(tool, arguments, call));
    } catch (OutOfMemoryError noThread) {
      String text = Words.MARK + "`" + name + "` cannot run now: " + noThread;
      call.answer(() -> Answer.failure(text));
    }
  }

  private void run(Tool tool, String arguments, ManagedCall call) {
    String name = tool.spec().name();
    try {
      JsonElement parsed = JsonParser.parseString(arguments);
      if (parsed instanceof JsonNull) {
        parsed = new JsonObject(); // some clients write "no arguments" like this
      }
      if (!(parsed instanceof JsonObject o)) {
        throw new Refused("`arguments` of `" + name + "` must be an object.");
      }
      call.answer(tool.body().run(new Args(o), call));
    } catch (Refused e) {
      call.answer(() -> Answer.failure(e.text()));
    } catch (CancellationException e) {
      log.debug("tool-cancelled", "tool", name); // nobody waits for the answer
    } catch (RuntimeException | Error e) {
      // a bug in Pitstop, or no memory: the caller still gets one answer
      log.error("tool-failed", "tool", name, "why", e.toString());
      String text = Words.MARK + "`" + name + "` failed with an internal error: " + e;
      call.answer(() -> Answer.failure(text));
    }
  }
}
