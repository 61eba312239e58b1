package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.rpc.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A stream of the daemon that belongs to no request. For one thread.
abstract class HttpCommon implements Runnable, HttpEvents.Taker {
  final HttpParts run;
  final HttpEvents events;

  HttpCommon(HttpParts run) {
    this.run = run;
    this.events = run.events(this);
  }

  /// Answers are given the ids of the requests that they mean.
  @Override
  public void messages(List<Message> came) throws InterruptedException {
    List<Message> pass = new ArrayList<>(came.size());
    List<HttpMessage> answered = new ArrayList<>(1);
    for (Message m : came) {
      Optional<HttpMessage> asked =
          m instanceof Message.Response r
              ? HttpSession.id(r).flatMap(run.posts::meant)
              : Optional.empty();
      if (asked.isPresent() && m instanceof Message.Response r) {
        Message answer = run.session.addressed(r, asked.get().request().orElseThrow());
        if (asked.get().isInitialize() && answer instanceof Message.Result ok) {
          run.session.initialized(ok, Optional.empty());
        } else {
          run.session.answered(false);
        }
        answered.add(asked.get());
        pass.add(answer);
      } else if (!HttpSession.isSign(m)) {
        pass.add(m);
      }
    }
    try {
      if (!pass.isEmpty()) {
        run.telling.received(pass, Optional.empty());
      }
    } finally {
      answered.forEach(HttpMessage::over); // not earlier: a lost run waits for them
    }
  }

  @Override
  public void unusable(Events.Unusable what) throws InterruptedException {
    run.telling.unusable(what);
  }
}
