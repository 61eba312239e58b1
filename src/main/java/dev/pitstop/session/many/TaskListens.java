package dev.pitstop.session.many;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.bridge.OwnListens;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.Speaker;
import dev.pitstop.session.front.TaskIds;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Members;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The tasks in the filters of the client's `subscriptions/listen` (2026-07-28, the Tasks
/// extension: SEP-2663, "Task Status Notifications"). Each server is sent the ids of its own tasks,
/// in a listen of their own for each of the client's: so it has that request's `_meta`, and its
/// refusal costs no other notification. Called in turns of the monitor.
final class TaskListens {
  private static final String[] DECLARED = {"extensions", Meta.TASKS_EXTENSION};
  private static final int MISSING_CAPABILITY = -32021;

  /// @param call also if the run has ended it: it is not asked again
  private record At(Member member, Run run, Call call) {}

  /// @param ids as the client knows them
  private record Listen(
      Message.Request request, RequestFacts facts, Set<String> ids, List<At> calls) {}

  private final ClientPort client;
  private final Members members;
  private final Map<RequestId, Listen> open = new LinkedHashMap<>();

  TaskListens(ClientPort client, Members members) {
    this.client = client;
    this.members = members;
  }

  /// Why a listen is refused; empty if it is not. Only a client with the extension may listen to
  /// tasks.
  static Optional<byte[]> refusal(Message.Request r, RequestFacts f) {
    byte[] b = r.bytes();
    Span can = Json.member(b, f.meta(), Meta.CLIENT_CAPABILITIES);
    if (!ids(r).present() || Json.path(b, can, DECLARED).present()) {
      return Optional.empty();
    }
    String data =
        "{\"requiredCapabilities\":{\"extensions\":{" + Json.quote(Meta.TASKS_EXTENSION) + ":{}}}}";
    String text = "Missing required client capability";
    return Optional.of(Messages.error(r.id(), MISSING_CAPABILITY, text, data));
  }

  private static Span ids(Message.Request r) {
    return Json.member(r.bytes(), r.param("notifications"), "taskIds");
  }

  /// These ids as a member of a filter.
  static String member(List<String> ids) {
    return ids.stream().map(Json::quote).collect(Collectors.joining(",", "\"taskIds\":[", "]"));
  }

  /// The client opens a listen. Servers are asked when they catch up with the session.
  ///
  /// @return the ids of which it may be told: their server has tasks, or does not run yet
  List<String> open(Message.Request r, RequestFacts f) {
    Set<String> ids = new LinkedHashSet<>();
    for (Span id : Json.elements(r.bytes(), ids(r))) {
      if (Json.isString(r.bytes(), id)) {
        ids.add(Json.string(r.bytes(), id));
      }
    }
    if (!ids.isEmpty()) {
      open.put(r.id(), new Listen(r, f, ids, new ArrayList<>()));
    }
    return ids.stream().filter(this::mayBeTold).toList();
  }

  private boolean mayBeTold(String id) {
    Optional<Member> owner = members.find(TaskIds.server(id));
    return owner.isPresent()
        && owner.get().backend().serving().filter(run -> !hasTasks(run)).isEmpty();
  }

  private static boolean hasTasks(Run run) {
    return !run.needsBridge(true) && run.offers(DECLARED);
  }

  /// The client ends a listen.
  void cancel(RequestId id) {
    Listen l = open.remove(id);
    if (l != null) {
      for (At at : l.calls()) {
        if (!at.call().ended()) {
          at.member().backend().withdraw(at.call(), "");
        }
      }
    }
  }

  /// The session ends: nothing may follow the final results.
  void end() {
    open.clear();
  }

  /// Asks a run for what it does not know yet.
  void resend(Member m, Run to) {
    if (open.isEmpty() || !hasTasks(to) || !m.backend().greeted(to)) {
      return;
    }
    for (Listen l : open.values()) {
      List<String> theirs =
          l.ids().stream()
              .filter(id -> TaskIds.server(id).equals(m.name()))
              .map(TaskIds::inside)
              .toList();
      if (!theirs.isEmpty() && l.calls().stream().noneMatch(at -> at.run().equals(to))) {
        ask(l, m, to, "{" + member(theirs) + "}");
      }
    }
  }

  private static void ask(Listen l, Member m, Run to, String filter) {
    Splice splice = new Splice(l.request().bytes());
    splice.replace(l.request().param("notifications"), Messages.utf8(filter));
    if (Codec.parse(splice.apply()) instanceof Message.Request r) {
      Call.Ender nothing = (call, ending) -> {};
      Call call = new Call(Call.Kind.RESENT_LISTEN, r, RequestFacts.of(r), "", nothing);
      l.calls().add(new At(m, to, call));
      m.backend().give(to, call);
    }
  }

  /// A run is over, and its listens end with it.
  void lost(Run gone) {
    open.values().forEach(l -> l.calls().removeIf(at -> at.run().equals(gone)));
  }

  /// A server says what became of a task. That goes to the client's listen for which the server was
  /// asked.
  void said(Member m, Run from, Message.Notification n) {
    byte[] b = n.bytes();
    Span id = Json.member(b, n.param("_meta"), Meta.SUBSCRIPTION_ID);
    for (Listen l : open.values()) {
      for (At at : l.calls()) {
        if (at.run().equals(from) && OwnListens.isOn(at.call(), n)) {
          Splice splice = new Splice(b).replace(id, l.request().id().bytes());
          TaskIds.outside(splice, b, n.param("taskId"), m.name());
          Speaker.inQuestions(splice, b, n.param("inputRequests"), m.name());
          client.send(splice.outgoing());
          return;
        }
      }
    }
  }
}
