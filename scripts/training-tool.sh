#!/bin/sh
# The smallest command-line program that a training session needs: it describes one tool, and says what it was given.

case $1 in
  schema)
    echo '{"tools":[{"name":"echo","description":"Says it again","cli_command":["echo","--text={text}"],"parameters":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}]}'
    ;;
  *)
    echo "called" >&2
    printf '{"words":%s}\n' "$#"
    ;;
esac
