package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.session.members.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// A tool of Pitstop's for one of many servers. An argument names the server. Without the argument,
/// it is the only one.
///
/// @param plain how the tool is listed with one server
/// @param argument the name of that argument
/// @param make makes the tool for this server; in a turn
record PerServerTool(
    ServerChoice choice,
    Management.Spec plain,
    String argument,
    Function<Member, Management.Tool> make)
    implements Management.Tool {

  @Override
  public Management.Spec spec() {
    JsonObject schema = JsonParser.parseString(plain.inputSchema()).getAsJsonObject();
    JsonObject properties = new JsonObject();
    properties.add(argument, JsonParser.parseString("{\"type\":\"string\"}"));
    schema.getAsJsonObject("properties").asMap().forEach(properties::add);
    schema.add("properties", properties);
    return new Management.Spec(
        plain.name(), plain.description(), schema.toString(), plain.annotations(), plain.always());
  }

  @Override
  public void run(JsonObject given, ManagedCall call) {
    JsonObject arguments = ServerChoice.meant(given, argument);
    String name = new Args(arguments).text(argument);
    List<Management.Tool> found = new ArrayList<>(1);
    List<String> names = new ArrayList<>();
    choice.look(members -> {
      names.addAll(members.names());
      boolean only = name.isEmpty() && names.size() == 1;
      members.find(only ? names.getFirst() : name).ifPresent(m -> found.add(make.apply(m)));
    });
    if (found.isEmpty()) {
      call.fail(choice.unknown(name, argument, names));
    } else {
      JsonObject rest = arguments.deepCopy();
      rest.remove(argument);
      found.getFirst().run(rest, call);
    }
  }
}
