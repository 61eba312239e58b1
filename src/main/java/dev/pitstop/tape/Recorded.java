package dev.pitstop.tape;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Where the calls of tools are in a recording, and the tools as the client knew them at the end.
/// Small, however large the messages are. One thread.
public final class Recorded {
  /// A call of a tool.
  public static final class Call {
    private final int number;
    private final TapeLine.Where request;
    private final long began;
    private Optional<TapeLine.Where> answer = Optional.empty();
    private long millis;

    Call(int number, TapeLine.Frame request) {
      this.number = number;
      this.request = request.where();
      this.began = request.millis();
    }

    /// From 1, in the order in which the client called.
    public int number() {
      return number;
    }

    /// The line of the request.
    public TapeLine.Where request() {
      return request;
    }

    /// The line of the answer; empty if the client got none.
    public Optional<TapeLine.Where> answer() {
      return answer;
    }

    /// How long the answer took.
    public long millis() {
      return millis;
    }
  }

  private final List<Call> calls = new ArrayList<>();
  private final List<TapeLine.Where> lists = new ArrayList<>();
  private final Consumer<TapeLine.Damaged> damaged;
  private final Map<String, Call> open = new HashMap<>();
  private final Map<String, Boolean> openLists = new HashMap<>(); // whether it is a first page
  private long missing;

  private Recorded(Consumer<TapeLine.Damaged> damaged) {
    this.damaged = damaged;
  }

  /// Reads a recording.
  ///
  /// @param damaged takes the lines that cannot be read; the rest is used
  public static Recorded of(Path file, Consumer<TapeLine.Damaged> damaged) throws IOException {
    Recorded recorded = new Recorded(damaged);
    TapeReader.read(file, recorded::add);
    return recorded;
  }

  /// The calls, in order.
  public List<Call> calls() {
    return calls;
  }

  /// The lines of the answers with the last list of the tools, one a page; empty if there is none.
  public List<TapeLine.Where> lists() {
    return lists;
  }

  /// How many messages are missing, because they came too fast or the disk was full.
  public long missing() {
    return missing;
  }

  private void add(TapeLine line) {
    switch (line) {
      case TapeLine.Damaged d -> damaged.accept(d);
      case TapeLine.Gap g -> missing += g.messages();
      case TapeLine.Other o -> {}
      case TapeLine.Frame f -> add(f);
    }
  }

  private void add(TapeLine.Frame f) {
    switch (Codec.parse(f.message())) {
      case Message.Request r when f.way() == Way.FROM_CLIENT -> request(f, r);
      case Message.Response r when f.way() == Way.TO_CLIENT -> response(f, r);
      case Message other -> {}
    }
  }

  private void request(TapeLine.Frame f, Message.Request r) {
    String key = f.session() + " " + r.id();
    if (r.method().equals("tools/call")) {
      Call call = new Call(calls.size() + 1, f);
      calls.add(call);
      open.put(key, call);
    } else if (r.method().equals("tools/list")) {
      openLists.put(key, !Json.isString(r.bytes(), r.param("cursor")));
    }
  }

  private void response(TapeLine.Frame f, Message.Response r) {
    Span id = r.idSpan();
    String key = f.session() + " " + id.text(r.bytes());
    if (open.remove(key) instanceof Call call) {
      call.answer = Optional.of(f.where());
      call.millis = Math.max(0, f.millis() - call.began);
    } else if (openLists.remove(key) instanceof Boolean first && r instanceof Message.Result) {
      if (first) {
        lists.clear();
      }
      lists.add(f.where());
    }
  }
}
