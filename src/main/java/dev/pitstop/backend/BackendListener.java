package dev.pitstop.backend;

import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.rpc.Message;
import java.util.Optional;
import java.util.Set;

/// What a backend tells and asks its session. Called in turns of the monitor, unless a method says
/// otherwise.
public interface BackendListener {
  Said said();

  /// The URIs of resources that this server must report.
  Set<String> subscriptions();

  /// A run has answered its handshake.
  ///
  /// @param modern whether as a modern server, which has answered `server/discover` in the place of
  ///   an `initialize`
  void introduced(Run from, Message.Result answer, boolean modern);

  /// The server refused an `initialize` of the client.
  ///
  /// @return whether it was the client's own first try, and the client got the error
  boolean initializeRefused(Message.Failure answer);

  /// A run asks the client.
  ///
  /// @param during the call with which the run relates the request, according to its transport. It
  ///   may be one of Pitstop's own, or cancelled. Empty if the transport does not say, or if the
  ///   call has its answer
  void serverRequest(Run from, Message.Request request, Optional<Call> during);

  void serverNotification(Run from, Message.Notification notification);

  /// A run has written text to its stdout that is not a message. Called once per run.
  void strayWords(Run from);

  /// Whether notifications of the client mean something to this run.
  boolean hears(Run to);

  /// Sends the open listen requests to a new run.
  void resendListens(Run to);

  void serving(Run now);

  /// The server's recipe changed, as requested ({@link ReloadJobs#change}).
  void recipeChanged(Recipe now);

  /// The catalogue that the agent knows, for comparison with new catalogues; empty if the agent was
  /// told nothing yet.
  Optional<Catalog> baseline();

  void catalogChanged(CatalogChange change);

  /// A run was asked for its lists, and will not be asked again for now: they have come, or are no
  /// longer waited for.
  void listsAsked();

  /// A run is over. It no longer waits for answers of the client.
  void lost(Run gone, RunEnd how);

  void stateChanged(State before, State after);

  /// Called before a server is read, outside a turn. May block until the client has taken the
  /// server's earlier messages.
  void awaitRoom() throws InterruptedException;
}
