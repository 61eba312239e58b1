package dev.pitstop.recording;

import dev.pitstop.journal.Status;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.monitoring.Call;
import dev.pitstop.monitoring.JsonLine;
import dev.pitstop.monitoring.Lines;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Splice;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A recording, read into memory: the calls of tools. Answers can be replaced, at the end all at
/// once. One thread.
public final class Recorded {
  private final Path file;
  private final List<JsonLine> lines = new ArrayList<>();
  private final List<Call> all = new ArrayList<>(); // requests, in order
  private final Map<String, Integer> open = new HashMap<>(); // where those without an answer are
  private final Map<JsonLine, JsonLine> fresh = new HashMap<>(); // by the lines that they replace
  private final List<String> damaged = new ArrayList<>();
  private long missing;

  private Recorded(Path file) {
    this.file = file;
  }

  /// Reads a recording. What cannot be read of it is left out.
  ///
  /// @throws IOException if the file cannot be read, or is larger than half of the heap
  public static Recorded of(Path file) throws IOException {
    Recorded recorded = new Recorded(file.toRealPath()); // not the link to it
    long most = Runtime.getRuntime().maxMemory() / 2;
    if (Files.size(file) > most) {
      throw new IOException(
          "%s has more than %d MiB, too much for the memory: PITSTOP_JAVA_OPTS=-Xmx2g gives more"
              .formatted(file, most >> 20));
    }
    try (Lines lines = Lines.of(file)) {
      lines.each(recorded::add);
    }
    return recorded;
  }

  private boolean add(JsonLine line) {
    if (line.type().equals("damaged")) {
      return damaged.add(line.text("text"));
    }
    String key = line.number("session") + " " + line.number("call");
    switch (line.type()) {
      case "gap" -> missing += line.number("events");
      case "call" -> {
        open.put(key, all.size());
        all.add(new Call(line, JsonLine.NONE));
      }
      case "answer" ->
          Optional.ofNullable(open.remove(key))
              .ifPresent(i -> all.set(i, new Call(all.get(i).begun(), line)));
      default -> {}
    }
    return lines.add(line);
  }

  /// A sentence about each line that was left out.
  public List<String> damaged() {
    return damaged;
  }

  /// The calls of tools, in order, without those that persons made.
  public List<Call> calls() {
    return all.stream()
        .filter(c -> c.begun().text("by").isEmpty())
        .filter(c -> c.begun().text("method").equals(Methods.TOOLS_CALL))
        .toList();
  }

  /// How many entries are missing, because they came too fast.
  public long missing() {
    return missing;
  }

  /// Replaces the answer to a call.
  public void replace(Call call, Message.Response now) {
    JsonLine old = call.answer();
    Splice splice = new Splice(old.bytes());
    String status = Status.of(now).word();
    splice.putMember(old.at(), "status", Messages.utf8(Json.quote(status)));
    splice.putMember(old.at(), "responseBytes", Messages.utf8("" + now.bytes().length));
    splice.putMember(old.at(), "response", now.bytes());
    fresh.put(old, JsonLine.of(Redaction.of(splice.apply())).orElseThrow());
  }

  /// How many answers were replaced.
  public int replaced() {
    return fresh.size();
  }

  /// Writes the recording anew. Until it is whole, the old one stays.
  public void save() throws IOException {
    Path whole = Files.createTempFile(file.getParent(), ".replay", ".tmp");
    try {
      try (OutputStream out = Files.newOutputStream(whole)) {
        for (JsonLine line : lines) {
          out.write(Messages.utf8(fresh.getOrDefault(line, line).json() + "\n"));
        }
      }
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(whole);
    }
  }
}
