// Raw JSON-lines plumbing for the fixture servers. No dependencies on purpose: a fixture that is
// meant to break the rules of the protocol must not be held back by a library that keeps them.
import fs from 'node:fs';

/** Splits a byte stream into lines; the bytes of one line are decoded together, never per chunk. */
export function readLines(stream, onLine, onEnd) {
  let pending = [];
  stream.on('data', (chunk) => {
    let from = 0;
    for (let nl = chunk.indexOf(10); nl >= 0; nl = chunk.indexOf(10, from)) {
      pending.push(chunk.subarray(from, nl));
      const line = Buffer.concat(pending).toString('utf8').replace(/\r$/, '');
      pending = [];
      from = nl + 1;
      if (line.trim() !== '') onLine(line);
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  });
  stream.on('end', () => {
    const rest = Buffer.concat(pending).toString('utf8').trim();
    if (rest !== '') onLine(rest);
    onEnd();
  });
}

/** Writes all of `data` to a descriptor before it returns, also when the pipe is full. */
export function writeFully(fd, data) {
  const bytes = Buffer.isBuffer(data) ? data : Buffer.from(data, 'utf8');
  let done = 0;
  while (done < bytes.length) {
    try {
      done += fs.writeSync(fd, bytes, done, bytes.length - done);
    } catch (e) {
      // A non-blocking pipe that is full: give the reader a moment and go on with the rest.
      if (e.code !== 'EAGAIN') throw e;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/**
 * Command-line options: `--name`, `--name value` for names in `valued`. Unknown ones are an error,
 * because a misspelt misbehaviour would make a test pass for nothing.
 */
export function parseOptions(argv, flags, valued) {
  const options = {};
  for (let i = 0; i < argv.length; i++) {
    const name = argv[i].replace(/^--/, '');
    if (flags.includes(name)) options[name] = true;
    else if (valued.includes(name)) options[name] = argv[++i];
    else throw new Error(`unknown option ${argv[i]}`);
  }
  return options;
}
