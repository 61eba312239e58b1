package dev.pitstop.session;

import dev.pitstop.backend.BackendParts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.tape.Tape;
import dev.pitstop.tape.Way;

/// Records the messages of one server (V4).
record ServerTape(Tape tape, String server) implements BackendParts.Tap {
  @Override
  public void sent(int run, Outgoing message) {
    tape.server(Way.TO_SERVER, server, run, message);
  }

  @Override
  public void received(int run, Message message) {
    tape.server(Way.FROM_SERVER, server, run, Outgoing.of(message.bytes()));
  }

  @Override
  public void built() {
    tape.built(server);
  }
}
