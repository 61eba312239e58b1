package dev.pitstop.session.front;

import dev.pitstop.rpc.Message;

/// Takes messages as the client's are taken. Called in turns of the monitor.
public interface Route {
  void request(Message.Request request, Reply reply);

  void notification(Message.Notification notification);
}
