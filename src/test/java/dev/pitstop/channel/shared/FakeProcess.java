package dev.pitstop.channel.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.process.Child;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outgoing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The process of a shared server, played by the test.
final class FakeProcess implements Link {
  /// The channel by which a session starts such processes.
  record Opener(String host, Monitor monitor, StderrRing ring, List<FakeProcess> all)
      implements Channel {
    @Override
    public Link open(int number, Events events) {
      FakeProcess made = new FakeProcess(this, all.size() + 1, events);
      all.add(made);
      return made;
    }

    @Override
    public RunKind kind() {
      return RunKind.PROCESS;
    }

    @Override
    public String display() {
      return "server";
    }

    @Override
    public Path directory() {
      return Path.of("/nonexistent");
    }
  }

  private final Opener by;
  private final int pid;
  private final Events events;
  private final ArrayDeque<String> got = new ArrayDeque<>();
  final List<String> stops = new ArrayList<>();
  boolean killed;
  private long offered;

  private FakeProcess(Opener by, int pid, Events events) {
    this.by = by;
    this.pid = pid;
    this.events = events;
  }

  /// The session whose hand has started it.
  String host() {
    return by.host();
  }

  FakeProcess opens() {
    events.opened();
    return this;
  }

  /// What it was sent next; an empty text if nothing.
  String next() {
    return got.isEmpty() ? "" : got.remove();
  }

  void gets(String message) {
    assertThat(next()).isEqualTo(json(message));
  }

  void getsNothing() {
    assertThat(got).isEmpty();
  }

  void says(String message) {
    Message m = Codec.parse(json(message).getBytes(StandardCharsets.UTF_8));
    events.received(List.of(m), Optional.empty());
    try {
      events.flush();
      events.awaitRoom();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  void writes(String line) {
    by.ring().append(1, StderrRing.Kind.STDERR, line);
  }

  void exits(int code) {
    events.ended(new End.Exited(new Child.Exit(code), Optional.empty()));
  }

  void refused(String why) {
    events.ended(new End.Refused(why));
  }

  void unusable(Events.Unusable what) {
    events.unusable(what);
  }

  /// JSON with `'` for `"`, and the version.
  static String json(String text) {
    return "{\"jsonrpc\":\"2.0\"," + text.replace('\'', '"') + "}";
  }

  @Override
  public Sent send(Outgoing message) {
    by.monitor().check();
    got.add(new String(message.bytes(), StandardCharsets.UTF_8));
    offered += message.length() + 1;
    return new Sent(offered, message.length());
  }

  @Override
  public void answered(Sent sent) {
    by.monitor().check();
  }

  @Override
  public boolean mayHaveRun(Sent sent) {
    return true;
  }

  @Override
  public long pending() {
    return 0;
  }

  @Override
  public void stop(String why) {
    stops.add(why);
  }

  @Override
  public void kill() {
    killed = true;
  }

  @Override
  public Facts facts() {
    return Facts.begun(OptionalLong.of(pid), 0, 0, Optional.empty());
  }

  @Override
  public Optional<TreeUsage> usage() {
    return Optional.empty();
  }
}
