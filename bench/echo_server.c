// The server behind every row of the benchmark: MCP over stdio with one tool, `echo`. It gives the argument `text` back,
// or, for the argument `kib`, a text of that many KiB as it is written in JSON; with `escapes` a third of its characters
// are escaped ones. With the option --tools N it lists N tools, of which `echo` is the first. Answers leave when the input
// that is there has been worked off.
//
// It can be a bad neighbour, too: for the argument `flood` it sends `messages` (log notifications), `progress` (of
// nothing), `list_changed`, or lines on `stderr` without a pause until it gets `stop`, which is answered with how many
// bytes it has sent. With the option --hang it answers nothing at all.
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "json.h"

static char *input, *output, *filler, *tools;
static size_t input_size = 1 << 16, input_used, output_size = 1 << 16, output_used;

static void write_all(int to, const char *text, size_t length) {
  for (size_t at = 0; at < length;) {
    ssize_t n = write(to, text + at, length - at);
    if (n < 0 && errno != EINTR) exit(1);
    if (n > 0) at += (size_t)n;
  }
}

static void flush_output(void) {
  write_all(1, output, output_used);
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

// The flood: a block of whole lines, written again and again.
static char block[8192];
static size_t block_used;
static int flood_to;
static unsigned long flooded;

static void begin_flood(struct span what) {
  const char *text = "";
  if (is(what, "\"messages\"")) {
    text = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\","
           "\"params\":{\"level\":\"info\",\"data\":\"water\"}}\n";
  } else if (is(what, "\"progress\"")) {
    text = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
           "\"params\":{\"progressToken\":\"none\",\"progress\":1}}\n";
  } else if (is(what, "\"list_changed\"")) {
    text = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n";
  } else if (is(what, "\"stderr\"")) {
    text = "water, and more water, and no end of water, and so it goes on with water for a whole line\n";
  }
  flood_to = is(what, "\"stderr\"") ? 2 : 1;
  size_t length = strlen(text);
  block_used = 0;
  while (length > 0 && block_used + length <= sizeof block) {
    memcpy(block + block_used, text, length);
    block_used += length;
  }
}

// Floods until there is something to read.
static void flood(void) {
  struct pollfd ready = {0, POLLIN, 0};
  while (block_used > 0 && poll(&ready, 1, 0) == 0) {
    write_all(flood_to, block, block_used);
    flooded += block_used;
  }
}

// A text of that many bytes, unless it is there from the last time.
static void make_filler(size_t length, int escapes) {
  static const char escaped[] = "ab\\\"cd\\\" \\\\ ef\\n"; // 16 bytes
  static size_t there;
  static int there_escapes;
  if (length == there && escapes == there_escapes) return;
  filler = realloc(filler, length + 1);
  memset(filler, 'x', length);
  for (size_t at = 0; escapes && at < length; at += 16) memcpy(filler + at, escaped, 16); // 16 divides a KiB
  there = length;
  there_escapes = escapes;
}

// The answer of tools/list, from `result` on.
static void make_tools(int count) {
  static const char echo[] = ",\"result\":{\"tools\":[{\"name\":\"echo\",\"description\":\"Says it again\",\"inputSchema\":{\"type\":"
                             "\"object\",\"properties\":{\"text\":{\"type\":\"string\"},\"kib\":{\"type\":\"integer\"},"
                             "\"escapes\":{\"type\":\"boolean\"}}}}";
  static const char other[] = ",{\"name\":\"tool_%d\",\"description\":\"Does what number %d does, and says what came of it\","
                              "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\","
                              "\"description\":\"The file that it is about\"},\"limit\":{\"type\":\"integer\"}},"
                              "\"required\":[\"path\"]}}";
  size_t size = sizeof echo + (size_t)count * (sizeof other + 20) + 8;
  tools = malloc(size);
  size_t used = (size_t)snprintf(tools, size, "%s", echo);
  for (int i = 2; i <= count; i++) used += (size_t)snprintf(tools + used, size - used, other, i, i);
  snprintf(tools + used, size - used, "]}}\n");
}

static void answer(const char *line, const char *end) {
  struct span id = member(line, end, "id");
  if (id.length == 0) return; // a notification
  struct span method = member(line, end, "method");
  put_text("{\"jsonrpc\":\"2.0\",\"id\":");
  put(id.at, id.length);
  if (is(method, "\"tools/call\"")) {
    struct span arguments = inside(member(line, end, "params"), "arguments");
    struct span text = inside(arguments, "text");
    struct span what = inside(arguments, "flood");
    put_text(",\"result\":{\"content\":[{\"type\":\"text\",\"text\":");
    if (what.length > 0) {
      char bytes[32];
      begin_flood(what);
      put(bytes, (size_t)snprintf(bytes, sizeof bytes, "\"%lu\"", flooded));
    } else if (text.length > 0) {
      put(text.at, text.length);
    } else {
      size_t length = (size_t)number(inside(arguments, "kib")) * 1024;
      make_filler(length, inside(arguments, "escapes").length > 0);
      put_text("\"");
      put(filler, length);
      put_text("\"");
    }
    put_text("}]}}\n");
  } else if (is(method, "\"initialize\"")) {
    put_text(",\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
             "\"serverInfo\":{\"name\":\"bench-echo\",\"version\":\"1\"}}}\n");
  } else if (is(method, "\"tools/list\"")) {
    put_text(tools);
  } else if (is(method, "\"ping\"")) {
    put_text(",\"result\":{}}\n");
  } else {
    put_text(",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}\n");
  }
}

int main(int argc, char **argv) {
  int hangs = argc > 1 && strcmp(argv[1], "--hang") == 0;
  make_tools(argc > 2 && strcmp(argv[1], "--tools") == 0 ? atoi(argv[2]) : 1);
  input = malloc(input_size);
  output = malloc(output_size);
  for (;;) {
    flood();
    if (input_used == input_size) input = realloc(input, input_size *= 2);
    ssize_t n = read(0, input + input_used, input_size - input_used);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return 0;
    input_used += (size_t)n;
    size_t from = 0;
    char *newline;
    while ((newline = memchr(input + from, '\n', input_used - from)) != NULL) {
      if (!hangs) answer(input + from, newline);
      from = (size_t)(newline + 1 - input);
    }
    memmove(input, input + from, input_used - from);
    input_used -= from;
    flush_output();
  }
}
