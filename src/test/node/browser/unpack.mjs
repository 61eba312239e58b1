// Unpacks the browser of @sparticuz/chromium, with the libraries and fonts that a bare machine lacks, into a folder. The
// package would put it into the folder for temporary files at each start.
import { spawnSync } from 'node:child_process';
import { chmodSync, createReadStream, createWriteStream, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

const from = join(dirname(fileURLToPath(import.meta.url)), 'node_modules/@sparticuz/chromium/bin');
const to = process.argv[2];
const unfinished = `${to}.unfinished`;

const unpack = (name, as) => pipeline(createReadStream(join(from, name)), createBrotliDecompress(), createWriteStream(as));

rmSync(unfinished, { recursive: true, force: true });
mkdirSync(unfinished, { recursive: true });
for (const name of ['al2023', 'fonts']) {
  const tar = join(unfinished, `${name}.tar`);
  await unpack(`${name}.tar.br`, tar);
  const { status, stderr } = spawnSync('tar', ['-xf', tar, '-C', unfinished], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar: ${stderr}`);
  rmSync(tar);
}
writeFileSync(join(unfinished, 'fonts.conf'), '<fontconfig><dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir></fontconfig>\n');
await unpack('chromium.br', join(unfinished, 'chromium'));
chmodSync(join(unfinished, 'chromium'), 0o755);
rmSync(to, { recursive: true, force: true });
renameSync(unfinished, to);
