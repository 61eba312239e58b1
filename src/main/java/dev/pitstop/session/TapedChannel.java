package dev.pitstop.session;

import dev.pitstop.channel.Away;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.process.PortUse;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.tape.Tape;
import dev.pitstop.tape.Way;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A channel whose messages are recorded (V4). Everything goes through unchanged.
record TapedChannel(Channel channel, String server, Tape tape) implements Channel {
  @Override
  public Link open(int number, Events events) {
    return new TapedLink(channel.open(number, new TapedEvents(events, number)), number);
  }

  @Override
  public RunKind kind() {
    return channel.kind();
  }

  @Override
  public String display() {
    return channel.display();
  }

  @Override
  public Optional<String> program() {
    return channel.program();
  }

  @Override
  public Path directory() {
    return channel.directory();
  }

  @Override
  public Optional<Away> away() {
    return channel.away();
  }

  @Override
  public Optional<PortUse> portUse(List<String> lines) {
    return channel.portUse(lines);
  }

  private final class TapedEvents implements Events {
    private final Events events;
    private final int run;

    TapedEvents(Events events, int run) {
      this.events = events;
      this.run = run;
    }

    @Override
    public void received(List<Message> burst) {
      for (Message m : burst) {
        tape.server(Way.FROM_SERVER, server, run, Outgoing.of(m.bytes()));
      }
      events.received(burst);
    }

    @Override
    public void opened() {
      events.opened();
    }

    @Override
    public void stranded() {
      events.stranded();
    }

    @Override
    public void unusable(Unusable what) {
      events.unusable(what);
    }

    @Override
    public void stray(String line) {
      events.stray(line);
    }

    @Override
    public void flush() {
      events.flush();
    }

    @Override
    public void awaitRoom() throws InterruptedException {
      events.awaitRoom();
    }

    @Override
    public void ended(End end) {
      events.ended(end);
    }
  }

  private final class TapedLink implements Link {
    private final Link link;
    private final int run;

    TapedLink(Link link, int run) {
      this.link = link;
      this.run = run;
    }

    @Override
    public Sent send(Outgoing message) {
      tape.server(Way.TO_SERVER, server, run, message);
      return link.send(message);
    }

    @Override
    public void answered(Sent sent) {
      link.answered(sent);
    }

    @Override
    public boolean mayHaveRun(Sent sent) {
      return link.mayHaveRun(sent);
    }

    @Override
    public long pending() {
      return link.pending();
    }

    @Override
    public void stop(String why) {
      link.stop(why);
    }

    @Override
    public void kill() {
      link.kill();
    }

    @Override
    public boolean away() {
      return link.away();
    }

    @Override
    public Facts facts() {
      return link.facts();
    }

    @Override
    public Optional<TreeUsage> usage() {
      return link.usage();
    }
  }
}
