package dev.pitstop.session.front;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Failure;
import dev.pitstop.backend.Run;
import dev.pitstop.journal.Journal;
import dev.pitstop.journal.JournalLine;
import dev.pitstop.journal.Status;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Writes the requests of a session and their ends into its journal. Called in turns of the
/// monitor.
public final class Recorder {
  /// Pitstop's own responses, and those that are joined of several, are examined up to this length.
  private static final int MOST_EXAMINED = 64 * 1024;

  private final Journal journal;
  private final Map<String, Long> ended = new HashMap<>(); // by server

  public Recorder(Journal journal) {
    this.journal = journal;
  }

  public long ended(String server) {
    return ended.getOrDefault(server, 0L);
  }

  public Journal journal() {
    return journal;
  }

  /// A request has arrived. Its response must go through the reply that this returns.
  public Reply began(Message.Request r, RequestFacts f, Reply reply) {
    long number = journal.newCall();
    Span about = f.name().present() ? f.name() : r.param("uri");
    journal.add(
        new JournalLine("call")
            .number("call", number)
            .text("by", reply.by())
            .text("method", r.method())
            .text("name", Json.string(r.bytes(), about)),
        "request",
        Outgoing.of(r.bytes()));
    return new Recorded(number, reply);
  }

  public void told(String server, String text) {
    journal.append(new JournalLine("notice").text("server", server).text("text", text));
  }

  private final class Recorded implements Reply {
    private final long number;
    private final Reply to;
    private final long began = System.nanoTime();
    private String server = "";
    private int run;
    private int deliveries;
    private Optional<Status> status = Optional.empty();
    private boolean fetches;

    Recorded(long number, Reply to) {
      this.number = number;
      this.to = to;
    }

    @Override
    public String by() {
      return to.by();
    }

    @Override
    public void fetches() {
      fetches = true;
    }

    @Override
    public void ended(String at, Call call, Call.Ending how) {
      server = at;
      deliveries = call.deliveries();
      if (how instanceof Call.Ending.Answered a) {
        run = a.by().number();
        status = Optional.of(Status.of(a.message()));
      } else if (((Call.Ending.Failed) how).why() instanceof Failure.Lost lost) {
        run = lost.end().number();
        status = Optional.of(lost.end().byItself() ? Status.CRASHED : Status.UNANSWERED);
      } else {
        run = call.at().map(Run::number).orElse(0);
        status = Optional.of(Status.UNANSWERED);
      }
    }

    @Override
    public void send(Outgoing response) {
      over(status.isPresent() ? status.get() : examined(response), response);
      to.send(response);
    }

    @Override
    public void none() {
      over(Status.CANCELLED, Outgoing.of(new byte[0]));
      to.none();
    }

    private void over(Status how, Outgoing response) {
      long micros = (System.nanoTime() - began) / 1_000;
      Recorder.this.ended.merge(server, 1L, Long::sum);
      JournalLine line =
          new JournalLine("answer")
              .number("call", number)
              .text("server", server)
              .number("run", run)
              .number("deliveries", deliveries)
              .text("status", how.word())
              .number("micros", micros);
      if (fetches) {
        line.number("fetched", response.length() / Words.BYTES_PER_TOKEN);
      }
      journal.add(line, "response", response);
    }
  }

  private static Status examined(Outgoing response) {
    return response.length() <= MOST_EXAMINED
            && Codec.parse(response.bytes()) instanceof Message.Response r
        ? Status.of(r)
        : Status.OK;
  }
}
