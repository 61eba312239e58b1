package dev.pitstop.session.tools;

import dev.pitstop.beside.Call;
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
/// @param call its facts
/// @param request what `call_tool` stood for, if it was that; empty if it was cut
/// @param response as JSON; empty if there is none, or if it was cut
record PastCall(Call call, Optional<Message.Request> request, Optional<String> response) {
  private static final int CHUNK = 512 * 1024;

  /// The calls of a journal that are looked for, while it is read.
  private static final class Search {
    final Which which;
    final String server;
    final String callTool;
    final Map<Long, PastCall> begun = new HashMap<>();
    final Map<String, PastCall> failed = new LinkedHashMap<>();
    final Map<Long, PastCall> numbered = new HashMap<>();
    Optional<PastCall> last = Optional.empty();

    Search(Which which, String server, String callTool) {
      this.which = which;
      this.server = server;
      this.callTool = callTool;
    }

    void take(JsonLine line) {
      long number = line.number("call");
      if (line.type().equals("call")) {
        PastCall began = began(line);
        begun.put(number, began);
        keep(number, began);
      } else if (line.type().equals("answer")) {
        Optional.ofNullable(begun.remove(number)).map(b -> b.ended(line)).ifPresent(this::ended);
      }
    }

    private PastCall began(JsonLine line) {
      Optional<Message.Request> request =
          line.json("request")
              .flatMap(PastCall::parsed)
              .flatMap(
                  m -> m instanceof Message.Request r ? Optional.of(direct(r)) : Optional.empty());
      return new PastCall(new Call(line, JsonLine.NONE), request, Optional.empty());
    }

    private Message.Request direct(Message.Request r) {
      boolean stands = Json.string(r.bytes(), r.param("name")).equals(callTool);
      return stands
              && CallToolTool.onward(r) instanceof CallToolTool.Onward.Direct to
              && Codec.parse(to.message()) instanceof Message.Request direct
          ? direct
          : r;
    }

    private void keep(long number, PastCall p) {
      if (which instanceof Which.Numbers n && n.numbers().contains(number)) {
        numbered.put(number, p);
      }
    }

    private void ended(PastCall p) {
      keep(p.call().number(), p);
      boolean theirs =
          p.method().equals(Methods.TOOLS_CALL)
              && (server.isEmpty()
                  ? !p.call().server().isEmpty()
                  : p.call().server().equals(server));
      if (!theirs) {
        return;
      }
      boolean again = p.call().begun().text("by").equals("rerun");
      String key = p.key();
      switch (p.call().status()) {
        case "ok" -> failed.remove(key);
        case "error", "crashed", "unanswered" -> {
          if (!again) {
            failed.remove(key); // the newest comes last
            failed.put(key, p);
          }
        }
        default -> {} // it was cancelled, which says nothing
      }
      last = again || p.call().status().equals("cancelled") ? last : Optional.of(p);
    }

    List<PastCall> found() {
      return switch (which) {
        case Which.Failed f -> {
          List<PastCall> all = List.copyOf(failed.values());
          yield all.subList(Math.max(0, all.size() - Which.MOST), all.size());
        }
        case Which.Last l -> last.stream().toList();
        case Which.Numbers n -> {
          List<PastCall> all = new ArrayList<>();
          n.numbers().forEach(i -> all.add(numbered.getOrDefault(i, missing(i))));
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
    Journal.Page page = journal.after(0, CHUNK, true);
    while (!page.isEmpty()) {
      byte[] lines = page.lines();
      int from = 0;
      for (int i = 0; i < lines.length; i++) {
        if (lines[i] == '\n') {
          JsonLine.of(Arrays.copyOfRange(lines, from, i)).ifPresent(search::take);
          from = i + 1;
        }
      }
      page =
          page.next() >= end
              ? new Journal.Page(0, new byte[0], end)
              : journal.after(page.next(), CHUNK, true);
    }
    return search.found();
  }

  private static PastCall missing(long number) {
    byte[] line = ("{\"call\":" + number + "}").getBytes(StandardCharsets.UTF_8);
    Call none = new Call(JsonLine.of(line).orElse(JsonLine.NONE), JsonLine.NONE);
    return new PastCall(none, Optional.empty(), Optional.empty());
  }

  private PastCall ended(JsonLine line) {
    return new PastCall(new Call(call.begun(), line), request, line.json("response"));
  }

  Optional<Message.Response> answer() {
    return response
        .flatMap(PastCall::parsed)
        .flatMap(m -> m instanceof Message.Response r ? Optional.of(r) : Optional.empty());
  }

  private static Optional<Message> parsed(String json) {
    return Codec.parse(json.getBytes(StandardCharsets.UTF_8)) instanceof Message m
        ? Optional.of(m)
        : Optional.empty();
  }

  /// The method of the request; empty if the journal does not have it.
  String method() {
    return call.begun().text("method");
  }

  /// The number of the run that had it last; 0 if none had.
  long run() {
    return call.answer().number("run");
  }

  /// Whether a run was given it.
  boolean wasDelivered() {
    return call.answer().number("deliveries") > 0;
  }

  boolean worked() {
    return call.status().equals("ok");
  }

  /// The client's name of the tool.
  String name() {
    return request.map(r -> Json.string(r.bytes(), r.param("name"))).orElse(call.name());
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
