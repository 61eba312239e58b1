package dev.pitstop.session.many;

import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.front.ServerRequests;
import dev.pitstop.session.front.Speaker;
import dev.pitstop.session.front.TaskIds;

/// Changes a server's request to the client, and the client's answer. It changes the ids of the
/// server's tasks, and adds the name of the server.
record OfMember(String server) implements ServerRequests.QuestionEdits {
  @Override
  public void into(Splice splice, Message.Request r) {
    TaskIds.wanted(splice, r, server);
    Speaker.inQuestion(splice, r, server);
  }

  @Override
  public void back(Splice splice, Message.Result answer) {
    TaskIds.answered(splice, answer, server);
  }
}
