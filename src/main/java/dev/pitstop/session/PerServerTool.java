package dev.pitstop.session;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A tool of Pitstop's for one of many servers, which an argument names; without it, for the only
/// one.
///
/// @param plain how the tool is listed with one server
/// @param argument the name of that argument
/// @param make makes the tool for this server; in a turn
record PerServerTool(
    Many many, Management.Spec plain, String argument, Function<Member, Management.Tool> make)
    implements Management.Tool {

  @Override
  public Management.Spec spec() {
    JsonObject schema = JsonParser.parseString(plain.inputSchema()).getAsJsonObject();
    JsonObject properties = new JsonObject();
    JsonObject text = new JsonObject();
    text.addProperty("type", "string");
    properties.add(argument, text);
    schema
        .getAsJsonObject("properties")
        .entrySet()
        .forEach(e -> properties.add(e.getKey(), e.getValue()));
    schema.add("properties", properties);
    return new Management.Spec(
        plain.name(), plain.description(), schema.toString(), plain.annotations(), plain.always());
  }

  @Override
  public void run(JsonObject given, ManagedCall call) {
    JsonObject arguments = meant(given, argument);
    Args args = new Args(arguments);
    String name = args.text(argument);
    if (args.wrong().isPresent()) {
      call.fail(args.wrong().get());
      return;
    }
    List<Management.Tool> found = new ArrayList<>(1);
    List<String> names = new ArrayList<>();
    many.wiring()
        .monitor()
        .turn(
            Monitor.By.OTHER,
            () -> {
              many.all().forEach(m -> names.add(m.name()));
              Optional<Member> named =
                  name.isEmpty() && names.size() == 1
                      ? many.find(names.getFirst())
                      : many.find(name);
              named.ifPresent(m -> found.add(make.apply(m)));
            });
    if (found.isEmpty()) {
      call.fail(unknown(many, name, argument, names));
    } else {
      JsonObject rest = arguments.deepCopy();
      rest.remove(argument);
      found.getFirst().run(rest, call);
    }
  }

  /// The arguments with the server under the tool's own name for it: some tools call it `server`,
  /// some `name`, and agents mix them up.
  static JsonObject meant(JsonObject arguments, String argument) {
    String other = argument.equals("name") ? "server" : "name";
    if (arguments.has(argument) || !arguments.has(other)) {
      return arguments;
    }
    JsonObject meant = arguments.deepCopy();
    meant.add(argument, meant.remove(other));
    return meant;
  }

  /// The text for a caller that named no existing server.
  static String unknown(Many many, String name, String argument, List<String> names) {
    if (names.isEmpty()) {
      return Words.MARK + ListServersTool.none(many);
    }
    return Words.MARK
        + (name.isEmpty() ? "`" + argument + "` is missing." : "There is no server `" + name + "`.")
        + " The servers are `"
        + String.join("`, `", names)
        + "`.";
  }
}
