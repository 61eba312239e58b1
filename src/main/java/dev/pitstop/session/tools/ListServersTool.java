package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Shelves;
import dev.pitstop.session.notices.FileMistakes;
import dev.pitstop.session.notices.MemberInfo;
import dev.pitstop.session.texts.StatusText;
import dev.pitstop.session.texts.ToolDescriptions;
import java.util.List;

/// `list_servers`.
record ListServersTool(ServerChoice choice, Shelves shelves, FileMistakes mistakes)
    implements Management.Tool {
  @Override
  public Management.Spec spec() {
    return new Management.Spec(
        "list_servers",
        ToolDescriptions.LIST_SERVERS,
        Management.Spec.NO_ARGUMENTS,
        Management.Spec.READS);
  }

  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    call.await(shelves::whenShelved);
    choice.monitor().turn(() -> answer(call));
  }

  /// Called in a turn.
  private void answer(ManagedCall call) {
    List<String> problems = mistakes.tellAll();
    JsonObject o = new JsonObject();
    JsonArray servers = new JsonArray();
    StringBuilder text = new StringBuilder();
    for (Member m : choice.members().all()) {
      MemberInfo info = m.info();
      servers.add(info.json());
      text.append(text.isEmpty() ? "" : "\n").append(info.text());
    }
    o.add("servers", servers);
    if (!problems.isEmpty()) {
      o.add("problems", StatusText.array(problems));
      problems.forEach(p -> text.append(text.isEmpty() ? "" : "\n").append(p));
    }
    text.append(text.isEmpty() ? choice.none() : "");
    text.append(StatusText.pending(choice.pending(), o));
    call.answer(text.toString(), o);
  }
}
