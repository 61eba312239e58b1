package dev.pitstop.channel.stdio;

import dev.pitstop.backend.FakeChild;
import dev.pitstop.process.Child;
import dev.pitstop.process.StopLimits;
import dev.pitstop.process.Stopped;
import dev.pitstop.process.TreeUsage;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// A child some of whose methods find no memory.
///
/// @param spoilt names of those methods; with `being alive` it is dead, but its end is not reported
///   yet
public record SpoiltChild(FakeChild child, Set<String> spoilt) implements Child {
  private void enter(String method) {
    if (spoilt.contains(method)) {
      throw new OutOfMemoryError("unable to create native thread (made up)");
    }
  }

  @Override
  public long pid() {
    return child.pid();
  }

  @Override
  public long startedNanos() {
    return child.startedNanos();
  }

  @Override
  public OutputStream stdin() {
    enter("stdin");
    return child.stdin();
  }

  @Override
  public InputStream stdout() {
    if (spoilt.contains("read")) {
      return new InputStream() {
        @Override
        public int read() {
          throw new OutOfMemoryError("made up");
        }

        @Override
        public int read(byte[] to, int from, int length) {
          return read();
        }
      };
    }
    enter("stdout");
    return child.stdout();
  }

  @Override
  public InputStream stderr() {
    enter("stderr");
    return child.stderr();
  }

  @Override
  public boolean alive() {
    return !spoilt.contains("being alive") && child.alive();
  }

  @Override
  public CompletableFuture<Child.Exit> exited() {
    enter("exited");
    return child.exited();
  }

  @Override
  public void closeStdin() {
    child.closeStdin();
  }

  @Override
  public Stopped stop(StopLimits limits, String why) {
    enter("stop");
    return child.stop(limits, why);
  }

  @Override
  public void kill() {
    enter("kill");
    child.kill();
  }

  @Override
  public TreeUsage usage() {
    return child.usage();
  }
}
