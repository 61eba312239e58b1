package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.catalog.Kind;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.front.ListUptake;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// A reload's answer waits for the client to take the lists that the reload has changed.
class ListUptakeTest {
  private final FakeTimers timers = new FakeTimers();
  private final Monitor monitor = new Monitor();
  private final ListUptake uptake = new ListUptake(timers, monitor);
  private final List<String> answered = new ArrayList<>();

  private void turn(Runnable body) {
    monitor.turn(body);
  }

  /// A reload that changes these lists, and its answer.
  private void reload(String answer, Kind... changed) {
    turn(() -> {
      uptake.begin();
      for (Kind kind : changed) {
        uptake.told(kind);
      }
      uptake.whenTaken(() -> answered.add(answer));
    });
  }

  private void given(Kind kind) {
    turn(() -> uptake.given(kind));
  }

  @Test
  @DisplayName("100 ms after the client has been given the list")
  void taken() {
    given(Kind.TOOLS);
    reload("1", Kind.TOOLS);
    timers.advance(20);
    given(Kind.TOOLS);
    timers.advance(99);
    assertThat(answered).isEmpty();
    timers.advance(1);
    assertThat(answered).containsExactly("1");
    assertThat(timers.none()).isTrue();
  }

  @Test
  @DisplayName("also if the answer comes to wait when the list has been given already")
  void takenBefore() {
    given(Kind.TOOLS);
    turn(() -> {
      uptake.begin();
      uptake.told(Kind.TOOLS);
      uptake.given(Kind.TOOLS);
    });
    timers.advance(60);
    turn(() -> uptake.whenTaken(() -> answered.add("1")));
    timers.advance(39);
    assertThat(answered).isEmpty();
    timers.advance(1);
    turn(() -> uptake.whenTaken(() -> answered.add("2")));
    assertThat(answered).containsExactly("1", "2");
    assertThat(timers.none()).isTrue();
  }

  @Test
  @DisplayName("or after 500 ms, and then that client is not waited for again")
  void letPass() {
    given(Kind.TOOLS);
    reload("1", Kind.TOOLS);
    timers.advance(499);
    assertThat(answered).isEmpty();
    timers.advance(1);
    assertThat(answered).containsExactly("1");
    reload("2", Kind.TOOLS);
    assertThat(answered).containsExactly("1", "2");
    assertThat(timers.none()).isTrue();
  }

  @Test
  @DisplayName("not for a client that has never asked for such a list")
  void neverAsked() {
    reload("1", Kind.TOOLS);
    given(Kind.TOOLS);
    reload("2", Kind.PROMPTS, Kind.RESOURCES, Kind.TEMPLATES);
    assertThat(answered).containsExactly("1", "2");
  }

  @Test
  @DisplayName("nor where nothing changed, or only before the reload began")
  void nothingChanged() {
    given(Kind.TOOLS);
    reload("1");
    turn(() -> uptake.told(Kind.TOOLS));
    reload("2");
    assertThat(answered).containsExactly("1", "2");
  }

  @Test
  @DisplayName("for each of several kinds; templates are told of with resources")
  void kinds() {
    given(Kind.TOOLS);
    given(Kind.RESOURCES);
    reload("1", Kind.TOOLS, Kind.TEMPLATES);
    given(Kind.TOOLS);
    timers.advance(400);
    assertThat(answered).isEmpty();
    given(Kind.RESOURCES);
    timers.advance(100);
    assertThat(answered).containsExactly("1");
  }

  @Test
  @DisplayName("a list given late settles beyond the limit; a change meanwhile begins anew")
  void changesAgain() {
    given(Kind.TOOLS);
    reload("1", Kind.TOOLS);
    timers.advance(50);
    given(Kind.TOOLS);
    turn(() -> uptake.told(Kind.TOOLS));
    timers.advance(400);
    assertThat(answered).isEmpty();
    given(Kind.TOOLS);
    timers.advance(60); // the limit
    turn(() -> uptake.told(Kind.TOOLS)); // too late to be waited for
    timers.advance(40);
    assertThat(answered).containsExactly("1");
    reload("2", Kind.TOOLS);
    assertThat(answered).as("it has let nothing pass").containsExactly("1");
    given(Kind.TOOLS);
    timers.advance(100);
    assertThat(answered).containsExactly("1", "2");
    assertThat(timers.none()).isTrue();
  }

  @Test
  @DisplayName("two reloads that wait are both answered, once")
  void two() {
    given(Kind.TOOLS);
    turn(() -> {
      uptake.told(Kind.TOOLS);
      uptake.whenTaken(() -> answered.add("1"));
      uptake.whenTaken(() -> answered.add("2"));
    });
    given(Kind.TOOLS);
    timers.advance(1_000);
    assertThat(answered).containsExactly("1", "2");
  }
}
