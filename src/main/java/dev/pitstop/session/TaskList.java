package dev.pitstop.session;

import dev.pitstop.backend.Call;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.ArrayList;
import java.util.List;

/// One `tasks/list` of the client (2025-11-25): asked of every server that has tasks, answered with
/// those of all. A server that does not answer with a list has none. In turns.
final class TaskList {
  private final Wiring wiring;
  private final List<Member> members;
  private final Message.Request request;
  private final RequestFacts facts;
  private final Reply reply;
  private final List<Call> calls = new ArrayList<>();
  private final StringBuilder tasks = new StringBuilder();
  private int open;

  TaskList(
      Wiring wiring,
      List<Member> members,
      Message.Request request,
      RequestFacts facts,
      Reply reply) {
    this.wiring = wiring;
    this.members = members;
    this.request = request;
    this.facts = facts;
    this.reply = reply;
  }

  void ask() {
    wiring
        .tracker()
        .open(
            request,
            (n, id) -> {
              for (int i = 0; i < calls.size(); i++) {
                if (!calls.get(i).ended()) {
                  members.get(i).backend().cancel(calls.get(i), n, id);
                }
              }
              reply.none();
            });
    open = members.size() + 1;
    for (Member m : members) {
      Call call = new Call(Call.Kind.REQUEST, request, facts, "", (c, ending) -> ended(m, ending));
      calls.add(call);
      m.backend().submit(call);
    }
    oneLess();
  }

  private void ended(Member m, Call.Ending ending) {
    if (ending instanceof Call.Ending.Answered a
        && a.message() instanceof Message.Result first
        && Json.isObject(first.bytes(), first.result())) {
      m.backend()
          .restOfList(
              a.by(),
              request.method(),
              first,
              pages -> {
                pages.forEach(page -> add(page, m.name()));
                oneLess();
              });
    } else {
      oneLess();
    }
  }

  private void add(Message.Result page, String server) {
    byte[] b = page.bytes();
    for (Span task : Json.elements(b, page.member("tasks"))) {
      byte[] one = Messages.utf8(task.text(b));
      Span whole = new Span(0, one.length);
      Splice splice = new Splice(one);
      if (Json.isObject(one, whole)) {
        TaskIds.outside(splice, one, Json.member(one, whole, "taskId"), server);
      }
      byte[] outside = splice.apply();
      tasks.append(tasks.isEmpty() ? "" : ",");
      tasks.append(new Span(0, outside.length).text(outside));
    }
  }

  private void oneLess() {
    if (--open == 0) {
      wiring.tracker().over(request);
      reply.send(Messages.result(request.id(), "{\"tasks\":[" + tasks + "]}"));
    }
  }
}
