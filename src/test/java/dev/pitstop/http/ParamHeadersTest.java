package dev.pitstop.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("x-mcp-header")
class ParamHeadersTest {
  private final ParamHeaders headers = new ParamHeaders();

  private static List<ParamHeaders.Param> params(String schema) {
    byte[] b = schema.replace('\'', '"').getBytes(UTF_8);
    return SchemaHeaders.of(b, Json.validate(b).orElseThrow()).params();
  }

  private ParamHeaders.Learned learn(String message) {
    byte[] b = message.getBytes(UTF_8);
    return headers.learn(b, ((Message.Result) Codec.parse(b)).result());
  }

  private static String list(String... tools) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":["
        + String.join(",", tools)
        + "],\"ttlMs\":0}}";
  }

  private static String tool(String name, String schema) {
    return "{\"name\":\"" + name + "\",\"inputSchema\":" + schema.replace('\'', '"') + "}";
  }

  /// A schema of one property `a`.
  private static String property(String schema) {
    return "{'type':'object','properties':{'a':" + schema + "}}";
  }

  private static ParamHeaders.Param param(String name, String... path) {
    return new ParamHeaders.Param(name, List.of(path));
  }

  private List<Header> call(String arguments) {
    byte[] b = arguments.replace('\'', '"').getBytes(UTF_8);
    return headers.headers("t", b, Json.validate(b).orElseThrow());
  }

  private static Header header(String name, String value) {
    return new Header("Mcp-Param-" + name, value);
  }

  @Test
  void theSpecificationsExample() {
    String schema =
        "{'type':'object','properties':{'region':{'type':'string','x-mcp-header':'Region'},"
            + "'query':{'type':'string'}},'required':['region','query']}";
    ParamHeaders.Learned learned = learn(list(tool("t", schema)));
    assertThat(params(schema)).containsExactly(param("Region", "region"));
    assertThat(learned.invalid()).isEmpty();
    assertThat(learned.message()).isEmpty();
    assertThat(call("{'region':'us-west1','query':'SELECT * FROM users'}"))
        .containsExactly(header("Region", "us-west1"));
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'us-west1'|us-west1",
        "'Hello, 世界'|=?base64?SGVsbG8sIOS4lueVjA==?=",
        "' padded '|=?base64?IHBhZGRlZCA=?=",
        "'line1\\nline2'|=?base64?bGluZTEKbGluZTI=?=",
        "'=?base64?literal?='|=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
        "''|=?base64??=",
        "'null'|null",
        "42|42",
        "-7|-7",
        "0|0",
        "-0|-0",
        "0.0|0.0",
        "42.0|42.0",
        "4.2e1|4.2e1",
        "9007199254740991|9007199254740991",
        "4.5|4.5",
        "true|true",
        "false|false",
      })
  void values(String argument, String value) {
    learn(list(tool("t", property("{'type':'string','x-mcp-header':'A'}"))));
    assertThat(call("{'a':" + argument + "}")).containsExactly(header("A", value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'a':null}", "{'a':{}}", "{'a':['x']}", "{'b':'x'}", "[]", "'a'"})
  void noHeader(String arguments) {
    learn(list(tool("t", property("{'type':'string','x-mcp-header':'A'}"))));
    assertThat(call(arguments)).isEmpty();
    assertThat(headers.headers("t", new byte[0], Span.NONE)).isEmpty();
    assertThat(headers.headers("other", new byte[0], Span.NONE)).isEmpty();
  }

  @Test
  void nestedPropertiesAndOddNames() {
    String schema =
        "{'properties':{'where':{'type':'object','properties':{"
            + "'a.b':{'type':'integer','\\u0078-mcp-header':'In-!#$%&*+.^_`|~'},"
            + "'properties':{'type':['boolean','null'],'x-mcp-header':'P'}}},"
            + "'x-mcp-header':{'type':'string','x-mcp-header':'Own'}}}";
    assertThat(learn(list(tool("t", schema))).invalid()).isEmpty();
    assertThat(params(schema))
        .containsExactly(
            param("In-!#$%&*+.^_`|~", "where", "a.b"),
            param("P", "where", "properties"),
            param("Own", "x-mcp-header"));
    assertThat(call("{'where':{'a.b':1,'properties':true},'x-mcp-header':'x','a.b':2}"))
        .containsExactly(header("In-!#$%&*+.^_`|~", "1"), header("P", "true"), header("Own", "x"));
    assertThat(call("{'where':'a.b'}")).isEmpty();
    assertThat(call("{'where':null}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'object','x-mcp-header':'A'}",
        "{'type':'array','x-mcp-header':'A'}",
        "{'type':'null','x-mcp-header':'A'}",
        "{'type':'number','x-mcp-header':'A'}",
        "{'type':['null'],'x-mcp-header':'A'}",
        "{'type':['string','integer'],'x-mcp-header':'A'}",
        "{'type':['string','object'],'x-mcp-header':'A'}",
        "{'type':[],'x-mcp-header':'A'}",
        "{'enum':['x'],'x-mcp-header':'A'}",
        "{'type':'string','x-mcp-header':''}",
        "{'type':'string','x-mcp-header':'My Region'}",
        "{'type':'string','x-mcp-header':'Region:'}",
        "{'type':'string','x-mcp-header':'Région'}",
        "{'type':'string','x-mcp-header':'A\\u0000'}",
        "{'type':'string','x-mcp-header':'A\\r\\nX: y'}",
        "{'type':'string','x-mcp-header':'A\\tb'}",
        "{'type':'string','x-mcp-header':null}",
        "{'type':'string','x-mcp-header':5}",
        "{'type':'string','x-mcp-header':['A']}",
        "{'type':'array','items':{'type':'string','x-mcp-header':'A'}}",
        "{'type':'array','items':[{'type':'string','x-mcp-header':'A'}]}",
        "{'type':'array','prefixItems':[{'type':'string','x-mcp-header':'A'}]}",
        "{'type':'array','contains':{'type':'string','x-mcp-header':'A'}}",
        "{'type':'array','items':{'properties':{'b':{'type':'string','x-mcp-header':'A'}}}}",
        "{'oneOf':[{'type':'integer'},{'type':'string','x-mcp-header':'A'}]}",
        "{'anyOf':[{'properties':{'b':{'type':'string','x-mcp-header':'A'}}}]}",
        "{'allOf':[{'type':'string','x-mcp-header':'A'}]}",
        "{'not':{'type':'string','x-mcp-header':'A'}}",
        "{'if':{'type':'string','x-mcp-header':'A'}}",
        "{'then':{'type':'string','x-mcp-header':'A'}}",
        "{'else':{'type':'string','x-mcp-header':'A'}}",
        "{'additionalProperties':{'type':'string','x-mcp-header':'A'}}",
        "{'patternProperties':{'^b':{'type':'string','x-mcp-header':'A'}}}",
        "{'$defs':{'b':{'type':'string','x-mcp-header':'A'}}}",
        "{'definitions':{'b':{'type':'string','x-mcp-header':'A'}}}",
        "{'dependentSchemas':{'b':{'properties':{'c':{'type':'string','x-mcp-header':'A'}}}}}",
      })
  void invalidTools(String schema) {
    String bad = tool("bad", property(schema));
    ParamHeaders.Learned learned = learn(list(bad, tool("good", "{'type':'object'}")));
    assertThat(params(property(schema))).isEmpty();
    assertThat(learned.invalid()).containsOnlyKeys("bad");
    assertThat(learned.invalid().get("bad")).startsWith("`a").contains("x-mcp-header");
    assertThat(new String(learned.message().orElseThrow(), UTF_8))
        .isEqualTo(list(tool("good", "{'type':'object'}")));
  }

  @Test
  void theSchemaItselfAndRepeatedNames() {
    ParamHeaders.Learned learned =
        learn(
            list(
                tool("root", "{'type':'string','x-mcp-header':'A'}"),
                tool(
                    "same",
                    "{'properties':{'a':{'type':'string','x-mcp-header':'Id'},"
                        + "'b':{'properties':{'c':{'type':'string','x-mcp-header':'ID'}}}}}")));
    assertThat(learned.invalid().get("root")).startsWith("the schema itself has an x-mcp-header");
    assertThat(learned.invalid().get("same"))
        .isEqualTo("`b.c` has the same x-mcp-header `ID` as another property (`Id`)");
    assertThat(new String(learned.message().orElseThrow(), UTF_8)).isEqualTo(list());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'default':{'x-mcp-header':''}}",
        "{'const':{'x-mcp-header':''}}",
        "{'enum':[{'x-mcp-header':''}]}",
        "{'examples':[{'x-mcp-header':''}]}",
        "{'x-note':{'x-mcp-header':''}}",
        "{'description':'see x-mcp-header \\\\'}",
        "true",
        "5"
      })
  void whatIsNoSchemaIsNotAnnotated(String schema) {
    ParamHeaders.Learned learned = learn(list(tool("t", property(schema))));
    assertThat(learned.invalid()).isEmpty();
    assertThat(params(property(schema))).isEmpty();
    assertThat(learned.message()).isEmpty();
  }

  @Test
  void whatStaysIsByteForByte() {
    String bad = tool("x", property("{'type':'number','x-mcp-header':'A'}"));
    String a = " {\"name\" : \"a\"}\n";
    String b = "\t{\"name\":\"b\" ,\"n\":1.0e5,\"\\u0041\":\"\\u00fc\"} ";
    assertThat(cut(a, " " + bad + "\n", b)).isEqualTo(list(a.strip(), b.strip()));
    assertThat(cut(bad, bad)).isEqualTo(list());
  }

  private String cut(String... tools) {
    return new String(learn(list(tools)).message().orElseThrow(), UTF_8);
  }

  @Test
  void aLaterListCounts() {
    String annotated = tool("t", property("{'type':'string','x-mcp-header':'A'}"));
    learn(list(annotated));
    learn(list(tool("other", property("{'type':'string','x-mcp-header':'B'}")))); // another page
    assertThat(call("{'a':'x'}")).containsExactly(header("A", "x"));
    learn(list(tool("t", property("{'type':'string','x-mcp-header':'C'}"))));
    assertThat(call("{'a':'x'}")).containsExactly(header("C", "x"));
    learn(list(tool("t", property("{'type':'string'}"))));
    assertThat(call("{'a':'x'}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'tools':null}",
        "{'tools':{}}",
        "{'tools':[1,null,[],{}]}",
        "{'tools':[]}",
        "'x'"
      })
  void oddLists(String result) {
    ParamHeaders.Learned learned =
        learn("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result.replace('\'', '"') + "}");
    assertThat(headers.headers("t", new byte[0], Span.NONE)).isEmpty();
    assertThat(learned.invalid()).isEmpty();
    assertThat(learned.message()).isEmpty();
  }

  @Test
  void asDeepAsAMessageMayBe() {
    int deep = 300;
    String schema =
        "{'properties':{'a':".repeat(deep)
            + "{'type':'number','x-mcp-header':'A'}"
            + "}}".repeat(deep);
    assertThat(learn(list(tool("t", schema))).invalid()).containsOnlyKeys("t");
  }
}
