package dev.pitstop.session.tools;

import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.ToolPage;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Shelf;
import dev.pitstop.session.texts.JsonFacts;
import dev.pitstop.session.texts.NextSteps;
import dev.pitstop.session.texts.RunsNow;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `search_tools`: the tools of all servers, or of one, with their schemas, under the names by
/// which they can be called. It includes remembered tools, and tools of crashed servers, which are
/// not listed.
record SearchTool(ServerChoice choice, boolean prefixed) implements Management.Body {
  /// How long a call waits for the first lists of a server that has just been started.
  static final long WAIT_MILLIS = 3_000;

  @Override
  public Supplier<Answer> run(Args args, ManagedCall call) {
    String query = args.text("query");
    String server = prefixed ? args.text("server") : "";
    List<Member> of =
        choice
            .monitor()
            .inTurn(() ->
                server.isEmpty()
                    ? List.copyOf(choice.members().all())
                    : List.of(choice.find(server, "server")));
    if (of.isEmpty()) {
      return () -> Answer.of(choice.none());
    }
    if (!prefixed) {
      call.await(told -> of.getFirst().backend().lists().whenKnown(WAIT_MILLIS, told));
    }
    Catalog catalog = choice.monitor().inTurn(() -> tools(of));
    String whose =
        !prefixed
            ? "The server has"
            : of.size() == 1
                ? "Server `" + of.getFirst().name() + "` has"
                : "The " + of.size() + " servers have";
    ToolPage page = ToolPage.of(catalog, Optional.of(query).filter(text -> !text.isBlank()), whose);
    Answer answer =
        Answer.of(
            page.text(),
            new JsonFacts()
                .with("total", catalog.entries(Kind.TOOLS).size())
                .with("matched", page.matched()));
    return () -> answer;
  }

  private Catalog tools(List<Member> of) {
    List<Entry> tools = new ArrayList<>();
    for (Member m : of) {
      if (!prefixed && !m.backend().lists().known()) {
        Snapshot now = m.backend().snapshot();
        boolean coming = now.state() instanceof State.Starting || now.serving().isPresent();
        String text = "Server `{}` {} and has not listed its tools yet.";
        throw new Refused(
            Words.fill(text, m.name(), RunsNow.clause(m.backend().kind(), now))
                + (coming ? "" : " " + NextSteps.of(choice.tools(), m.backend(), now)));
      }
      m.offer()
          .tools()
          .forEach((name, e) ->
              tools.add(new Entry(Kind.TOOLS, name, Shelf.renamed(e.json(), "name", name))));
    }
    return Catalog.empty().with(Kind.TOOLS, tools);
  }
}
