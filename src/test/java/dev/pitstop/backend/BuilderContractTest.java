package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeBuilder.FakeBuild;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.build.Builder.Result;
import dev.pitstop.backend.build.ShellBuilder;
import dev.pitstop.harness.Await;
import dev.pitstop.process.OsSpawner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What real and fake builds have in common. What only real ones can show is in [ShellBuilderTest].
@DisplayName("Builder, real and fake")
@Timeout(60)
class BuilderContractTest {
  /// The implementations.
  enum Which {
    SHELL,
    FAKE
  }

  @TempDir Path directory;

  private final OsSpawner spawner = new OsSpawner(System.getenv(), problem -> {});
  private final FakeBuilder fakes = new FakeBuilder();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final BlockingQueue<Result> results = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    spawner.close();
  }

  /// Starts a build that does what the command line says, or the same by hand.
  private CompletableFuture<Void> start(
      Which which, String commandLine, Consumer<FakeBuild> byHand) {
    Builder builder =
        switch (which) {
          case SHELL ->
              new ShellBuilder(
                  commandLine, Map.of(), directory, spawner, 50_000, Optional.empty(), false);
          case FAKE -> fakes;
        };
    CompletableFuture<Void> build = FakeBuilder.start(builder, lines::add, results::add);
    if (which == Which.FAKE) {
      byHand.accept(fakes.next());
    }
    return build;
  }

  private Result result() {
    return Await.take("the end of the build", results);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("success: every line in order, then the result, once")
  void success(Which which) {
    start(
        which,
        "echo compiling; echo done",
        b -> {
          b.line("compiling");
          b.line("done");
          b.succeed();
        });
    Result result = result();
    assertThat(List.copyOf(lines)).endsWith("compiling", "done");
    assertThat(result.ok()).isTrue();
    assertThat(result.cancelled()).isFalse();
    assertThat(result.errors()).isZero();
    assertThat(result.millis()).isNotNegative();
    assertThat(results).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("failure: the errors are in the report, and counted")
  void failure(Which which) {
    start(which, "echo 'x.c:1:2: error: no' >&2; exit 2", b -> b.fail("x.c:1:2: error: no"));
    Result result = result();
    assertThat(result.ok()).isFalse();
    assertThat(result.cancelled()).isFalse();
    assertThat(result.report()).contains("x.c:1:2: error: no");
    assertThat(result.errors()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("a command that does not exist is a failed build that says so")
  void missing(Which which) {
    start(which, "no-such-compiler x.c", b -> b.fail("no-such-compiler: not found"));
    Result result = result();
    assertThat(result.ok()).isFalse();
    assertThat(result.cancelled()).isFalse();
    assertThat(result.report()).contains("no-such-compiler", "not found");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("a cancelled build ends, once, as cancelled; cancelling again does nothing")
  void cancel(Which which) {
    BlockingQueue<FakeBuild> byHand = new LinkedBlockingQueue<>();
    CompletableFuture<Void> build =
        start(
            which,
            "echo started; exec sleep 1000",
            b -> {
              b.line("started");
              byHand.add(b);
            });
    String line = Await.take("a line", lines);
    while (!line.equals("started")) {
      line = Await.take("a line", lines);
    }
    assertThat(results).as("it still runs").isEmpty();
    build.complete(null);
    build.complete(null);
    byHand.forEach(FakeBuild::endCancelled);
    Result result = result();
    assertThat(result.ok()).isFalse();
    assertThat(result.cancelled()).isTrue();
    build.complete(null);
    assertThat(results).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("a builder builds as often as it is asked; its builds know nothing of each other")
  void again(Which which) {
    BlockingQueue<FakeBuild> byHand = new LinkedBlockingQueue<>();
    CompletableFuture<Void> first = start(which, "exec sleep 1000", byHand::add);
    start(which, "echo second", FakeBuild::succeed);
    assertThat(result().ok()).isTrue();
    first.complete(null);
    byHand.forEach(FakeBuild::endCancelled);
    assertThat(result().cancelled()).isTrue();
  }
}
