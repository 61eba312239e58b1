package dev.pitstop.engine;

import dev.pitstop.process.Descriptor;
import dev.pitstop.process.Hands;
import dev.pitstop.rpc.Ledger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// A session that an engine has had and this JVM goes on with, because there is no engine any more
/// that takes it over (docs/design/engine.md, "When the engine dies").
///
/// @param in what the client writes
/// @param out what goes to it
/// @param ledger what the engine has left
public record Inherited(InputStream in, OutputStream out, Ledger ledger) {
  /// @param memory as the front writes it: the memory and both ends of the pipe
  /// @param library the file of [Hands]
  /// @throws IOException if the session's memory cannot be used
  public static Inherited of(String memory, String library) throws IOException {
    Hands.load(library);
    String[] n = memory.split(",", -1);
    Conduit conduit =
        new SystemConduit(
            Integer.parseInt(n[0]),
            Integer.parseInt(n[1]),
            Integer.parseInt(n[2]),
            new Descriptor(0),
            new Descriptor(1));
    Lines lines = Lines.begun(new Capsule(conduit));
    return new Inherited(lines.in(), lines.out(), lines);
  }
}
