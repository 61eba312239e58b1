package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Shelves;
import dev.pitstop.session.notices.FileMistakes;
import dev.pitstop.session.notices.MemberInfo;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.StatusText;
import java.util.ArrayList;
import java.util.List;

/// `list_servers`.
record ListServersTool(ServerChoice choice, Shelves shelves, FileMistakes mistakes)
    implements Management.Body {
  @Override
  public void run(JsonObject arguments, ManagedCall call) {
    call.await(shelves::whenShelved, () -> {});
    choice.monitor().turn(() -> answer(call));
  }

  /// Called in a turn.
  private void answer(ManagedCall call) {
    List<String> problems = mistakes.tellAll();
    List<String> pending = choice.pending();
    JsonArray servers = new JsonArray();
    List<String> lines = new ArrayList<>();
    for (Member m : choice.members().all()) {
      MemberInfo info = m.info();
      servers.add(info.facts().json());
      lines.add(info.text());
    }
    lines.addAll(problems);
    String text = lines.isEmpty() ? choice.none() : String.join("\n", lines);
    JsonFacts facts = new JsonFacts().with("servers", servers);
    facts.some("problems", problems).some("pending", pending);
    call.answer(text + StatusText.pending(pending), facts);
  }
}
