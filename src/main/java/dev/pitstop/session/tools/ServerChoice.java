package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.OwnToolNames;
import dev.pitstop.session.texts.StatusText;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Finds which server the caller of a tool means.
///
/// @param tools the names of Pitstop's own
record ServerChoice(Members members, Monitor monitor, OwnToolNames tools) {
  /// The server of this name, or the only one if there is no name. Called in a turn.
  ///
  /// @throws Refused if there is none
  Member find(String name, String argument) {
    List<String> names = members.names();
    return members
        .find(name.isEmpty() && names.size() == 1 ? names.getFirst() : name)
        .orElseThrow(() -> new Refused(unknown(name, argument)));
  }

  /// The text for a caller that named no existing server. Called in a turn.
  String unknown(String name, String argument) {
    return members.names().isEmpty()
        ? none()
        : (name.isEmpty() ? "`" + argument + "` is missing." : "There is no server `" + name + "`.")
            + Words.fill(" The servers are `{}`.", String.join("`, `", members.names()));
  }

  /// What is told of one of the servers.
  record Line(String text, JsonFacts facts) {}

  /// An answer with a line for each server, and what is still to come. Called in a turn.
  Answer each(Function<Member, Line> line, List<String> problems) {
    List<String> pending = StatusText.pending(monitor, members.all().stream().map(Member::backend));
    JsonArray servers = new JsonArray();
    List<String> lines = new ArrayList<>();
    for (Member m : members.all()) {
      Line of = line.apply(m);
      lines.add(of.text());
      servers.add(of.facts().json());
    }
    lines.addAll(problems);
    String text = lines.isEmpty() ? none() : String.join("\n", lines);
    JsonFacts facts = new JsonFacts().with("servers", servers);
    facts.some("problems", problems).some("pending", pending);
    return Answer.of(text + StatusText.pending(pending), facts);
  }

  /// The text if there are no servers.
  String none() {
    return "There are no servers." + tools.call("add_server", " {} adds one.", "");
  }
}
