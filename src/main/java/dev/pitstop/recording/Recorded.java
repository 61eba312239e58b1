package dev.pitstop.recording;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where the calls of tools are in a recording, and the tools as the client knew them at the end.
/// Small, however large the messages are. One thread.
public final class Recorded {
  /// A call of a tool.
  ///
  /// @param number from 1, in the order in which the client called
  /// @param request the line of the request
  /// @param began when, in milliseconds since 1970
  /// @param answer the line of the answer; empty if the client got none
  /// @param millis how long the answer took
  public record Call(
      int number,
      RecordingLine.Where request,
      long began,
      Optional<RecordingLine.Where> answer,
      long millis) {}

  private static final int MOST_DAMAGED = 10;

  private final List<Call> calls = new ArrayList<>();
  private final List<RecordingLine.Where> lists = new ArrayList<>();
  private final List<RecordingLine.Damaged> damaged = new ArrayList<>();
  private final Map<String, Call> open = new HashMap<>();
  private final Map<String, Boolean> openLists = new HashMap<>(); // whether it is a first page
  private long unreadable;
  private long missing;

  private Recorded() {}

  /// Reads a recording. What cannot be read of it is left out.
  public static Recorded of(Path file) throws IOException {
    Recorded recorded = new Recorded();
    RecordingReader.read(file, recorded::add);
    return recorded;
  }

  /// The calls, in order.
  public List<Call> calls() {
    return calls;
  }

  /// The lines of the answers with the last list of the tools, one a page; empty if there is none.
  public List<RecordingLine.Where> lists() {
    return lists;
  }

  /// The first lines that cannot be read.
  public List<RecordingLine.Damaged> damaged() {
    return damaged;
  }

  /// How many lines cannot be read.
  public long unreadable() {
    return unreadable;
  }

  /// How many messages are missing, because they came too fast or the disk was full.
  public long missing() {
    return missing;
  }

  private void add(RecordingLine line) {
    switch (line) {
      case RecordingLine.Damaged d -> {
        unreadable++;
        if (damaged.size() < MOST_DAMAGED) {
          damaged.add(d);
        }
      }
      case RecordingLine.Gap g -> missing += g.messages();
      case RecordingLine.Other o -> {}
      case RecordingLine.Frame f -> add(f);
    }
  }

  private void add(RecordingLine.Frame f) {
    switch (f.message()) {
      case Message.Request r when f.way() == Direction.FROM_CLIENT -> request(f, r);
      case Message.Response r when f.way() == Direction.TO_CLIENT -> response(f, r);
      case Message other -> {}
    }
  }

  private void request(RecordingLine.Frame f, Message.Request r) {
    String key = f.session() + " " + r.id();
    if (r.method().equals("tools/call")) {
      calls.add(new Call(calls.size() + 1, f.where(), f.millis(), Optional.empty(), 0));
      open.put(key, calls.getLast());
    } else if (r.method().equals("tools/list")) {
      openLists.put(key, !Json.isString(r.bytes(), r.param("cursor")));
    }
  }

  private void response(RecordingLine.Frame f, Message.Response r) {
    String key = f.session() + " " + r.idSpan().text(r.bytes());
    if (open.remove(key) instanceof Call call) {
      long millis = Math.max(0, f.millis() - call.began());
      Optional<RecordingLine.Where> answer = Optional.of(f.where());
      calls.set(
          call.number() - 1, new Call(call.number(), call.request(), call.began(), answer, millis));
    } else if (openLists.remove(key) instanceof Boolean first && r instanceof Message.Result) {
      if (first) {
        lists.clear();
      }
      lists.add(f.where());
    }
  }
}
