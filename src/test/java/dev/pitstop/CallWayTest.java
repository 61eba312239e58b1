package dev.pitstop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Monitor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// S2: on the way of a call, there and back, no lambda is made that captures something: each is a
/// call into the JVM, see [Monitor]. Nor is there a switch over types, whose set-up takes
/// milliseconds the first time. What a profile of calls shows stands here, but for methods that
/// have such a lambda for what is no usual call.
@DisplayName("S2: on the way of a call nothing is made by a call into the JVM")
class CallWayTest {
  private static List<MethodModel> methods(String type) throws IOException {
    try (InputStream in =
        Monitor.class.getResourceAsStream("/dev/pitstop/" + type.replace('.', '/') + ".class")) {
      assertThat(in).as(type).isNotNull();
      return ClassFile.of().parse(in.readAllBytes()).methods();
    }
  }

  /// Whether it captures something, or switches over types: whatever the JVM links at run time and
  /// is given values. What a record compares itself by does not count.
  private static boolean isMadeByTheJvm(CodeElement e) {
    return e instanceof InvokeDynamicInstruction i
        && i.typeSymbol().parameterCount() > 0
        && !i.bootstrapMethod().owner().displayName().equals("ObjectMethods");
  }

  private static List<String> wrong(List<MethodModel> methods) {
    return methods.stream()
        .filter(m -> m.code().isPresent())
        .filter(m -> m.code().get().elementStream().anyMatch(CallWayTest::isMadeByTheJvm))
        .map(m -> m.methodName().stringValue())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "backend.Call",
        "backend.RunEvents$Taking",
        "catalog.ToolFilter",
        "mcp.RequestFacts",
        "rpc.Burst",
        "rpc.CallTable",
        "rpc.Codec",
        "rpc.Envelope",
        "rpc.Json",
        "rpc.JsonCursor",
        "rpc.JsonScanner",
        "rpc.LineReader",
        "rpc.MemberSpans",
        "rpc.Monitor",
        "rpc.RequestId",
        "rpc.Span",
        "rpc.Splice",
        "rpc.Swar",
        "rpc.Writes",
        "session.told.Answers",
        "session.many.ManyCalls",
        "session.many.ManyCalls$LongResult",
        "session.many.ManyCalls$WayBack",
        "session.many.ManyCalls$WayThere",
        "session.solo.Solo$Answering",
        "session.front.Tracker$AtServer",
        "session.front.TaskIds",
      })
  @DisplayName("Classes of which all is on its way, or nearly all")
  void classes(String type) throws IOException {
    assertThat(wrong(methods(type))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "backend.Budget has kept",
        "backend.CallWatch given answered",
        "backend.Dispatcher submit give",
        "backend.InFlight give sent answered take kept",
        "backend.Present takesCalls inFlight",
        "backend.RunEvents takeSafely answered",
        "channel.stdio.StdioRun send answered",
        "channel.stdio.StdoutReader message take",
        "channel.Teller tell beforeRead flush awaitRoom",
        "process.ChildStdin write flush",
        "rpc.Outbox offer flush drain next awaitWork awaitRoom",
        "rpc.Patience$Input read",
        "rpc.Patience$Output write",
        "session.ClientReader take routeTaken routeSafely",
        "session.bridge.Bridge noticing submit mayGoOn resumes",
        "session.bridge.EraBridge request told result",
        "session.many.Links mayBeIn in names lead",
        "session.tools.Management find",
        "session.many.ManyRequests request tool",
        "session.told.Notices mayGo into",
        "session.members.Offer inner table",
        "session.members.Owners named",
        "session.Router request",
        "session.solo.Solo request",
        "session.solo.SoloBridge touches mayTake goesOn",
        "session.front.Tracker open remove",
      })
  @DisplayName("Methods of others")
  void methodsOf(String typeAndMethods) throws IOException {
    List<String> words = List.of(typeAndMethods.split(" ", -1));
    List<MethodModel> all = methods(words.getFirst());
    for (String name : words.subList(1, words.size())) {
      List<MethodModel> named =
          all.stream().filter(m -> m.methodName().equalsString(name)).toList();
      assertThat(named).as(name).isNotEmpty();
      assertThat(wrong(named)).isEmpty();
    }
  }

  @Test
  @DisplayName("S1: nor where two ends of a process meet, as a training may see either first")
  void ends() throws IOException {
    List<MethodModel> all = methods("channel.stdio.Ending");
    assertThat(wrong(all)).contains("watch").doesNotContain("bearsWith", "exited");
  }

  @Test
  @DisplayName("One that is would be noticed")
  void noticed() throws IOException {
    assertThat(wrong(methods("session.many.ManyRequests")))
        .contains("unknown")
        .doesNotContain("tool");
    assertThat(wrong(methods("session.Router"))).contains("callThrough");
  }
}
