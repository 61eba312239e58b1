package dev.pitstop.session.tools;

import com.google.gson.JsonObject;
import dev.pitstop.session.members.Member;
import java.util.function.Function;

/// A tool of Pitstop's for one of many servers. An argument names the server. Without the argument,
/// it is the only one.
///
/// @param argument the name of that argument
/// @param make makes the tool for this server; in a turn
record PerServerTool(ServerChoice choice, String argument, Function<Member, Management.Body> make)
    implements Management.Body {
  @Override
  public void run(JsonObject given, ManagedCall call) {
    JsonObject arguments = ServerChoice.meant(given, argument);
    String name = new Args(arguments).text(argument);
    arguments.remove(argument);
    choice.monitor().inTurn(() -> make.apply(choice.find(name, argument))).run(arguments, call);
  }
}
