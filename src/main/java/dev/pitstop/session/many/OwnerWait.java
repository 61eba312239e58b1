package dev.pitstop.session.many;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Tracker;
import dev.pitstop.session.members.Owners;
import dev.pitstop.session.words.OwnToolNames;
import dev.pitstop.session.words.UnknownText;
import java.util.Optional;

/// One request about a resource or a template. It goes to the owner at once if there is one. If
/// there is none and servers are starting, it waits until one of them is the owner. Called in turns
/// of the monitor.
final class OwnerWait implements Arrivals.Waiter {
  /// The request, and what follows from the search. Either the owner is known, or it was in vain.
  interface Wish {
    Optional<Owners.Owned> whose();

    void known(Owners.Owned owner);

    /// The response if no server has it.
    ///
    /// @param why possible reasons: sentences, each with a space before it, or nothing
    byte[] notFound(String why);

    /// Nothing came of it.
    default void inVain() {}
  }

  private final Tracker tracker;
  private final Arrivals arrivals;
  private final OwnToolNames tools;
  private final Message.Request request;
  private final Reply reply;
  private final Wish wish;

  OwnerWait(
      Tracker tracker,
      Arrivals arrivals,
      OwnToolNames tools,
      Message.Request request,
      Reply reply,
      Wish wish) {
    this.tracker = tracker;
    this.arrivals = arrivals;
    this.tools = tools;
    this.request = request;
    this.reply = reply;
    this.wish = wish;
  }

  void begin() {
    Optional<Owners.Owned> owner = wish.whose();
    if (owner.isPresent()) {
      wish.known(owner.get());
    } else if (!arrivals.any()) {
      nobodys();
    } else {
      Optional<String> full = arrivals.add(this, request);
      if (full.isPresent()) {
        wish.inVain();
        reply.send(cannotWait(request, full.get()));
      } else {
        tracker.open(request, (n, id) -> cancel());
      }
    }
  }

  private void cancel() {
    arrivals.leave(this);
    wish.inVain();
    reply.none();
  }

  private void nobodys() {
    wish.inVain();
    reply.send(wish.notFound(arrivals.why(tools)));
  }

  /// The response to a request that cannot wait.
  ///
  /// @param why a sentence
  static byte[] cannotWait(Message.Request r, String why) {
    return Messages.error(r.id(), Messages.INTERNAL_ERROR, UnknownText.noAnswer(r.method(), why));
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
    nobodys();
  }

  private void end() {
    arrivals.leave(this);
    tracker.over(request);
  }
}
