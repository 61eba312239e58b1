package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.session.members.Member;
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
    arguments.remove(argument);
    Management.Tool tool = choice.monitor().inTurn(() -> make.apply(choice.find(name, argument)));
    tool.run(arguments, call);
  }
}
