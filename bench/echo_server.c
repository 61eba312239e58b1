// The server behind every row of the benchmark: MCP over stdio with one tool, `echo`. It gives the argument `text` back,
// or, for the argument `kib`, a text of that many KiB. Answers leave when the input that is there has been worked off.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "json.h"

static char *input, *output, *filler;
static size_t input_size = 1 << 16, input_used, output_size = 1 << 16, output_used;

static void flush_output(void) {
  for (size_t at = 0; at < output_used;) {
    ssize_t n = write(1, output + at, output_used - at);
    if (n < 0 && errno != EINTR) exit(1);
    if (n > 0) at += (size_t)n;
  }
  output_used = 0;
}

static void put(const char *text, size_t length) {
  if (output_used + length > output_size) {
    while (output_used + length > output_size) output_size *= 2;
    output = realloc(output, output_size);
  }
  memcpy(output + output_used, text, length);
  output_used += length;
}

static void put_text(const char *text) { put(text, strlen(text)); }

static void answer(const char *line, const char *end) {
  struct span id = member(line, end, "id");
  if (id.length == 0) return; // a notification
  struct span method = member(line, end, "method");
  put_text("{\"jsonrpc\":\"2.0\",\"id\":");
  put(id.at, id.length);
  if (is(method, "\"tools/call\"")) {
    struct span arguments = inside(member(line, end, "params"), "arguments");
    struct span text = inside(arguments, "text");
    put_text(",\"result\":{\"content\":[{\"type\":\"text\",\"text\":");
    if (text.length > 0) {
      put(text.at, text.length);
    } else {
      size_t length = (size_t)number(inside(arguments, "kib")) * 1024;
      filler = realloc(filler, length + 1);
      memset(filler, 'x', length);
      put_text("\"");
      put(filler, length);
      put_text("\"");
    }
    put_text("}]}}\n");
  } else if (is(method, "\"initialize\"")) {
    put_text(",\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
             "\"serverInfo\":{\"name\":\"bench-echo\",\"version\":\"1\"}}}\n");
  } else if (is(method, "\"tools/list\"")) {
    put_text(",\"result\":{\"tools\":[{\"name\":\"echo\",\"description\":\"Says it again\",\"inputSchema\":{\"type\":"
             "\"object\",\"properties\":{\"text\":{\"type\":\"string\"},\"kib\":{\"type\":\"integer\"}}}}]}}\n");
  } else if (is(method, "\"ping\"")) {
    put_text(",\"result\":{}}\n");
  } else {
    put_text(",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n");
  }
}

int main(void) {
  input = malloc(input_size);
  output = malloc(output_size);
  for (;;) {
    if (input_used == input_size) input = realloc(input, input_size *= 2);
    ssize_t n = read(0, input + input_used, input_size - input_used);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return 0;
    input_used += (size_t)n;
    size_t from = 0;
    char *newline;
    while ((newline = memchr(input + from, '\n', input_used - from)) != NULL) {
      answer(input + from, newline);
      from = (size_t)(newline + 1 - input);
    }
    memmove(input, input + from, input_used - from);
    input_used -= from;
    flush_output();
  }
}
