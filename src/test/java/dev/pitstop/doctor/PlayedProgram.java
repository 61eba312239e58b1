package dev.pitstop.doctor;

import dev.pitstop.backend.FakePipe;
import dev.pitstop.harness.Await;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StopLimits;
import dev.pitstop.process.Stopped;
import dev.pitstop.process.TreeUsage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/// A program with one flaw whose processes are played in this JVM, and the clock of those who
/// examine it. Its time passes only while somebody waits for an answer that does not come, lets the
/// program run on, or while the program itself is slow.
final class PlayedProgram implements Spawner, Clock {
  private static final long SLOW_MILLIS = 4_000;

  private final String flaw;
  private final FlawedServer server;
  private final AtomicLong now = new AtomicLong();
  private final AtomicLong pids = new AtomicLong(4_000_000_000L); // of no process of this machine
  private volatile boolean silent; // it has heard a request that it does not answer
  private volatile Optional<Played> last = Optional.empty();

  PlayedProgram(String flaw) {
    this.flaw = flaw;
    this.server = new FlawedServer(flaw);
  }

  // The clock.

  @Override
  public long nowMillis() {
    return now.get();
  }

  @Override
  public <T> Optional<T> await(CompletableFuture<T> what, long millis) {
    Await.until("the server", () -> what.isDone() || silent);
    if (what.isDone()) {
      return Optional.of(what.join());
    }
    now.addAndGet(millis);
    return Optional.empty();
  }

  @Override
  public void linger(CompletableFuture<?> end, long millis) {
    Await.until("its output", () -> end.isDone() || last.orElseThrow().readOut());
    now.addAndGet(millis);
  }

  // The program.

  @Override
  public Child spawn(Command command) {
    Played child = new Played(pids.incrementAndGet());
    last = Optional.of(child);
    child.begin();
    return child;
  }

  /// One process of it.
  private final class Played implements Child {
    private final long pid;
    private final FakePipe stdout = new FakePipe();
    private final FakePipe stderr = new FakePipe();
    private final CompletableFuture<Child.Exit> exited = new CompletableFuture<>();
    private final ByteArrayOutputStream unflushed = new ByteArrayOutputStream();
    private final OutputStream stdin =
        new OutputStream() {
          private final ByteArrayOutputStream line = new ByteArrayOutputStream();

          @Override
          public synchronized void write(int b) throws IOException {
            if (exited.isDone()) {
              throw new IOException("Broken pipe");
            }
            if (b == '\n') {
              String heard = line.toString(StandardCharsets.UTF_8);
              line.reset();
              hear(heard);
            } else {
              line.write(b);
            }
          }
        };

    Played(long pid) {
      this.pid = pid;
    }

    boolean readOut() {
      return stdout.readOut() && stderr.readOut();
    }

    void begin() {
      switch (flaw) {
        case "banner" -> stdout.line("Starting the flawed server on stdio");
        case "dotenv" -> stdout.line("[dotenv@17.2.1] injecting env (2) from .env");
        case "http" -> stderr.line("listening on http://localhost:8123/mcp");
        case "exit" -> {
          stderr.line("error: the environment variable WEATHER_API_KEY is not set");
          exit(1);
        }
        case "trace" -> {
          stderr.line("ModuleNotFoundError: No module named 'weather'");
          exit(1);
        }
        case "slow" -> now.addAndGet(SLOW_MILLIS);
        case "stderr" -> stderr.bytes("noise\n".repeat(20_000).getBytes(StandardCharsets.UTF_8));
        default -> {}
      }
    }

    private void hear(String line) {
      Optional<String> answer = server.answer(line);
      if (answer.isEmpty()) {
        return; // a notification
      }
      boolean initialize = line.contains("\"initialize\"");
      boolean discover = line.contains("\"server/discover\"");
      if (flaw.equals("slow-handshake") && initialize) {
        now.addAndGet(SLOW_MILLIS);
      }
      if (flaw.equals("string-ids") && !initialize) {
        stdout.line("{\"jsonrpc\":\"2.0\",\"id\":\"9\",\"result\":{}}");
      }
      switch (flaw) {
        case "hang", "http" -> silent = true;
        case "floods" -> {
          stdout.line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}");
          silent = true;
        }
        case "text-ids" -> {
          stdout.line(answer.get());
          silent = true;
        }
        case "no-newline" -> {
          stdout.bytes(answer.get().getBytes(StandardCharsets.UTF_8));
          silent = true;
        }
        case "no-flush" -> {
          unflushed.writeBytes((answer.get() + "\n").getBytes(StandardCharsets.UTF_8));
          silent = true;
        }
        case "probe-silent" -> {
          silent = discover;
          if (!discover) {
            stdout.line(answer.get());
          }
        }
        case "probe-dies" -> {
          if (discover) {
            exit(1);
          } else {
            stdout.line(answer.get());
          }
        }
        default -> {
          Charset as = flaw.equals("latin1") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
          stdout.bytes((answer.get() + "\n").getBytes(as));
        }
      }
    }

    private void exit(int status) {
      exited.complete(new Child.Exit(status));
      stdout.end();
      stderr.end();
    }

    @Override
    public Stopped stop(StopLimits limits, String why) {
      silent = false;
      Stopped.How how =
          exited.isDone()
              ? Stopped.How.ALREADY_DEAD
              : switch (flaw) {
                case "stays" -> Stopped.How.TERMINATED;
                case "stubborn" -> Stopped.How.KILLED;
                default -> Stopped.How.STDIN_CLOSED;
              };
      stdout.bytes(unflushed.toByteArray());
      exit(0);
      return new Stopped(exited.join(), how, flaw.equals("grandchild") ? 1 : 0, why);
    }

    @Override
    public long pid() {
      return pid;
    }

    @Override
    public long startedNanos() {
      return 0;
    }

    @Override
    public OutputStream stdin() {
      return stdin;
    }

    @Override
    public InputStream stdout() {
      return stdout;
    }

    @Override
    public InputStream stderr() {
      return stderr;
    }

    @Override
    public boolean alive() {
      return !exited.isDone();
    }

    @Override
    public CompletableFuture<Child.Exit> exited() {
      return exited;
    }

    @Override
    public void closeStdin() {
      // Only a stop closes it.
    }

    @Override
    public void kill() {
      exit(137);
    }

    @Override
    public TreeUsage usage() {
      return TreeUsage.NONE;
    }
  }
}
