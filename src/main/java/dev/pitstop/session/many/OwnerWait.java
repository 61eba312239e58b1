package dev.pitstop.session.many;

import dev.pitstop.rpc.Message;
import dev.pitstop.session.front.Tracker;
import dev.pitstop.session.members.Owners;
import dev.pitstop.session.words.OwnToolNames;
import java.util.Optional;

/// One request about a resource or a template. It goes to the owner at once if there is one. If
/// there is none and servers are starting, it waits until one of them is the owner. Called in turns
/// of the monitor.
final class OwnerWait implements Arrivals.Waiter {
  /// The request, and what follows from the search. Exactly one of the outcomes is called, once.
  interface Wish {
    Optional<Owners.Owned> whose();

    void known(Owners.Owned owner);

    /// No server has it.
    ///
    /// @param why possible reasons: sentences, each with a space before it, or nothing
    void nobodys(String why);

    /// The request cannot wait.
    ///
    /// @param why a sentence
    void refused(String why);

    /// The client cancelled the request.
    void cancelled();
  }

  private final Tracker tracker;
  private final Arrivals arrivals;
  private final OwnToolNames tools;
  private final Message.Request request;
  private final Wish wish;

  OwnerWait(
      Tracker tracker, Arrivals arrivals, OwnToolNames tools, Message.Request request, Wish wish) {
    this.tracker = tracker;
    this.arrivals = arrivals;
    this.tools = tools;
    this.request = request;
    this.wish = wish;
  }

  void begin() {
    Optional<Owners.Owned> owner = wish.whose();
    if (owner.isPresent()) {
      wish.known(owner.get());
    } else if (!arrivals.any()) {
      wish.nobodys(arrivals.why(tools));
    } else {
      Optional<String> full = arrivals.add(this, request);
      if (full.isPresent()) {
        wish.refused(full.get());
      } else {
        tracker.open(request, (n, id) -> cancel());
      }
    }
  }

  private void cancel() {
    arrivals.leave(this);
    wish.cancelled();
  }

  @Override
  public void look() {
    Optional<Owners.Owned> owner = wish.whose();
    if (owner.isPresent()) {
      end();
      wish.known(owner.get());
    } else if (!arrivals.any()) {
      late();
    }
  }

  @Override
  public void late() {
    end();
    wish.nobodys(arrivals.why(tools));
  }

  private void end() {
    arrivals.leave(this);
    tracker.over(request);
  }
}
