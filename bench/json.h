// The little JSON that the benchmark's programs need: where the members of a message are.
// It trusts its input to be well-formed; both ends are ours.
#ifndef BENCH_JSON_H
#define BENCH_JSON_H

#include <stddef.h>
#include <string.h>

struct span {
  const char *at;
  size_t length;
};

static inline const char *skip_string(const char *p, const char *end) {
  for (p++; p < end && *p != '"'; p++) {
    if (*p == '\\') p++;
  }
  return p < end ? p + 1 : end;
}

static inline const char *skip_value(const char *p, const char *end) {
  int depth = 0;
  while (p < end) {
    char c = *p;
    if (c == '"') {
      p = skip_string(p, end);
      if (depth == 0) return p;
      continue;
    }
    if (c == '{' || c == '[') depth++;
    if (c == '}' || c == ']') {
      if (depth == 0) return p;
      if (--depth == 0) return p + 1;
    }
    if (c == ',' && depth == 0) return p;
    p++;
  }
  return p;
}

// The value of a member of the object at `p`, as written; length 0 if there is none.
static inline struct span member(const char *p, const char *end, const char *key) {
  size_t n = strlen(key);
  struct span none = {p, 0};
  if (p >= end || *p != '{') return none;
  p++;
  while (p < end && *p != '}') {
    while (p < end && (*p == ',' || *p == ' ')) p++;
    if (p >= end || *p != '"') return none;
    const char *name = p + 1;
    p = skip_string(p, end);
    size_t length = (size_t)(p - 1 - name);
    while (p < end && (*p == ':' || *p == ' ')) p++;
    const char *value = p;
    p = skip_value(p, end);
    if (length == n && memcmp(name, key, n) == 0) {
      struct span found = {value, (size_t)(p - value)};
      return found;
    }
  }
  return none;
}

static inline struct span inside(struct span object, const char *key) {
  return member(object.at, object.at + object.length, key);
}

static inline int is(struct span s, const char *text) {
  return s.length == strlen(text) && memcmp(s.at, text, s.length) == 0;
}

static inline long number(struct span s) {
  long n = 0;
  for (size_t i = 0; i < s.length && s.at[i] >= '0' && s.at[i] <= '9'; i++) n = n * 10 + (s.at[i] - '0');
  return n;
}

#endif
