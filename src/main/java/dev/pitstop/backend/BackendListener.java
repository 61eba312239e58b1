package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.rpc.Message;
import java.util.Optional;

/// The session above. Called in turns, but for what says otherwise.
public interface BackendListener {
  /// What the client has said.
  Said said();

  /// The server has answered an `initialize`.
  void initializeAnswered(Run from, Message.Result answer);

  /// A server that Pitstop greets itself has answered `server/discover` as a modern one: that was
  /// its handshake.
  void discoverAnswered(Run from, Message.Result answer);

  /// The server refused an `initialize` of the client.
  ///
  /// @return whether it was the client's own first try, and has been told so
  boolean initializeRefused(Message.Failure answer);

  void serverRequest(Run from, Message.Request request);

  void serverNotification(Run from, Message.Notification notification);

  /// A run has written words to its stdout that are no message; once a run.
  void strayWords(Run from);

  /// A call has waited long behind another that its run has not answered ({@link Call#behind}). It
  /// has no answer yet, or the client has cancelled it now.
  void waitsBehind(Run at, Call call);

  /// Sends the open listen requests to a new run.
  void resendListens(Run to);

  /// A new run serves.
  void serving(Run now);

  /// It is run otherwise than before, as somebody has asked for (Backend#change).
  void recipeChanged(Recipe now);

  /// What the agent knows of, to have new catalogues compared with; empty if it has not been told
  /// anything.
  Optional<Catalog> baseline();

  /// The catalogue is newer.
  void catalogChanged(CatalogChange change);

  /// A run is over: nobody waits for the client's answers to it.
  void lost(Run gone, RunEnd how);

  /// The lifecycle's state changed.
  void stateChanged(State before, State after);

  /// A server is about to be read, which may wait until what it said has been taken. Outside a
  /// turn.
  void awaitRoom() throws InterruptedException;
}
