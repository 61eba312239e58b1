package dev.pitstop.session;

import dev.pitstop.backend.Tap;
import dev.pitstop.recording.Direction;
import dev.pitstop.recording.Recording;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;

/// Records the messages of one server.
record ServerRecording(Recording recording, String server) implements Tap {
  @Override
  public void sent(int run, Outgoing message) {
    recording.server(Direction.TO_SERVER, server, run, message);
  }

  @Override
  public void received(int run, Message message) {
    recording.server(Direction.FROM_SERVER, server, run, Outgoing.of(message.bytes()));
  }

  @Override
  public void built() {
    recording.built(server);
  }
}
