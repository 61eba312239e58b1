#!/bin/sh
# A small command-line program for the shell; greet.mjs and Greet.java are the same in other languages.
set -eu

greet() {
  times=1 loud=
  while [ "$1" != -- ]; do
    case $1 in
    --times) times=$2 && shift ;;
    --loud) loud=1 ;;
    esac
    shift
  done
  shift
  text=
  while [ "$times" -gt 0 ]; do
    text="${text}Hello $1!"
    times=$((times - 1))
  done
  [ -z "$loud" ] || text=$(printf %s "$text" | tr '[:lower:]' '[:upper:]')
  printf '{"greeting":"%s"}\n' "$(printf %s "$text" | sed 's/[\\"]/\\&/g')"
}

command=$1
shift
case $command in
schema)
  cat <<'JSON'
{"tools": [
  {"name": "greet", "description": "Greets somebody",
   "parameters": {"type": "object", "required": ["name"],
     "properties": {"name": {"type": "string"}, "times": {"type": "integer"}, "loud": {"type": "boolean"}}},
   "cli_command": ["greet", "--times", "{times}", "--loud", "{loud}", "--", "{name}"]},
  {"name": "back", "description": "Gives its arguments back", "parameters": {"type": "object"}},
  {"name": "refuse", "description": "Fails", "cli_command": ["refuse"]}
]}
JSON
  ;;
greet) greet "$@" ;;
back) printf '{"got":%s}\n' "$(cat)" ;;
*)
  echo "greet: refused, as always" >&2
  exit 3
  ;;
esac
