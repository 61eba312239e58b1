package dev.pitstop.session;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// `list_servers` (M1).
final class ListServersTool implements Management.Tool {
  private final Many many;

  ListServersTool(Many many) {
    this.many = many;
  }

  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        "list_servers",
        "Lists all servers: status, tools, pid, uptime, command, and why one is down.",
        Management.Spec.NO_ARGUMENTS,
        Management.Spec.READS);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    many.lists().whenShelved(call, () -> answer(call));
  }

  /// Called in a turn.
  private void answer(ManagedCall call) {
    List<MemberInfo> seen = new ArrayList<>();
    many.all().forEach(m -> seen.add(m.info(many.lists().flaws(m))));
    List<String> problems = many.mistakes().tellAll();
    JsonObject o = new JsonObject();
    JsonArray servers = new JsonArray();
    StringBuilder text = new StringBuilder();
    for (MemberInfo info : seen) {
      servers.add(info.json());
      text.append(text.isEmpty() ? "" : "\n").append(info.text());
    }
    o.add("servers", servers);
    if (!problems.isEmpty()) {
      JsonArray all = new JsonArray();
      problems.forEach(all::add);
      o.add("problems", all);
      problems.forEach(p -> text.append(text.isEmpty() ? "" : "\n").append(p));
    }
    call.answer(text.isEmpty() ? none(many) : text.toString(), o);
  }

  /// The text if there are no servers.
  static String none(Many many) {
    return "There are no servers." + many.wording().tools().call("add_server", " {} adds one.", "");
  }
}
