package dev.pitstop.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What every [Channel] promises of the beginning and the end of its runs, whatever they are.
public interface RunContract {
  /// What the params of a request of the modern era have, with single quotes.
  String META =
      "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientInfo':{'name':'t','version':'1'},"
          + "'io.modelcontextprotocol/clientCapabilities':{}}";

  /// One whose runs open.
  Channel channel();

  @Test
  @DisplayName("A stopped run ends once, however often and in whatever way it is stopped")
  default void stoppedTwice() {
    Recorder told = new Recorder();
    Link link = channel().open(1, told);
    told.awaitOpened();
    link.stop("was replaced");
    link.stop("is not needed");
    link.kill();
    link.kill();
    told.awaitEnd();
    link.stop("is over");
    link.kill();
    told.check();
  }

  @Test
  @DisplayName("Killed runs end")
  default void killed() {
    Recorder told = new Recorder();
    Link link = channel().open(1, told);
    told.awaitOpened();
    link.kill();
    told.awaitEnd();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("A run that is stopped or killed before it is open ends all the same")
  default void stoppedBeforeOpen(boolean stop) {
    Recorder told = new Recorder();
    Link link = channel().open(1, told);
    if (stop) {
      link.stop("was not wanted any more");
    } else {
      link.kill();
    }
    told.awaitEnd(); // refused, or opened and exited
  }

  @Test
  @DisplayName("A run may be stopped while it is being told that it is open")
  default void stoppedInOpened() {
    AtomicReference<Link> link = new AtomicReference<>();
    Recorder told =
        new Recorder(method -> {
          if (method.equals("opened")) {
            Await.until("the link", () -> link.get() != null);
            link.get().stop("is not needed");
          }
        });
    link.set(channel().open(1, told));
    told.awaitEnd();
    assertThat(told.told()).containsExactly("opened", "ended");
  }
}
