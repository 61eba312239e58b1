package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What each line of the wire is taken for. In the tables `'` stands for `"` and `@` for
/// `'jsonrpc':'2.0'`.
@DisplayName("Codec")
class CodecTest {
  private static byte[] line(String text) {
    return text.replace("@", "'jsonrpc':'2.0'").replace('\'', '"').getBytes(UTF_8);
  }

  private static Message parse(String text) {
    return Codec.parse(line(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{@,'id':1,'method':'ping'}                      | 1      | ping | ",
        "{@,'id':'1','method':'ping','params':{}}        | '1'    | ping | {}",
        "{@,'id':1.0,'method':'a/b','params':{'a':[1]}}  | 1.0    | a/b  | {'a':[1]}",
        "{@,'id':-0,'method':'m'}                        | -0     | m    | ",
        "{@,'id':1e3,'method':'m'}                       | 1e3    | m    | ",
        "{@,'id':123456789012345678901234567890,'method':'m'}|123456789012345678901234567890|m|",
        "{@,'id':'a\\u0062','method':'m'}                | 'a\\u0062' | m | ",
        "{@,'id':'','method':''}                         | ''     | ~~   | ",
        "{@,'id':1,'method':'tools\\/call'}              | 1      | tools/call | ",
        "{@,'id':1,'method':'\\u0070ing'}                | 1      | ping | ",
        "{'method':'m','params':{ },'id': 7 ,@}          | 7      | m    | { }",
        "{@,'\\u0069d':5,'m\\u0065thod':'m'}             | 5      | m    | ",
        "{'\\u006asonrpc':'2.0','id':5,'method':'m'}     | 5      | m    | ",
        "{'jsonrpc':'2\\u002e0','id':5,'method':'m'}     | 5      | m    | ",
        "{@,'id':1,'id':2,'method':'x','method':'y','params':{},'params':{'a':1}}|2|y|{'a':1}",
        "{@,'id':1,'\\u0069d':'2','method':'y'}          | '2'    | y    | ",
        "{@,'id':true,'id':2,'method':'y'}               | 2      | y    | ",
        "{@,'id':2,'method':'y','extra':[1,{'id':9}],'ID':3,'ids':4} | 2 | y | ",
      })
  void request(String text, String id, String method, String params) {
    byte[] line = line(text);
    Message.Request request = (Message.Request) Codec.parse(line);
    assertThat(request.bytes()).isSameAs(line);
    assertThat(request.id().lexeme()).isEqualTo(id.replace('\'', '"'));
    assertThat(request.idSpan().text(line)).isEqualTo(request.id().lexeme());
    assertThat(request.method()).isEqualTo(method);
    assertThat(request.params().text(line))
        .isEqualTo(params == null ? "" : params.replace('\'', '"'));
    assertThat(request.params().present()).isEqualTo(params != null);
  }

  @Test
  void notification() {
    byte[] line = line("{@,'method':'notifications/cancelled','params':{'requestId':1}}");
    Message.Notification notification = (Message.Notification) Codec.parse(line);
    assertThat(notification.bytes()).isSameAs(line);
    assertThat(notification.method()).isEqualTo("notifications/cancelled");
    assertThat(notification.params().text(line)).isEqualTo("{\"requestId\":1}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "null", "[1]", "'x'", "-1.5e+3", "true", "{'error':{}}"})
  void result(String value) {
    byte[] line = line("{@,'id':'x','result': " + value + " }");
    Message.Result result = (Message.Result) Codec.parse(line);
    assertThat(result.bytes()).isSameAs(line);
    assertThat(result.id()).isEqualTo(RequestId.of("x"));
    assertThat(result.idSpan().text(line)).isEqualTo("\"x\"");
    assertThat(result.result().text(line)).isEqualTo(value.replace('\'', '"'));
  }

  @ParameterizedTest
  @DisplayName("of a result and an error, one may be null, and goes")
  @CsvSource(
      delimiter = '|',
      value = {
        "{@,'id':1,'error':null,'result':[]}|{@,'id':1,'result':[]}",
        "{@,'id':1,'result':null,'error':{}}|{@,'id':1,'error':{}}",
      })
  void lenient(String said, String taken) {
    assertThat(parse(said).bytes()).isEqualTo(line(taken));
    assertThat(parse(said)).isInstanceOf(Message.Response.class);
  }

  @Test
  @DisplayName("JSON-RPC 2.0 section 5: an error's id may be null; an absent one is taken too")
  void failure() {
    String error = "{\"code\":-32601,\"message\":\"no\"}";
    byte[] known = line("{@,'id':3,'error':" + error + "}");
    Message.Failure failure = (Message.Failure) Codec.parse(known);
    assertThat(failure.id()).contains(RequestId.of(3));
    assertThat(failure.idSpan().text(known)).isEqualTo("3");
    assertThat(failure.error().text(known)).isEqualTo(error);

    byte[] withNull = line("{@,'id':null,'error':" + error + "}");
    Message.Failure nullId = (Message.Failure) Codec.parse(withNull);
    assertThat(nullId.id()).isEmpty();
    assertThat(nullId.idSpan().text(withNull)).isEqualTo("null");

    Message.Failure absent = (Message.Failure) parse("{@,'error':{}}");
    assertThat(absent.id()).isEmpty();
    assertThat(absent.idSpan()).isEqualTo(Span.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[]                                             | | Pitstop takes no JSON-RPC batches, which only revision 2025-03-26 had: send each message by itself",
        "[{'jsonrpc':'2.0','id':1,'method':'m'}]      | | Pitstop takes no JSON-RPC batches, which only revision 2025-03-26 had: send each message by itself",
        "7                                              | | a message must be an object",
        "'x'                                            | | a message must be an object",
        "null                                           | | a message must be an object",
        "{}                                             | | 'jsonrpc' must be '2.0'",
        "{'id':1,'method':'m'}                          |1| 'jsonrpc' must be '2.0'",
        "{'jsonrpc':'1.0','id':'a','method':'m'}        |'a'| 'jsonrpc' must be '2.0'",
        "{'jsonrpc':2.0,'id':1,'method':'m'}            |1| 'jsonrpc' must be '2.0'",
        "{@,'jsonrpc':'3','id':1,'method':'m'}          |1| 'jsonrpc' must be '2.0'",
        "{@,'id':1}                                     |1| no 'method'",
        "{@}                                            | | no 'method'",
        "{@,'id':null,'method':'m'}                     | | 'id' must not be null at byte 22",
        "{@,'id':true,'method':'m'}              | | 'id' must be a string or a number at byte 22",
        "{@,'id':[1],'method':'m'}               | | 'id' must be a string or a number at byte 22",
        "{@,'id':{},'result':1}                  | | 'id' must be a string or a number at byte 22",
        "{@,'id':1,'method':7}                          |1| 'method' must be a string at byte 33",
        "{@,'id':1,'method':null}                       |1| 'method' must be a string at byte 33",
        "{@,'id':1,'method':'m','params':[]}            |1| 'params' must be an object at byte 46",
        "{@,'id':1,'method':'m','params':null}          |1| 'params' must be an object at byte 46",
        "{@,'method':'m','params':'x'}                  | | 'params' must be an object at byte 39",
        "{@,'id':1,'result':{},'error':{}}              |1| both 'result' and 'error'",
        "{@,'id':1,'method':'m','result':1}     |1| 'method' and a result or error in one message",
        "{@,'result':{}}                                | | a result without an 'id'",
        "{@,'id':null,'result':{}}                      | | a result without an 'id'",
        "{@,'id':1,'error':'x'}                         |1| 'error' must be an object at byte 32",
      })
  @DisplayName("JSON-RPC 2.0 section 5.1: -32600, with the id if it can be read")
  void invalidRequest(String text, String id, String detail) {
    Message.Malformed malformed = assertInvalid(text, Optional.ofNullable(id));
    assertThat(malformed.detail()).isEqualTo(detail.replace('\'', '"'));
    assertThat(malformed.code()).isEqualTo(-32600);
  }

  private static Message.Malformed assertInvalid(String text, Optional<String> id) {
    Message.Malformed malformed = (Message.Malformed) parse(text);
    assertThat(malformed.code()).isEqualTo(Message.INVALID_REQUEST);
    assertThat(malformed.id().map(i -> i.lexeme().replace('"', '\''))).isEqualTo(id);
    return malformed;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~             | the message ends too early at byte 0",
        "~   ~          | the message ends too early at byte 3",
        "{              | the message ends too early at byte 1",
        "[              | the message ends too early at byte 1",
        "{'a'           | the message ends too early at byte 4",
        "{'a':          | the message ends too early at byte 5",
        "{'a':1         | the message ends too early at byte 6",
        "{'a':1,        | the message ends too early at byte 7",
        "{'a':1,}       | unexpected '}' at byte 7",
        "{,}            | unexpected ',' at byte 1",
        "{a:1}          | unexpected 'a' at byte 1",
        "{'a' 1}        | unexpected '1' at byte 5",
        "{'a':1 'b':2}  | unexpected '\"' at byte 7",
        "{'a':1]        | unexpected ']' at byte 6",
        "{'a':[1}       | unexpected '}' at byte 7",
        "{'a':{'b':1,}} | unexpected '}' at byte 12",
        "{'a':{1:1}}    | unexpected '1' at byte 6",
        "{'a':[1,]}     | unexpected ']' at byte 8",
        "{'a':[,1]}     | unexpected ',' at byte 6",
        "[1,]           | unexpected ']' at byte 3",
        "[1 2]          | unexpected '2' at byte 3",
        "{} {}          | more text after the end of the message at byte 3",
        "{}x            | more text after the end of the message at byte 2",
        "[1]]           | more text after the end of the message at byte 3",
        "1 2            | more text after the end of the message at byte 2",
        "{'a':tru}      | unexpected '}' at byte 8",
        "{'a':nulL}     | unexpected 'L' at byte 8",
        "{'a':True}     | unexpected 'T' at byte 5",
        "{'a':NaN}      | unexpected 'N' at byte 5",
        "{'a':01}       | unexpected '1' at byte 6",
        "{'a':-}        | unexpected '}' at byte 6",
        "{'a':+1}       | unexpected '+' at byte 5",
        "{'a':.5}       | unexpected '.' at byte 5",
        "{'a':1.}       | unexpected '}' at byte 7",
        "{'a':1e}       | unexpected '}' at byte 7",
        "{'a':1e+}      | unexpected '}' at byte 8",
        "{'a':0x1}      | unexpected 'x' at byte 6",
        "{'a            | unterminated string at byte 1",
        "{'a':'b        | unterminated string at byte 5",
        "{'a\\          | unknown escape in a string at byte 3",
        "{'a':'\\x'}    | unknown escape in a string at byte 6",
        "{'a':'\\u12'}  | incomplete \\u escape at byte 6",
        "{'a':'\\u12g4'}| incomplete \\u escape at byte 6",
        "{/**/}         | unexpected '/' at byte 1",
        "Listening on…  | unexpected 'L' at byte 0",
        "é              | unexpected byte 0xc3 at byte 0",
      })
  @DisplayName("RFC 8259: -32700, with the place")
  void parseError(String text, String detail) {
    Message.Malformed malformed = (Message.Malformed) parse(text);
    assertThat(malformed.code()).isEqualTo(Message.PARSE_ERROR);
    assertThat(malformed.code()).isEqualTo(-32700);
    assertThat(malformed.detail()).isEqualTo(detail);
    assertThat(malformed.id()).isEmpty();
  }

  @Test
  @DisplayName("RFC 8259 section 7: every control character in a string is an error, at any place")
  void controlCharacters() {
    for (int c = 0; c < 0x20; c++) {
      for (int offset : List.of(0, 1, 511, 512, 513, 514, 515, 516, 517, 518, 519, 527, 1_000)) {
        String text = "{'a':'" + "x".repeat(offset) + (char) c + "xxxxxxxxx'}";
        Message.Malformed malformed = (Message.Malformed) parse(text);
        assertThat(malformed.code()).isEqualTo(Message.PARSE_ERROR);
        assertThat(malformed.detail())
            .isEqualTo("control character 0x%02x in a string at byte %d", c, 6 + offset);
      }
    }
  }

  @Test
  @DisplayName("DEL, invalid UTF-8, U+2028 and lone surrogate escapes pass untouched")
  void bytesThatPass() {
    for (int filler : List.of(0, 7, 505, 510, 512, 515, 519, 1_000)) {
      String value =
          "x".repeat(filler) + "\\\"\u007F\u00FF\u00C0\u0080\u00ED\u00A0\u0080 \\ud800 \\udc00";
      byte[] line =
          ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + value + "\"}").getBytes(ISO_8859_1);
      Message.Result result = (Message.Result) Codec.parse(line);
      assertThat(result.bytes()).isSameAs(line);
      assertThat(result.result().length()).isEqualTo(value.length() + 2);
    }
    assertThat(parse("{@,'id':1,'result':'\u2028\u2029'}")).isInstanceOf(Message.Result.class);
  }

  @Test
  @DisplayName("an id that is not UTF-8 could be confused with another one: no id")
  void idThatIsNotUtf8() {
    byte[] line = "{\"jsonrpc\":\"2.0\",\"id\":\"\u00FF\",\"method\":\"m\"}".getBytes(ISO_8859_1);
    assertThat(Codec.parse(line))
        .isInstanceOfSatisfying(
            Message.Malformed.class,
            m -> {
              assertThat(m.code()).isEqualTo(Message.INVALID_REQUEST);
              assertThat(m.id()).isEmpty();
            });
    Message.Request replacement = (Message.Request) parse("{@,'id':'\uFFFD','method':'m'}");
    assertThat(replacement.id()).isEqualTo(RequestId.of("\uFFFD"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 62, 63, 64, 65, 66, 127, 128, 129, 130, 500, 999})
  @DisplayName("nesting up to 1,000 levels, objects and arrays mixed")
  void depth(int depth) {
    StringBuilder open = new StringBuilder();
    StringBuilder close = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      boolean object = (((i * 7919) >> 3) & 1) == 0;
      open.append(object ? "{'a':1,'b':" : "[0,");
      close.insert(0, object ? ",'c':{}}" : ",[]]");
    }
    // The innermost siblings add a level, so the deepest case leaves them out.
    String value = depth == 999 ? "[".repeat(999) + "]".repeat(999) : open + "1" + close;
    assertThat(parse("{@,'id':1,'result':" + value + "}"))
        .isInstanceOfSatisfying(
            Message.Result.class, r -> assertThat(r.result().length()).isEqualTo(value.length()));
    if (depth < 999) {
      String wrong = open + "1" + close.replace(close.length() - 1, close.length(), "|");
      assertThat(parse("{@,'id':1,'result':" + wrong + "}")).isInstanceOf(Message.Malformed.class);
    }
  }

  @Test
  @DisplayName("a deeper one, a million brackets too, is a parse error and no StackOverflowError")
  void tooDeep() {
    for (String open : List.of("[", "{'a':", "[{'a':")) {
      for (int n : List.of(1_000, 1_000_000)) {
        Message.Malformed malformed = (Message.Malformed) parse("{'x':" + open.repeat(n));
        assertThat(malformed.code()).isEqualTo(Message.PARSE_ERROR);
        assertThat(malformed.detail()).startsWith("nested deeper than 1000 levels at byte ");
      }
    }
  }

  @Test
  void whiteSpaceAnywhere() {
    byte[] line = line(" \t\r\n{ @ , 'id'\t:\r 1 ,\n'method' : 'm' , 'params' : { } } \r\n\t ");
    assertThat(Codec.parse(line)).isInstanceOf(Message.Request.class);
    assertThat(parse("{@,'id':1,'method':'m'}\u000B")).isInstanceOf(Message.Malformed.class);
    assertThat(parse("{@,\u00A0'id':1,'method':'m'}")).isInstanceOf(Message.Malformed.class);
  }
}
