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
import dev.pitstop.journal.Journal;
import dev.pitstop.journal.JournalLine;
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

  private final String server;
  private final Journal journal;

  private Optional<JsonObject> lastReload = Optional.empty(); // in turns

  private volatile String end = ""; // the last remark about the end of a run

  private JournalWitness(String server, Journal journal) {
    this.server = server;
    this.journal = journal;
  }

  /// Writes what is known of the server, and all that happens from now on. Called in a turn.
  static JournalWitness begin(Backend backend, Journal journal) {
    JournalWitness witness = new JournalWitness(backend.name(), journal);
    Snapshot now = backend.snapshot();
    for (Run run : now.live()) {
      if (!run.opening()) { // otherwise that comes
        witness.opened(run);
      }
      if (run.serving()) {
        witness.serves(run);
      }
    }
    witness.state("", now.state());
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
    JournalLine begins = line("begins", run.number()).text("kind", run.kind().word());
    run.facts().pid().ifPresent(pid -> begins.number("pid", pid));
    journal.append(begins);
  }

  @Override
  public void serves(Run run) {
    journal.append(line("serves", run.number()).number("millis", run.readyAfterMillis()));
  }

  @Override
  public void ended(Run run, RunEnd how) {
    String words = EndWords.endAndStatus(how);
    end = "[pitstop] " + words; // the ring gets the same words, and the journal needs them once
    JournalLine ends = line("ends", run.number()).flag("byItself", how.byItself());
    journal.append(ends.text("how", words));
  }

  @Override
  public void stateChanged(State before, State after) {
    state(before.word(), after);
  }

  private void state(String before, State after) {
    journal.append(line("state").text("before", before).text("after", after.word()));
  }

  @Override
  public void built(Builder.Result result) {
    journal.append(
        line("build")
            .flag("ok", result.ok())
            .flag("cancelled", result.cancelled())
            .number("millis", result.millis())
            .text("report", result.ok() ? "" : result.report()));
  }

  @Override
  public void reloaded(ReloadResult result) {
    String outcome = result.outcome().name().toLowerCase(Locale.ROOT);
    int run = result.run().map(Run::number).orElse(0);
    JsonFacts last = new JsonFacts().with("t", System.currentTimeMillis());
    lastReload = Optional.of(last.with("outcome", outcome).with("run", run).json());
    journal.append(line("reload").text("outcome", outcome).number("run", run));
  }

  @Override
  public void catalogChanged(CatalogChange change) {
    if (!change.diff().isEmpty()) {
      journal.append(
          line("changed", change.run().number()).text("diff", change.diff().text(DIFF_LINES)));
    }
  }

  @Override
  public void line(int run, String line) {
    if (!line.equals(end)) {
      journal.append(line("stderr", run).text("line", line));
    }
  }

  private JournalLine line(String type) {
    return new JournalLine(type).text("server", server);
  }

  private JournalLine line(String type, int run) {
    return line(type).number("run", run);
  }
}
