package dev.pitstop.session.tools;

import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Shelves;
import dev.pitstop.session.notices.FileMistakes;
import dev.pitstop.session.notices.MemberInfo;
import java.util.function.Supplier;

/// `list_servers`.
record ListServersTool(ServerChoice choice, Shelves shelves, FileMistakes mistakes)
    implements Management.Body {
  @Override
  public Supplier<Answer> run(Args args, ManagedCall call) {
    call.await(shelves::whenShelved);
    return () -> choice.each(ListServersTool::line, mistakes.tellAll());
  }

  private static ServerChoice.Line line(Member m) {
    MemberInfo info = m.info();
    return new ServerChoice.Line(info.text(), info.facts());
  }
}
