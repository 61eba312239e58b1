// Steps that every script begins with.

export async function introduce({ client, era }, t) {
  await t.step('introduction', async () => ({
    era,
    version: client.getNegotiatedProtocolVersion?.(),
    serverInfo: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
  }));
}

/** Everything that can be listed, as far as the server says it has it. */
export async function listEverything({ client }, t, suffix = '') {
  const has = client.getServerCapabilities() ?? {};
  if (has.tools) await t.step(`tools/list${suffix}`, () => client.listTools());
  if (has.prompts) await t.step(`prompts/list${suffix}`, () => client.listPrompts());
  if (has.resources) {
    await t.step(`resources/list${suffix}`, () => client.listResources());
    await t.step(`resources/templates/list${suffix}`, () => client.listResourceTemplates());
  }
}

/** Calls a tool and records the result with the progress it reported. */
export function call(connection, t, name, args = {}, label = name) {
  return t.step(`call ${label}`, () => connection.callTool({ name, arguments: args }));
}

export function callWithProgress(connection, t, name, args) {
  return t.step(`call ${name} with progress`, async () => {
    const before = t.progress.length;
    // The callback makes the SDK send a token.
    const result = await connection.callTool({ name, arguments: args }, { onprogress: () => {} });
    return { result, progress: t.progress.slice(before) };
  });
}
