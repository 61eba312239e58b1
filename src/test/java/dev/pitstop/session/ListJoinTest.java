package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.session.front.ListAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The pages of a list are one answer, whatever they look like.
class ListJoinTest {
  /// The answer to the client's request 1, made of these pages of names, with ours behind.
  private static String joined(String ours, List<String> pages) {
    List<Message.Result> results = new ArrayList<>();
    for (String page : pages) {
      if (Codec.parse(Messages.utf8("{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":" + page + "}"))
          instanceof Message.Result result) {
        results.add(result);
      }
    }
    byte[] answer =
        ListAnswer.joined(Kind.TOOLS, RequestId.of(1), false, results, false, names -> ours)
            .answer();
    return new String(answer, StandardCharsets.UTF_8).replace('"', '\'');
  }

  /// With tools in the place of A, B and C.
  private static String whole(String items) {
    return items.replaceAll("(?<!_)([ABC])", "{'name':'t_$1','inputSchema':{'type':'object'}}");
  }

  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | [] | 'ours'",
        "[] | [B] | B,'ours'",
        "[A] | [] | A,'ours'",
        "[A] | [B,C] | A,B,C,'ours'",
        "[{'x':1.50},A] | [ {'name':'b', 'inputSchema':{'type':'object','default':1.50}}] | A,{'name':'b', 'inputSchema':{'type':'object','default':1.50}},'ours'",
        "[A] | [B,{'name':'t_A','inputSchema':{'type':'object'},'x':1}] | A,B,'ours'",
        "[A,A] | [B,'odd'] | A,B,'ours'",
      })
  @DisplayName("no comma too many or too few, and the client's id, not that of the pages")
  void joins(String first, String second, String all) {
    String page = "{'tools':%s,'nextCursor':'x'}".replace('\'', '"');
    List<String> pages =
        List.of(
            page.formatted(whole(first).replace('\'', '"')),
            page.formatted(whole(second).replace('\'', '"')));
    assertThat(joined("\"ours\"", pages))
        .isEqualTo("{'jsonrpc':'2.0','id':1,'result':{'tools':[" + whole(all) + "]}}");
  }
}
