package dev.pitstop.session.tools;

import dev.pitstop.beside.Call;
import dev.pitstop.beside.Calls;
import dev.pitstop.beside.JsonLine;
import dev.pitstop.journal.Journal;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A call as the journal has it.
///
/// @param request what `call_tool` stood for, if it was that; empty if it was cut
record PastCall(Call call, Optional<Message.Request> request) {
  private static final int CHUNK = 512 * 1024;

  /// The calls of a journal that are looked for, while it is read.
  private static final class Search {
    private final Which which;
    private final String server;
    private final String callTool;
    private final Calls calls = new Calls();
    private final Map<String, PastCall> failed = new LinkedHashMap<>();
    private final Map<Long, Call> numbered = new HashMap<>();
    private Optional<Call> last = Optional.empty();

    Search(Which which, String server, String callTool) {
      this.which = which;
      this.server = server;
      this.callTool = callTool;
    }

    void take(JsonLine line) {
      Optional<Call> now = calls.add(line);
      if (now.isPresent() && which instanceof Which.Numbers n) {
        if (n.numbers().contains(now.get().number())) {
          numbered.put(now.get().number(), now.get());
        }
      } else if (now.filter(c -> !c.isPending() && isTheirs(c)).isPresent()) {
        ended(now.get());
      }
    }

    private boolean isTheirs(Call c) {
      return c.begun().text("method").equals(Methods.TOOLS_CALL)
          && (server.isEmpty() ? !c.server().isEmpty() : c.server().equals(server));
    }

    private void ended(Call c) {
      boolean again = c.begun().text("by").equals("rerun");
      last = again || c.status().equals("cancelled") ? last : Optional.of(c);
      if (which instanceof Which.Failed) {
        PastCall p = made(c);
        switch (c.status()) {
          case "ok" -> failed.remove(p.key());
          case "error", "crashed", "unanswered" -> {
            if (!again) {
              failed.remove(p.key()); // the newest comes last
              failed.put(p.key(), p);
            }
          }
          default -> {} // it was cancelled, which says nothing
        }
      }
    }

    private PastCall made(Call c) {
      return new PastCall(
          c,
          parsed(c.begun(), "request")
              .flatMap(
                  m -> m instanceof Message.Request r ? Optional.of(direct(r)) : Optional.empty()));
    }

    private Message.Request direct(Message.Request r) {
      return toolOf(r).equals(callTool)
              && CallToolTool.onward(r) instanceof CallToolTool.Onward.Direct to
              && Codec.parse(to.message()) instanceof Message.Request direct
          ? direct
          : r;
    }

    List<PastCall> found() {
      return switch (which) {
        case Which.Failed f -> {
          List<PastCall> all = List.copyOf(failed.values());
          yield all.subList(Math.max(0, all.size() - Which.MOST), all.size());
        }
        case Which.Last l -> last.stream().map(this::made).toList();
        case Which.Numbers n -> {
          List<PastCall> all = new ArrayList<>();
          for (long each : n.numbers()) {
            Optional<Call> there = Optional.ofNullable(numbered.get(each));
            all.add(made(there.orElseGet(() -> missing(each))));
          }
          yield all;
        }
      };
    }
  }

  /// Looks for calls in a journal. A number that it does not have becomes a call without a method.
  ///
  /// @param server the calls of this server only, but for numbers; empty for all
  /// @param callTool the name of Pitstop's tool of that name
  static List<PastCall> in(Journal journal, Which which, String server, String callTool) {
    Search search = new Search(which, server, callTool);
    long end = journal.last();
    for (long at = 0; at < end; ) {
      Journal.Page page = journal.after(at, CHUNK, true);
      byte[] lines = page.lines();
      int from = 0;
      for (int i = 0; i < lines.length; i++) {
        if (lines[i] == '\n') {
          JsonLine.of(Arrays.copyOfRange(lines, from, i)).ifPresent(search::take);
          from = i + 1;
        }
      }
      at = page.isEmpty() ? end : page.next();
    }
    return search.found();
  }

  private static Call missing(long number) {
    String line = "{\"call\":" + number + "}";
    return new Call(
        JsonLine.of(line.getBytes(StandardCharsets.UTF_8)).orElseThrow(), JsonLine.NONE);
  }

  private static Optional<Message> parsed(JsonLine line, String member) {
    return line.json(member)
        .flatMap(json ->
            Codec.parse(json.getBytes(StandardCharsets.UTF_8)) instanceof Message m
                ? Optional.of(m)
                : Optional.empty());
  }

  private static String toolOf(Message.Request r) {
    return Json.string(r.bytes(), r.param("name"));
  }

  /// Empty if there is none, or if it was cut.
  Optional<Message.Response> answer() {
    return parsed(call.answer(), "response")
        .flatMap(m -> m instanceof Message.Response r ? Optional.of(r) : Optional.empty());
  }

  /// Empty if the journal does not have it.
  String method() {
    return call.begun().text("method");
  }

  boolean worked() {
    return call.status().equals("ok");
  }

  /// The client's name of the tool.
  String name() {
    return request.map(PastCall::toolOf).orElse(call.name());
  }

  /// Its arguments as JSON.
  String arguments() {
    return request
        .map(r -> r.param("arguments"))
        .filter(Span::present)
        .map(a -> a.text(request.get().bytes()))
        .orElse("{}");
  }

  /// Equal for equal calls.
  private String key() {
    return request.isPresent() ? name() + ' ' + arguments() : String.valueOf(call.number());
  }
}
