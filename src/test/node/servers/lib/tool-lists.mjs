// The tools the scripted server offers.

const object = (properties = {}, required = []) => ({ type: 'object', properties, ...(required.length && { required }) });
const text = { type: 'string' };
const number = { type: 'number' };

export function plainTools() {
  return [
    { name: 'echo', title: 'Echo', description: 'Gives back its text', inputSchema: object({ text }, ['text']) },
    { name: 'sleep', description: 'Answers after some milliseconds', inputSchema: object({ ms: number }) },
    { name: 'wait_for_file', description: 'Answers when a file exists', inputSchema: object({ path: text }) },
    { name: 'crash', description: 'Ends the server', inputSchema: object({ mode: text, code: number, stderr: text }) },
    { name: 'pid', description: 'Process id and spawn number', inputSchema: object() },
    { name: 'counter', description: 'Counts its executions in a file', inputSchema: object() },
    { name: 'close_stdout', description: 'Closes stdout and lives on', inputSchema: object() },
    { name: 'stop_self', description: 'Sends itself SIGSTOP', inputSchema: object() },
    { name: 'stop_reading', description: 'Answers, then never reads stdin again', inputSchema: object() },
    { name: 'banner', description: 'Writes lines that are no messages', inputSchema: object() },
    { name: 'half_line', description: 'Writes half an answer and exits', inputSchema: object({ code: number }) },
    { name: 'no_newline', description: 'Writes its answer without a newline and exits', inputSchema: object() },
    { name: 'flood_stderr', description: 'Writes megabytes to stderr', inputSchema: object({ mb: number }) },
    { name: 'stderr', description: 'Writes a line to stderr', inputSchema: object({ line: text }) },
    { name: 'big', description: 'A text of so many bytes', inputSchema: object({ bytes: number }) },
    { name: 'length', description: 'How long a text is', inputSchema: object({ text }) },
    { name: 'invalid_utf8', description: 'A text with a byte that is not UTF-8', inputSchema: object() },
    { name: 'split_utf8', description: 'Answers in pieces cut inside a character', inputSchema: object() },
    { name: 'duplicate_reply', description: 'Answers twice', inputSchema: object() },
    { name: 'unsolicited', description: 'Answers things nobody asked', inputSchema: object() },
    { name: 'orphan_reply', description: 'Dies; a child that has its stdout answers later', inputSchema: object({ path: text }) },
    { name: 'progress', description: 'Reports progress', inputSchema: object({ n: number, foreign: {} }) },
    { name: 'log', description: 'Sends one log message a level', inputSchema: object() },
    { name: 'ask_client', description: 'Sends a request to the client', inputSchema: object({ method: text, params: {}, raw_id: text, cancel: { type: 'boolean' } }) },
    { name: 'never', description: 'Never answers', inputSchema: object({ on_cancel: text }) },
    { name: 'spawn_child', description: 'Starts a process', inputSchema: object({ mode: text }) },
    { name: 'env', description: 'The environment', inputSchema: object({ name: text }) },
    { name: 'cwd', description: 'The working directory', inputSchema: object() },
    { name: 'add_tool', description: 'Adds a tool', inputSchema: object({ name: text }) },
    { name: 'remove_tool', description: 'Removes a tool', inputSchema: object({ name: text }) },
    { name: 'update_resource', description: 'Tells subscribers', inputSchema: object({ uri: text }) },
    { name: 'list_changed', description: 'Sends a list_changed', inputSchema: object({ kind: text }) },
    { name: 'error', description: 'A JSON-RPC error', inputSchema: object({ code: number, message: text }) },
    { name: 'structured', description: 'structuredContent and unknown members', inputSchema: object(), outputSchema: object({ n: number }) },
    { name: 'crash_once', description: 'Crashes the first time', inputSchema: object() },
    {
      name: 'readonly_crash_once',
      title: 'Crashes the first time, read only',
      description: 'Crashes the first time, and says that it changes nothing',
      inputSchema: object(),
      annotations: { title: 'Read only', readOnlyHint: true },
      icons: [{ src: 'data:image/png;base64,AAAA', sizes: ['48x48'] }],
      _meta: { 'dev.pitstop/test': { keep: [1, 2.50, 'é'] } },
    },
    {
      name: 'idempotent_crash_always',
      description: 'Crashes every time, and says that it may be repeated',
      inputSchema: object(),
      annotations: { idempotentHint: true },
    },
  ];
}

/** Tools whose descriptions are legal, odd or plainly wrong: none may harm the others. */
export function oddTools() {
  const long = 'n'.repeat(120);
  return [
    { name: 'schema_empty', description: '{}', inputSchema: {} },
    { name: 'schema_true', description: 'boolean schema', inputSchema: true },
    { name: 'schema_any_of', description: 'anyOf at the root', inputSchema: { anyOf: [{ type: 'object' }, { type: 'null' }] } },
    {
      name: 'schema_ref',
      description: '$ref into $defs, also to itself',
      inputSchema: {
        type: 'object',
        properties: { tree: { $ref: '#/$defs/node' } },
        $defs: { node: { type: 'object', properties: { child: { $ref: '#/$defs/node' } } } },
      },
    },
    { name: 'schema_missing', description: 'no inputSchema at all' },
    { name: 'no_description', inputSchema: { type: 'object' } },
    { name: long, description: 'a name of 120 characters', inputSchema: { type: 'object' } },
    { name: 'größe_日本_🚗', description: 'Unicode', inputSchema: { type: 'object' } },
    { name: 'with space/slash.dot', description: 'characters outside the recommended set', inputSchema: { type: 'object' } },
    { name: 'twice', description: 'first of two', inputSchema: { type: 'object' } },
    { name: 'twice', description: 'second of two', inputSchema: { type: 'object' } },
  ];
}
