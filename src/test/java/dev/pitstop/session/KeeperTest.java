package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Ledger;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Outbox;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.Reply;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("C1, C2: what a successor must know, and what it does about that")
class KeeperTest {
  /// In memory: places in order, and what became of each.
  private static final class Places implements Ledger {
    private final Before before;
    private final How how;
    final List<String> lines = new ArrayList<>();
    final Map<Integer, String> states = new TreeMap<>();
    int passed;

    Places(Before before, How how) {
      this.before = before;
      this.how = how;
    }

    @Override
    public Before before() {
      return before;
    }

    @Override
    public void longest(int bytes) {
      throw new AssertionError("not the keeper's");
    }

    @Override
    public void note(String name, String text) {
      throw new AssertionError("not the keeper's");
    }

    @Override
    public String noted(String name) {
      throw new AssertionError("not the keeper's");
    }

    @Override
    public int takes(byte[] line, int length, boolean lasting) {
      lines.add(new String(line, StandardCharsets.UTF_8));
      states.put(lines.size() - 1, lasting ? "lasting" : "open");
      return lines.size() - 1;
    }

    @Override
    public void passes(int length) {
      passed++;
    }

    @Override
    public void skips() {
      throw new AssertionError("nothing is dropped");
    }

    @Override
    public How how(int place) {
      return how;
    }

    @Override
    public void answered(int place, long end) {
      states.put(place, "answered");
    }

    @Override
    public void kept(int place, long end) {
      states.put(place, "kept");
    }

    @Override
    public void free(int place) {
      states.put(place, "free");
    }

    @Override
    public int asks(String id) {
      throw new AssertionError("not the keeper's");
    }

    @Override
    public List<String> asked() {
      return List.of();
    }
  }

  private final ByteArrayOutputStream toClient = new ByteArrayOutputStream();
  private final Monitor monitor = new Monitor();
  private final Outbox outbox =
      new Outbox(
          "client",
          Outbox.Role.CLIENT,
          toClient,
          e -> {
            throw new AssertionError(e);
          });
  private final ClientPort client = new ClientPort(monitor, outbox);
  private Places ledger = new Places(Ledger.Before.NOBODY, Ledger.How.NEW);
  private Keeper keeper = new Keeper(ledger, client, client::send);

  private void after(Ledger.Before before, Ledger.How how) {
    ledger = new Places(before, how);
    keeper = new Keeper(ledger, client, client::send);
  }

  private static Message parse(String line) {
    byte[] bytes = line.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return Codec.parse(bytes);
  }

  private Optional<Reply> takes(String line) {
    List<Optional<Reply>> reply = new ArrayList<>();
    Message m = parse(line);
    int place = keeper.enter(List.of(m))[0];
    monitor.turn(() -> reply.add(keeper.begins(m, place)));
    return reply.getFirst();
  }

  private static String request(String method, String params) {
    return "{'jsonrpc':'2.0','id':7,'method':'" + method + "','params':" + params + "}";
  }

  private void answered(String line) {
    Reply reply = takes(line).orElseThrow();
    monitor.turn(() -> reply.send(Messages.utf8("{\"answer\":1}")));
  }

  private List<String> got() {
    try {
      outbox.awaitRoom(0); // all is written
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return toClient.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  @DisplayName("A request is open until it is answered or cancelled")
  void open() {
    answered(request("tools/call", "{'name':'echo'}"));
    Reply cancelled = takes(request("tools/call", "{'name':'echo'}")).orElseThrow();
    monitor.turn(cancelled::none);
    assertThat(takes(request("tools/list", "{}"))).isPresent();
    assertThat(takes(request("subscriptions/listen", "{}"))).isPresent();
    assertThat(ledger.states.values()).containsExactly("answered", "free", "open", "lasting");
    assertThat(got()).containsExactly("{\"answer\":1}");
  }

  @Test
  @DisplayName("Other messages need no place")
  void others() {
    takes("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':1}}");
    takes("{'jsonrpc':'2.0','id':1,'result':{}}");
    takes("nonsense");
    takes("[{'jsonrpc':'2.0','method':'notifications/progress'}]");
    assertThat(ledger.lines).isEmpty();
    assertThat(ledger.passed).isEqualTo(4);
  }

  @Test
  @DisplayName("L4: the handshake, the last level and each subscription stay")
  void kept() {
    answered(request("initialize", "{}"));
    takes("{'jsonrpc':'2.0','method':'notifications/initialized'}");
    answered(request("logging/setLevel", "{'level':'info'}"));
    answered(request("logging/setLevel", "{'level':'error'}"));
    answered(request("resources/subscribe", "{'uri':'a'}"));
    answered(request("resources/subscribe", "{'uri':'b'}"));
    answered(request("resources/unsubscribe", "{'uri':'a'}"));
    assertThat(ledger.states.values())
        .containsExactly("kept", "kept", "free", "kept", "free", "kept", "answered");
  }

  @Test
  @DisplayName("After a takeover nobody is answered twice for these, and they can be replaced")
  void muted() {
    after(Ledger.Before.DIED, Ledger.How.KEPT);
    answered(request("initialize", "{}"));
    takes("{'jsonrpc':'2.0','method':'notifications/initialized'}");
    answered(request("logging/setLevel", "{'level':'info'}"));
    assertThat(got()).isEmpty();
    assertThat(ledger.states.values()).doesNotContain("answered", "free");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "initialize",
        "ping",
        "tools/list",
        "resources/read",
        "prompts/get",
        "completion/complete",
        "server/discover",
        "subscriptions/listen",
        "logging/setLevel",
        "resources/subscribe"
      })
  @DisplayName("C2: what only reads is made again")
  void again(String method) {
    after(Ledger.Before.DIED, Ledger.How.OPEN);
    assertThat(takes(request(method, "{}"))).isPresent();
    assertThat(got()).isEmpty();
  }

  @Test
  @DisplayName("C1: everything else is answered, and is not made again")
  void lost() {
    after(Ledger.Before.DIED, Ledger.How.OPEN);
    assertThat(takes(request("tools/call", "{'name':'say \\'hi\\''}".replace("\\'", ""))))
        .isEmpty();
    assertThat(takes(request("acme/act", "{}"))).isEmpty();
    assertThat(got()).hasSize(2);
    assertThat(got().getFirst())
        .contains("\"id\":7", "\"isError\":true", "the call of `say hi`", "ended unexpectedly")
        .doesNotContain("resultType");
    assertThat(got().getLast()).contains("\"error\":{\"code\":-32603", "`acme/act`");
    assertThat(ledger.states.values()).containsExactly("answered", "answered");
  }

  @Test
  @DisplayName("A modern request gets a modern result")
  void modern() {
    after(Ledger.Before.MOVED, Ledger.How.OPEN);
    String meta = "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28'}";
    takes(request("tools/call", "{'name':'echo'," + meta + "}"));
    assertThat(got().getFirst()).contains("\"resultType\":\"complete\"", "a newer build");
  }

  @Test
  @DisplayName("A batch is one line, and gets one answer")
  void batch() {
    String batch =
        "["
            + request("tools/call", "{'name':'echo'}")
            + ",{'jsonrpc':'2.0','method':'notifications/progress'},"
            + request("tools/list", "{}").replace("7", "8")
            + "]";
    answered(batch);
    assertThat(ledger.states.values()).containsExactly("answered");
    assertThat(got()).hasSize(1);
    toClient.reset();
    after(Ledger.Before.DIED, Ledger.How.OPEN);
    assertThat(takes(batch)).isEmpty();
    assertThat(got())
        .singleElement()
        .satisfies(l -> {
          assertThat(l).startsWith("[{").endsWith("}]").contains("\"id\":7", "\"id\":8");
          assertThat(Codec.parse(Messages.utf8(l))).isInstanceOf(Message.Batch.class);
        });
  }

  @Test
  @DisplayName("A huge request is kept without its arguments, and is never made again")
  void brief() {
    String pad = "x".repeat(2_000_000);
    takes(request("tools/call", "{'name':'echo','arguments':{'a':'" + pad + "'}}"));
    takes(request("resources/read", "{'uri':'" + pad + "'}"));
    List<String> lines = ledger.lines;
    assertThat(lines).allMatch(l -> l.length() < 200);
    after(Ledger.Before.DIED, Ledger.How.OPEN);
    lines.forEach(l -> assertThat(takes(l)).isEmpty());
    assertThat(got().getFirst()).contains("the call of `echo`");
  }

  @Test
  @DisplayName("The next result of a tool carries the news, once; unless an answer has said it")
  void news() {
    after(Ledger.Before.DIED, Ledger.How.NEW);
    String result = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[]}}";
    for (int i = 0; i < 2; i++) {
      Reply reply = takes(request("tools/call", "{'name':'echo'}")).orElseThrow();
      monitor.turn(() -> reply.send(Messages.utf8(result)));
    }
    assertThat(got().getFirst()).contains("What they kept in memory is lost");
    assertThat(got().getLast()).isEqualTo(result);
  }
}
