package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import dev.pitstop.backend.OutsideTurns;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.notices.FileMistakes;
import dev.pitstop.session.notices.MemberInfo;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.StatusText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// `list_servers`, and `server_status` without a name: a line for each server.
record ListServersTool(ServerChoice choice, OutsideTurns outside, FileMistakes mistakes)
    implements Management.Body {
  @Override
  public Supplier<Answer> run(Args args, ManagedCall call) {
    call.await(outside::whenDone); // they say what is not listed
    return this::answer;
  }

  private Answer answer() {
    List<Member> all = choice.members().all().stream().toList();
    List<String> pending = StatusText.pending(all.stream().map(Member::backend));
    List<String> problems = mistakes.tellAll();
    JsonArray servers = new JsonArray();
    List<String> lines = new ArrayList<>();
    for (Member m : all) {
      MemberInfo info = m.info();
      lines.add(info.text());
      servers.add(info.facts().json());
    }
    lines.addAll(problems);
    String text = lines.isEmpty() ? choice.none() : String.join("\n", lines);
    JsonFacts facts = new JsonFacts().with("servers", servers);
    facts.some("problems", problems).some("pending", pending);
    return Answer.of(text + StatusText.pending(pending), facts);
  }
}
