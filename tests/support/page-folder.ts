import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const SCRIPT = 'export const answer = 42;\n'.repeat(200);

/** @returns a folder like a build of the renderer, beside a file that must not be served. */
export function makePageFolder(): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'almanac-page-'));
  const folder = path.join(parent, 'renderer');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  const write = (name: string, content: string | Uint8Array) =>
    writeFileSync(path.join(folder, name), content);
  write('index.html', '<!doctype html><html lang="en"><title>Almanac</title>');
  write('assets/index-DdTqx83s.js', SCRIPT);
  write('assets/index-DdTqx83s.js.br', brotliCompressSync(SCRIPT));
  write('assets/index-DdTqx83s.js.gz', gzipSync(SCRIPT));
  write('icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(path.join(parent, 'secret.txt'), 'secret');
  return folder;
}
