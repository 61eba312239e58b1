package dev.pitstop.session.many;

import dev.pitstop.backend.Call;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.OutsideTurns;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.TaskIds;
import dev.pitstop.session.front.Tracker;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.words.OwnFailures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One `tasks/list` of the client (2025-11-25). Every server with tasks is asked, and the answer
/// has all tasks in one page. A server that does not answer with a list counts as one without
/// tasks. Called in turns of the monitor; work that grows with the lists is done outside.
final class TaskList {
  private final Tracker tracker;
  private final OutsideTurns outside;
  private final Message.Request request;
  private final Reply reply;
  private final Map<Call, Member> asked = new LinkedHashMap<>();
  private final Map<Member, List<Message.Result>> pages = new LinkedHashMap<>(); // in their order
  private int open;
  private boolean over;

  TaskList(Tracker tracker, OutsideTurns outside, Message.Request request, Reply reply) {
    this.tracker = tracker;
    this.outside = outside;
    this.request = request;
    this.reply = reply;
  }

  /// Asks these servers.
  void ask(List<Member> members, ManyCalls calls, RequestFacts facts) {
    tracker.open(
        request,
        (n, id) -> {
          over = true;
          asked.forEach((call, m) -> m.backend().cancel(call, n, id));
          reply.none();
        });
    open = members.size() + 1;
    members.forEach(m -> pages.put(m, List.of()));
    for (Member m : members) {
      Call call = calls.call(m, request, facts, (c, ending) -> ended(m, c, ending));
      asked.put(call, m);
      m.backend().submit(call);
    }
    oneLess();
  }

  private void ended(Member m, Call c, Call.Ending ending) {
    asked.remove(c);
    if (ending instanceof Call.Ending.Answered a
        && a.message() instanceof Message.Result first
        && Json.isObject(first.bytes(), first.result())) {
      m.backend()
          .restOfList(
              a.by(),
              request.method(),
              "tasks",
              first,
              all -> {
                pages.put(m, all);
                oneLess();
              });
    } else {
      oneLess();
    }
  }

  private void oneLess() {
    if (--open > 0) {
      return;
    }
    String text = OwnFailures.NO_MEMORY_FOR_LISTS;
    outside.run(
        this::merged,
        Messages.error(request.id(), Messages.INTERNAL_ERROR, text),
        answer -> {
          if (!over) {
            over = true;
            tracker.over(request);
            reply.send(answer);
          }
        });
  }

  /// Merges the pages. All have come, so no other thread touches them any more.
  private byte[] merged() {
    StringBuilder tasks = new StringBuilder();
    pages.forEach((m, all) -> all.forEach(page -> add(tasks, page, m.name())));
    return Messages.result(request.id(), "{\"tasks\":[" + tasks + "]}");
  }

  private static void add(StringBuilder tasks, Message.Result page, String server) {
    byte[] b = page.bytes();
    for (Span task : Json.elements(b, page.member("tasks"))) {
      tasks.append(tasks.isEmpty() ? "" : ",").append(outside(task.text(b), server));
    }
  }

  private static String outside(String task, String server) {
    byte[] b = Messages.utf8(task);
    Splice splice = new Splice(b);
    TaskIds.outside(splice, b, Json.member(b, new Span(0, b.length), "taskId"), server);
    byte[] changed = splice.apply();
    return new Span(0, changed.length).text(changed);
  }
}
