#!/bin/sh
# The smallest MCP server that a training session needs, in plain sh: a build machine may have nothing else.
# It answers by method; ids are unsigned integers here, because scripts/train.sh sends no others.

answer() {
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"
}

while IFS= read -r line; do
  case $line in
    *'"id":'*) ;;
    *) continue ;; # a notification
  esac
  id=${line#*\"id\":}
  id=${id%%[,\}]*}
  case $line in
    *'"initialize"'*)
      answer '{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"training","version":"1"}}'
      ;;
    *'"tools/list"'*)
      answer '{"tools":[{"name":"echo","description":"Says it again","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}]}'
      ;;
    *'"prompts/list"'*) # longer than what is joined in a turn
      answer "$(printf '{"prompts":[{"name":"long","description":"%070000d"}]}' 0)"
      ;;
    *'"tools/call"'*)
      answer '{"content":[{"type":"text","text":"a"}]}'
      ;;
    *) answer '{}' ;;
  esac
done
