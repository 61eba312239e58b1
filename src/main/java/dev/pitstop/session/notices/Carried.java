package dev.pitstop.session.notices;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Splice;
import java.util.Optional;
import java.util.function.Supplier;

/// News that belong to no server: the next answer to a `tools/call` that has a [NoticePlace]
/// carries them. If not every reader sees them there, they are repeated where all do. Called in
/// turns of the monitor.
public final class Carried {
  /// A longer answer carries nothing, because it would be copied in a turn.
  private static final int MOST_BYTES = 64 * 1024;

  private final Supplier<String> text;
  private final Runnable told;
  private boolean again; // not every reader saw the text

  /// @param text the news, with Pitstop's mark; empty if there are none
  /// @param told the text was sent to every reader
  public Carried(Supplier<String> text, Runnable told) {
    this.text = text;
    this.told = told;
  }

  /// Other news have come, which nobody has seen.
  public void fresh() {
    again = false;
  }

  /// The answer with the news in it, or the answer as it is.
  public Outgoing with(Outgoing response) {
    String news = text.get();
    if (news.isEmpty()
        || response.length() > MOST_BYTES
        || !(Codec.parse(response.bytes()) instanceof Message.Response answer)) {
      return response;
    }
    Optional<NoticePlace> place = NoticePlace.in(answer, false);
    if (place.isEmpty() || (again && !place.get().seenByAll())) {
      return response;
    }
    Splice splice = new Splice(answer.bytes());
    place.get().put(splice, news);
    again = !place.get().seenByAll();
    if (!again) {
      told.run();
    }
    return splice.outgoing();
  }
}
