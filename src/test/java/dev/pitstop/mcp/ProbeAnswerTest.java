package dev.pitstop.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What an answer to `server/discover` says of its server.
class ProbeAnswerTest {
  private static final String TABLE =
      """
      MODERN    | "result":{"supportedVersions":["2026-07-28"],"capabilities":{}}
      MODERN    | "result":{"supportedVersions":["2025-11-25","2026-07-28","2027-01-31"]}
      MODERN    | "result":{"supportedVersions":["2026\\u002d07-28"]}
      LEGACY    | "result":{"supportedVersions":["2025-11-25"]}
      LEGACY    | "result":{"supportedVersions":[]}
      LEGACY    | "result":{"supportedVersions":"2026-07-28"}
      LEGACY    | "result":{"supportedVersions":[20260728,null,{}]}
      LEGACY    | "result":{}
      LEGACY    | "result":null
      LEGACY    | "result":["2026-07-28"]
      LEGACY    | "error":{"code":-32601,"message":"Method not found"}
      LEGACY    | "error":{"code":-32602,"message":"Invalid request parameters"}
      LEGACY    | "error":{"code":-32000,"message":"Server not initialized"}
      LEGACY    | "error":{"code":-32002,"message":"not initialized"}
      LEGACY    | "error":{"code":0,"message":""}
      LEGACY    | "error":{"code":-32022,"message":"","data":{"supported":["2025-06-18"]}}
      LEGACY    | "error":{"code":-32022,"message":"","data":{"supported":["2027-01-31","2025-06-18"]}}
      LEGACY    | "error":{"code":-32022,"message":""}
      LEGACY    | "error":{"code":-32022,"message":"","data":"2025-06-18"}
      OF_NO_USE | "error":{"code":-32022,"message":"","data":{"supported":["2027-01-31"]}}
      OF_NO_USE | "error":{"code":-32022,"message":"","data":{"supported":[]}}
      OF_NO_USE | "error":{"code":-32021,"message":"","data":{"requiredCapabilities":{}}}
      OF_NO_USE | "error":{"code":-32020,"message":""}
      """;

  @TestFactory
  @DisplayName("stdio page: only what is surely modern keeps from falling back to initialize")
  List<DynamicTest> table() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String line : TABLE.lines().toList()) {
      String[] cells = line.split("\\|", 2);
      tests.add(
          DynamicTest.dynamicTest(
              cells[1].strip(),
              () -> assertThat(of(cells[1].strip())).hasToString(cells[0].strip())));
    }
    return tests;
  }

  private static ProbeAnswer of(String answer) {
    String line = "{\"jsonrpc\":\"2.0\",\"id\":1," + answer + "}";
    return switch (Codec.parse(line.getBytes(StandardCharsets.UTF_8))) {
      case Message.Response r -> ProbeAnswer.of(r);
      case Message m -> throw new AssertionError("no response: " + m);
    };
  }
}
