package dev.pitstop.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;

/// Measures the wire layer; a program, not a test. Run it with the flags of the product:
///
/// `java -XX:+UseSerialGC -Xmx256m -Xmn4m -cp target/classes:target/test-classes
/// dev.pitstop.rpc.WireSpeed`
///
/// Each figure is the best of nine rounds of about 50 ms, the noise of a shared machine being
/// one-sided.
final class WireSpeed {
  private static final int ROUNDS = 9;
  private static final long ROUND_BYTES = 32L * 1024 * 1024;

  private WireSpeed() {}

  private interface Work {
    int run() throws IOException, InterruptedException;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    byte[] small =
        ("{\"jsonrpc\":\"2.0\",\"id\":1234,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                + "\"arguments\":{\"text\":\"the quick brown fox jumps over the lazy dog\","
                + "\"n\":42,"
                + "\"flags\":[true,false,null]},\"_meta\":{\"progressToken\":1234}}}")
            .getBytes(UTF_8);
    byte[] tools = list(10 * 1024);
    byte[] members = list(1024 * 1024);
    byte[] string = content("x".repeat(1024 * 1024));
    byte[] escapes = content("a line of code();\\n  \\\"quoted\\\" \\t".repeat(30 * 1024));
    measure("200 B request", small);
    measure("10 KiB tool list", tools);
    measure("1 MiB of small members", members);
    measure("1 MiB string", string);
    measure("1 MiB string with escapes", escapes);
  }

  private static byte[] content(String text) {
    return ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
            + text
            + "\"}]}}")
        .getBytes(UTF_8);
  }

  private static byte[] list(int size) {
    StringBuilder text =
        new StringBuilder("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{}");
    for (int i = 0; text.length() < size; i++) {
      text.append(",{\"name\":\"tool_").append(i);
      text.append("\",\"description\":\"Does a thing, and says how it went\",\"inputSchema\":{");
      text.append(
          "\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"n\":{\"type\":");
      text.append("\"integer\",\"minimum\":0}},\"required\":[\"a\"]}}");
    }
    return text.append("]}}").toString().getBytes(UTF_8);
  }

  private static void measure(String name, byte[] message)
      throws IOException, InterruptedException {
    byte[] id = RequestId.of("p-17").bytes();
    // A stream of many small or a few big lines.
    int copies = Math.max(4, 1024 * 1024 / message.length);
    byte[] stream = new byte[copies * (message.length + 1)];
    for (int i = 0; i < copies; i++) {
      System.arraycopy(message, 0, stream, i * (message.length + 1), message.length);
      stream[(i + 1) * (message.length + 1) - 1] = '\n';
    }
    double parse = best(message.length, () -> Codec.parse(message).bytes().length);
    double splice =
        best(
            message.length,
            () -> {
              Span span =
                  switch (Codec.parse(message)) {
                    case Message.Request r -> r.idSpan();
                    case Message.Result r -> r.idSpan();
                    case Message other -> throw new IllegalStateException(other.toString());
                  };
              return new Splice(message).replace(span, id).apply().length;
            });
    double read =
        best(
                stream.length,
                () -> {
                  LineReader<InterruptedException> reader =
                      new LineReader<InterruptedException>(
                          new ByteArrayInputStream(stream), Integer.MAX_VALUE - 8, () -> {});
                  int n = 0;
                  while (reader.next() instanceof Line.Text text) {
                    n += text.bytes().length;
                  }
                  return n;
                })
            / copies;
    System.out.printf(
        "%-28s %8d B   parse %10.0f ns   parse+splice %10.0f ns   read line %10.0f ns%n",
        name, message.length, parse, splice, read);
  }

  private static double best(int bytes, Work work) throws IOException, InterruptedException {
    int count = (int) Math.max(5, ROUND_BYTES / bytes);
    double[] nanos = new double[ROUNDS];
    int sink = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        sink += work.run();
      }
      nanos[round] = (double) (System.nanoTime() - start) / count;
    }
    if (sink == 0) {
      throw new IllegalStateException("nothing was measured");
    }
    Arrays.sort(nanos);
    return nanos[0];
  }
}
