package dev.pitstop.session.monitoring;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.History;
import dev.pitstop.backend.ReloadResult;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.journal.Happened;
import dev.pitstop.journal.Journal;
import dev.pitstop.process.StderrRing;
import dev.pitstop.session.texts.EndWords;
import dev.pitstop.session.texts.JsonFacts;
import java.util.Locale;
import java.util.Optional;

/// Writes what happens to a server into the session's journal. Called in turns of the monitor,
/// except for the lines that the server writes.
final class JournalWitness implements History.Witness, StderrRing.Ear {
  /// Lines of a diff.
  private static final int DIFF_LINES = 200;

  /// A server may write so many lines in a second, so that it does not drive everything else out of
  /// the journal.
  private static final int MOST_LINES = 1_000;

  private final String server;
  private final Journal journal;

  private Optional<JsonObject> lastReload = Optional.empty(); // in turns

  // Guarded by `this`.
  private int lines; // in this second
  private long second;
  private long dropped;
  private String end = ""; // the last remark about the end of a run

  private JournalWitness(String server, Journal journal) {
    this.server = server;
    this.journal = journal;
  }

  /// Writes what is known of the server, and all that happens from now on. Called in a turn.
  static JournalWitness begin(Backend backend, Journal journal) {
    JournalWitness witness = new JournalWitness(backend.name(), journal);
    Snapshot now = backend.snapshot();
    for (Run run : now.live()) {
      witness.opened(run);
      if (run.serving()) {
        witness.serves(run);
      }
    }
    journal.append(new Happened.StateChanged(backend.name(), "", now.state().word()));
    backend.ring().hear(witness);
    backend.witness(witness);
    return witness;
  }

  /// The end of the last reload, as JSON.
  Optional<JsonObject> lastReload() {
    return lastReload;
  }

  @Override
  public void opened(Run run) {
    long pid = run.facts().pid().orElse(0L);
    journal.append(new Happened.RunBegan(server, run.number(), run.kind().word(), pid));
  }

  @Override
  public void serves(Run run) {
    journal.append(new Happened.RunServes(server, run.number(), run.readyAfterMillis()));
  }

  @Override
  public void ended(Run run, RunEnd how) {
    drops(run.number());
    String words = EndWords.endAndStatus(how);
    synchronized (this) { // the ring gets the same words, and the journal needs them once
      end = "[pitstop] " + words;
    }
    journal.append(new Happened.RunEnded(server, run.number(), how.byItself(), words));
  }

  @Override
  public void stateChanged(State before, State after) {
    journal.append(new Happened.StateChanged(server, before.word(), after.word()));
  }

  @Override
  public void built(Builder.Result result) {
    journal.append(
        new Happened.Built(
            server,
            result.ok(),
            result.cancelled(),
            result.millis(),
            result.ok() ? "" : result.report()));
  }

  @Override
  public void reloaded(ReloadResult result) {
    String outcome = result.outcome().name().toLowerCase(Locale.ROOT);
    int run = result.run().map(Run::number).orElse(0);
    JsonFacts last = new JsonFacts().with("t", System.currentTimeMillis());
    lastReload = Optional.of(last.with("outcome", outcome).with("run", run).json());
    journal.append(new Happened.Reloaded(server, outcome, run));
  }

  @Override
  public void catalogChanged(CatalogChange change) {
    if (!change.diff().isEmpty()) {
      journal.append(
          new Happened.Changed(server, change.run().number(), change.diff().text(DIFF_LINES)));
    }
  }

  @Override
  public synchronized void line(int run, String line) {
    if (line.equals(end)) {
      return;
    }
    long now = System.nanoTime() / 1_000_000_000;
    lines = now == second ? lines + 1 : 1;
    second = now;
    if (lines > MOST_LINES) {
      dropped++;
    } else {
      drops(run);
      journal.append(new Happened.Wrote(server, run, line));
    }
  }

  private synchronized void drops(int run) {
    if (dropped > 0) {
      journal.append(new Happened.Dropped(server, run, dropped));
      dropped = 0;
    }
  }
}
