package dev.pitstop.channel.shared;

import dev.pitstop.channel.Channel;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunKind;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.process.PortUse;
import dev.pitstop.rpc.Monitor;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A server that this session shares with the other sessions of its engine: each run is a place at
/// a process that one of them has started.
public final class Shared implements Channel {
  private final Member member;
  private final Sharing sharing;
  private final Channel alone; // for what does not depend on runs

  /// @param member the session
  /// @param sharing what the engine's sessions share
  public Shared(Member member, Sharing sharing) {
    this.member = member;
    this.sharing = sharing;
    this.alone = member.opener.make(new Monitor(), member.ring);
  }

  @Override
  public Link open(int number, Events events) {
    RunLog log = new RunLog(member.name, number, member.log, member.ring);
    log.begin();
    Teller teller = new Teller(log, events);
    Seat seat = new Seat(member, number, log, teller);
    try {
      sharing.enter(member, seat);
    } catch (OutOfMemoryError noThread) {
      End.Refused refused = new End.Refused("Pitstop has no thread for it (" + noThread + ").");
      teller.ended(refused, refused);
    }
    return seat;
  }

  @Override
  public void built() {
    member.last(sharing.newestRun());
  }

  @Override
  public RunKind kind() {
    return RunKind.PROCESS;
  }

  @Override
  public String display() {
    return alone.display();
  }

  @Override
  public Optional<String> program() {
    return alone.program();
  }

  @Override
  public Path directory() {
    return alone.directory();
  }

  @Override
  public Optional<PortUse> portUse(List<String> lines) {
    return alone.portUse(lines);
  }
}
