package dev.pitstop.channel.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.process.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Sessions of one engine, and the processes that they share.
class Shares {
  static final String VERSION = "2025-11-25";

  final FakeLanes lanes = new FakeLanes();
  final FakeTimers timers = new FakeTimers();
  final List<FakeProcess> processes = new ArrayList<>();
  final Sharing sharing = new Sharing(lanes, 0);

  FakeSession session(String name) {
    return session(name, Map.of());
  }

  FakeSession session(String name, Map<String, String> env) {
    Command command = new Command(List.of("server"), env, Path.of("/nonexistent"));
    return new FakeSession(name, command, sharing, lanes, timers, processes);
  }

  /// The newest process, which is the only one of this number.
  FakeProcess process(int number) {
    assertThat(processes).hasSize(number);
    return processes.getLast();
  }

  static String initialize(String id, String version) {
    return "'id':"
        + id
        + ",'method':'initialize','params':{'protocolVersion':'"
        + version
        + "','capabilities':{}}";
  }

  static String initialized(String id) {
    return "'id':" + id + ",'result':{'protocolVersion':'" + VERSION + "','capabilities':{}}";
  }

  /// Opens a run, and the process if it is a new one, and greets it.
  FakeSession.Run joined(FakeSession session) {
    int before = processes.size();
    FakeSession.Run run = session.opens();
    if (processes.size() > before) {
      processes.getLast().opens();
    }
    run.isTold("opened");
    run.sends(initialize("0", VERSION));
    if (processes.size() > before) {
      processes.getLast().gets(initialize("0", VERSION));
      processes.getLast().says(initialized("0"));
    }
    run.hears(initialized("0"));
    return run;
  }

  static String call(String id) {
    return "'id':" + id + ",'method':'tools/call','params':{'name':'x'}";
  }

  static String answer(String id, String text) {
    return "'id':" + id + ",'result':{'text':'" + text + "'}";
  }

  static String cancelled(String id) {
    return "'method':'notifications/cancelled','params':{'requestId':" + id + "}";
  }
}
