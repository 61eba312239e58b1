package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.RunKind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// One server behind Pitstop: takes calls, each of which it ends exactly once whatever happens to
/// the server, reloads and stops it, and tells what there is to know. Knows no client: what a
/// session has said it asks its {@link BackendListener}, and it speaks to that in facts, not in
/// sentences. What happens inside is {@link Core}.
///
/// In turns of the session's monitor, all of it.
public final class Backend {
  private final Core core;

  public Backend(BackendParts parts, BackendListener listener) {
    core = new Core(parts, listener);
  }

  public String name() {
    return core.parts.name();
  }

  public Settings settings() {
    return core.recipe().settings();
  }

  /// What the server wrote besides messages.
  public StderrRing ring() {
    return core.parts.ring();
  }

  /// How it is run: as the run that serves was opened or, without one, the newest. On any thread.
  public Recipe recipe() {
    return core.recipe();
  }

  /// What its runs are. On any thread.
  public RunKind kind() {
    return core.recipe().channel().kind();
  }

  /// What is run, in one line for people and agents; without secrets (H6). On any thread.
  public String display() {
    return core.recipe().channel().display();
  }

  /// Where its program runs. On any thread.
  public Path directory() {
    return core.recipe().channel().directory();
  }

  /// Whether a reload begins with a build. On any thread.
  public boolean builds() {
    return core.wanted().builder().filter(Builder::builds).isPresent();
  }

  /// Whether a reload runs a command that restarts a daemon. On any thread.
  public boolean restarts() {
    return core.wanted().builder().filter(Builder::restarts).isPresent();
  }

  /// All there is to know at this moment.
  public Snapshot snapshot() {
    int inFlight = 0;
    for (Run r : core.runs.live()) {
      inFlight += r.inFlight().requests();
    }
    Optional<State.Job> next = core.supervisor.model().next();
    return new Snapshot(
        core.present.state(),
        core.present.wanted(),
        core.present.serving(),
        core.present.starting().filter(r -> !r.opening()),
        List.copyOf(core.runs.live()),
        core.history.counts(),
        core.history.lastServed(),
        core.history.previousServed(),
        inFlight,
        core.dispatcher.held(),
        next.isPresent() ? core.jobs.followers(next.get().id()) : 0,
        core.catalogs.current(),
        core.catalogs.known(),
        core.catalogs.lastDiff(),
        core.history.lastExit(),
        core.history.lastEnd(),
        core.history.lastServedEnd(),
        core.history.crashNews(),
        core.history.crashes(),
        core.history.startTrouble(),
        core.history.lastBuild(),
        core.recipe().channel().away());
  }

  /// What it does. Cheaper than a snapshot, like the next three.
  public State state() {
    return core.present.state();
  }

  /// The run that calls go to.
  public Optional<Run> serving() {
    return core.present.serving();
  }

  /// What it offers, or last offered.
  public Catalog catalog() {
    return core.catalogs.current();
  }

  /// Whether it has been starting for longer than a start may take, and is waited for.
  public boolean startsLate() {
    return core.present.starting().filter(r -> r.greeting().late()).isPresent();
  }

  /// Whether that is known: the catalogue is not just empty for want of it.
  public boolean listed() {
    return core.catalogs.known();
  }

  /// The calls of the client that its runs have had for so long and not answered, oldest first;
  /// also those that were cancelled, as long as nothing shows that their run is done with them.
  public List<OpenCall> unanswered(long millis) {
    List<OpenCall> all = new ArrayList<>();
    for (Run r : core.runs.live()) {
      all.addAll(r.unanswered(millis));
    }
    return all;
  }

  /// What of that this run had, if it was the last that was replaced or stopped, at that time; none
  /// that it had for less than a second.
  public List<OpenCall> leftBy(int run) {
    return core.history.leftBy(run);
  }

  /// Whether it serves and is about to list for the first time what it offers.
  public boolean listsAreDue() {
    return core.catalogs.due();
  }

  /// How many bytes of messages are kept for it.
  public long kept() {
    return core.dispatcher.kept();
  }

  // Calls.

  /// Takes a request for the server. It ends exactly once, through the call's ender.
  public void submit(Call call) {
    core.dispatcher.submit(call);
  }

  /// Takes a notification for the server.
  public void submit(Message.Notification notification) {
    core.dispatcher.submit(notification);
  }

  /// The asker wants this call no more. `notification` is its `notifications/cancelled`, whose
  /// request id stands at `id`.
  public void cancel(Call call, Message.Notification notification, Span id) {
    core.dispatcher.cancel(call, notification, id);
  }

  /// A call of which the asker has not said that it is cancelled is of no interest any more.
  ///
  /// @param more further members of the `notifications/cancelled` that the server gets, or empty
  public void withdraw(Call call, String more) {
    byte[] notice =
        Messages.notification(
            Methods.CANCELLED, "{\"requestId\":" + call.request().id().lexeme() + more + "}");
    if (Codec.parse(notice) instanceof Message.Notification n) {
      cancel(call, n, n.param("requestId"));
    }
  }

  /// Stops waiting for a call that has not been given to anybody.
  ///
  /// @return whether it was waiting
  public boolean giveUp(Call call) {
    return core.dispatcher.giveUp(call);
  }

  /// Whether it matters that this call succeeded ({@link #succeeded}).
  public boolean replays(Call call) {
    return core.replays.wants(call, core.recipe().replay());
  }

  /// A call of the client succeeded that is to be replayed (R8).
  public void succeeded(Call call) {
    core.replays.remember(call, core.recipe().replay());
  }

  /// Gives a call to this very run, such as an open listen.
  public void give(Run to, Call call) {
    to.give(call);
  }

  /// Sends a notification or an answer to a run, if it is still there.
  public void tell(Run to, Outgoing message) {
    if (!to.over()) {
      core.dispatcher.tell(to, message);
    }
  }

  // Reloading and stopping.

  /// Starts the server without being asked by a request.
  public void boot() {
    core.supervisor.step(new Event.Demand());
  }

  /// Asks for a reload, or joins the one that waits (R1, R5).
  public void reload(State.Order order, Reload.Follower follower) {
    reload(order, true, follower);
  }

  /// @param builds whether it builds; otherwise somebody else has just made what is to run
  public void reload(State.Order order, boolean builds, Reload.Follower follower) {
    if (abandoned()) {
      saved(order, builds, follower);
      return;
    }
    boolean joins = core.supervisor.model().next().isPresent();
    State.Job job = job(order, builds, follower);
    if (!joins) {
      boolean waits =
          core.present
                  .starting()
                  .filter(r -> r.kind() == RunKind.SESSION && (r.opening() || r.away()))
                  .isPresent()
              || startsLate();
      boolean awaited = waits && !core.present.state().reloading();
      core.supervisor.step(new Event.Reload(job, awaited));
    }
  }

  /// Whether a start is under way for a reload that was cancelled: nobody waits for it.
  private boolean abandoned() {
    return core.present.state() instanceof State.Starting s
        && s.job().isPresent()
        && core.jobs.followers(s.job().get().id()) == 0;
  }

  /// The same for files that were saved (R6): a start that is under way, which has read older ones,
  /// is ended for it.
  public void saved(State.Order order, boolean builds, Reload.Follower follower) {
    core.supervisor.step(new Event.Saved(job(order, builds, follower)));
  }

  private State.Job job(State.Order order, boolean builds, Reload.Follower follower) {
    Optional<State.Job> next = core.supervisor.model().next();
    if (next.isPresent()) {
      core.jobs.join(next.get().id(), follower);
      return next.get();
    }
    return core.jobs.open(core.wanted(), strict(order, builds), builds, follower);
  }

  /// What the one before held, and what the next will hold, both count where they are different.
  private State.Order strict(State.Order order, boolean builds) {
    return builds && core.wanted().settings().order() == State.Order.STOP_FIRST
        ? State.Order.STOP_FIRST
        : order;
  }

  /// From now on it is run by this recipe: that is a reload, in which the old one stays if the new
  /// one fails, or comes back if it had to be stopped. Reloads that come later go by it, too, also
  /// if it fails now. A start that is under way by another recipe is ended for it, and whoever
  /// waits for that waits for this one.
  public void change(Recipe to, Reload.Follower follower) {
    core.wants(to);
    State.Order order = strict(settings().order(), true);
    Optional<State.Job> next = core.supervisor.model().next();
    State.Job job =
        next.isPresent()
            ? core.jobs.instead(next.get().id(), to, order, follower)
            : core.jobs.open(to, order, true, follower);
    core.supervisor.step(new Event.Saved(job));
  }

  /// The same without a reload: it has not been started yet, or is run so.
  public void become(Recipe to) {
    core.wants(to);
    core.runsBy(to);
  }

  /// The one who asked for a reload wants it no more: its build ends, unless somebody else waits
  /// for it too.
  public void cancelReload(Reload.Follower follower) {
    OptionalInt unwanted = core.jobs.leave(follower);
    if (unwanted.isPresent()) {
      core.supervisor.step(new Event.CancelBuild(unwanted.getAsInt()));
    }
  }

  /// Stops the server; `down` runs in a turn when none of the present runs is left, whether or not
  /// a call has started the server again by then.
  ///
  /// @param why {@link StopReason#REQUESTED}, {@link StopReason#REMOVED} or {@link
  ///   StopReason#SHUT_DOWN}
  public void stop(StopReason why, Runnable down) {
    core.runs.stopRetired(why);
    core.forgetGood();
    core.supervisor.step(new Event.Stop(why));
    core.runs.whenGone(new HashSet<>(core.runs.live()), down);
  }

  // The session.

  /// The client sent an `initialize`: it goes to whoever is there, at once; also to one that is
  /// about to take the place of another.
  public void initialize() {
    Optional<Run> serving = core.present.serving();
    Optional<Run> starting = core.present.starting();
    serving.ifPresent(r -> r.greeting().initialize());
    if (starting.isPresent()) {
      Greeting greeting = starting.get().greeting();
      if (starting.get().opening()) {
        return; // it is greeted with it as soon as it is there
      }
      if (!greeting.begun()) {
        greeting.greet(true);
      } else if (!greeting.initializeAsked() || serving.isEmpty()) {
        greeting.initialize(); // a session that began as a modern one, or begins once more
      }
    } else if (serving.isEmpty()) {
      boot();
    }
  }

  /// The client sent `notifications/initialized`.
  public void clientInitialized() {
    Optional<Run> serving = core.present.serving();
    if (serving.isPresent() && serving.get().legacy()) {
      serving.get().greeting().sendInitialized();
      core.catalogs.fetch(serving.get(), () -> {});
    }
  }

  /// The client said which era it speaks: its first modern request or, in a session whose servers
  /// Pitstop greets itself, its first message. A run that is there and was not greeted is greeted
  /// now.
  public void eraKnown() {
    Optional<Run> starting = core.present.starting();
    if (starting.isPresent() && !starting.get().opening()) {
      starting.get().greeting().greet(true);
    }
    Optional<Run> serving = core.present.serving();
    if (serving.isPresent() && serving.get().greeting().ours()) {
      serving.get().greeting().greet(true); // a reload brought it up before the client spoke
    } else if (serving.isPresent() && !serving.get().legacy() && !core.catalogs.known()) {
      core.catalogs.fetchFirst(serving.get());
    }
  }

  /// A request that is part of the session, a log level or a resource subscription, was answered:
  /// if by a run that was replaced meanwhile, the one in its place is told the same.
  public void joined(Run by, Message.Request request) {
    Optional<Run> serving = core.present.serving();
    if (serving.isPresent() && !serving.get().equals(by) && serving.get().legacy()) {
      serving.get().greeting().tell(request.method(), request.params().text(request.bytes()));
    }
  }

  /// The session is another than it was: the serving run is told what it has not been told yet, a
  /// log level or subscriptions.
  public void catchUp() {
    Optional<Run> serving = core.present.serving();
    if (serving.isPresent()) {
      serving.get().greeting().catchUp();
    }
  }

  /// Opens a subscription of our own at this run, which ends in silence with it.
  ///
  /// @param filter the `notifications` that are wanted, a JSON object
  /// @return the listen, to be cancelled
  public Call listen(Run at, String filter) {
    return core.listen(at, filter);
  }

  // Lists.

  /// Runs `then` in a turn when the server's lists are known, or can no more be expected within
  /// `millis`.
  public void whenListed(long millis, Runnable then) {
    core.catalogs.whenKnown(millis, then);
  }

  /// Whether what this run lists has been compared with what was known before, as far as it has
  /// said that it changed: what the client has of it is no news then.
  public boolean compared(Run run, Kind kind) {
    return core.catalogs.compared(run, kind);
  }

  /// The server says that its lists changed.
  public void listChanged(Run from) {
    core.catalogs.changed(from);
  }

  /// Collects all pages of a list, the first of which is there; none if the run ended meanwhile or
  /// gave a page that cannot be used.
  public void restOfList(
      Run from, String method, Message.Result first, Consumer<List<Message.Result>> done) {
    ListFetch.rest(
        from,
        method,
        first,
        core::note,
        outcome ->
            outcome.by(
                new ListFetch.Outcome.Cases() {
                  @Override
                  public void pages(List<Message.Result> pages) {
                    done.accept(pages);
                  }

                  @Override
                  public void refused(Message.Failure failure) {
                    done.accept(List.of(first));
                  }

                  @Override
                  public void unusable(String why) {
                    done.accept(List.of());
                  }

                  @Override
                  public void lost() {
                    done.accept(List.of());
                  }
                }));
  }
}
