package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("a dead child whose pid the system has given to a stranger")
@Timeout(60)
class ReusedPidTest {
  /// A process that is gone, while its pid is in use again.
  private record Gone(long pid) implements ProcessHandle {
    @Override
    public Optional<ProcessHandle> parent() {
      return Optional.empty();
    }

    @Override
    public Stream<ProcessHandle> children() {
      return Stream.empty();
    }

    @Override
    public Stream<ProcessHandle> descendants() {
      return Stream.empty();
    }

    @Override
    public Info info() {
      throw new IllegalStateException("nobody asks the dead");
    }

    @Override
    public CompletableFuture<ProcessHandle> onExit() {
      return CompletableFuture.completedFuture(this);
    }

    @Override
    public boolean supportsNormalTermination() {
      return true;
    }

    @Override
    public boolean destroy() {
      return false;
    }

    @Override
    public boolean destroyForcibly() {
      return false;
    }

    @Override
    public boolean isAlive() {
      return false;
    }

    @Override
    public int compareTo(ProcessHandle other) {
      return Long.compare(pid, other.pid());
    }
  }

  private final ChildFixture children = new ChildFixture();

  @AfterEach
  void close() {
    children.close();
  }

  @Test
  @DisplayName("the stranger's children are left alone")
  void stranger() throws Exception {
    Child stranger = children.sh("sh -c 'echo $$; read -r end; :'; :");
    long itsChild = ChildFixture.readPid(stranger);
    ProcessTree tree = new ProcessTree(Platform.LINUX, new Gone(stranger.pid()));
    tree.sweep(Duration.ZERO, Duration.ofSeconds(20));
    tree.kill();
    assertThat(tree.killedDescendants()).isZero();
    assertThat(ProcessTable.alive(itsChild)).isTrue();
  }
}
