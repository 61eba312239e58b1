package dev.pitstop.engine;

import dev.pitstop.process.Descriptor;
import dev.pitstop.process.Hand;
import dev.pitstop.rpc.Ledger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A session as its front has brought it.
///
/// @param pid of the front, which is the process that the client has started
/// @param args the words of its command line
/// @param environment the variables as the client gave them
/// @param in what the client writes
/// @param out what goes to it
/// @param err its end of stderr
/// @param lines where the session leaves what a successor must know
/// @param server the server that the front has started already, if it has
/// @param words how many words the command of that server has
/// @param hand starts all other processes
/// @param ends how the session ends
public record Guest(
    int pid,
    List<String> args,
    Map<String, String> environment,
    Path directory,
    String launcher,
    InputStream in,
    OutputStream out,
    Descriptor err,
    Lines lines,
    Optional<Hand.Started> server,
    int words,
    Hand hand,
    Ends ends) {
  /// Where the session leaves what a successor must know.
  public Ledger ledger() {
    return lines;
  }

  /// @param hello the front's first message, of which the kind was read
  /// @param descriptors of its second
  ///
  /// @throws IOException if the session's memory cannot be used
  static Guest of(Packet hello, int[] descriptors, FrontLink link) throws IOException {
    int pid = (int) hello.number();
    int server = (int) hello.number();
    long nanos = hello.number();
    int words = (int) hello.number();
    String launcher = hello.text();
    Path directory = Path.of(hello.text());
    List<String> args = hello.texts();
    Map<String, String> environment = new LinkedHashMap<>();
    for (String variable : hello.texts()) {
      int equals = variable.indexOf('=');
      if (equals > 0) { // of two with one name, the first counts for programs
        environment.putIfAbsent(variable.substring(0, equals), variable.substring(equals + 1));
      }
    }
    Optional<Hand.Started> started =
        server > 0
            ? Optional.of(
                new Hand.Started(
                    server,
                    new int[] {descriptors[6], descriptors[7], descriptors[8]},
                    nanos,
                    link.end(server),
                    link.over(server)))
            : Optional.empty();
    Descriptor in = new Descriptor(descriptors[0]);
    Descriptor out = new Descriptor(descriptors[1]);
    Descriptor err = new Descriptor(descriptors[2]);
    Capsule capsule =
        new Capsule(new SystemConduit(descriptors[3], descriptors[4], descriptors[5], in, out));
    Lines lines = Lines.begun(capsule);
    return new Guest(
        pid,
        args,
        environment,
        directory,
        launcher,
        lines.in(),
        lines.out(),
        err,
        lines,
        started,
        words,
        link,
        new Ends(link, err, capsule));
  }
}
