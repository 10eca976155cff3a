import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPackage } from '@electron/asar';

/** Marks the fuse wire in Electron's program (`@electron/fuses`). */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const VERSION = 1;

/** @returns a program with `count` fuses like Electron's, all off. It runs and does nothing. */
export function programWithFuses(folder: string, name: string, count: number): string {
  const program = path.join(folder, name);
  copyFileSync('/bin/true', program);
  const wire = Buffer.concat([
    Buffer.from(SENTINEL),
    Buffer.from([VERSION, count]),
    Buffer.from('0'.repeat(count)),
  ]);
  writeFileSync(program, Buffer.concat([readFileSync(program), wire]));
  chmodSync(program, 0o755);
  return program;
}

/**
 * @param version that it claims to have
 * @returns a folder like an unpacked Electron for Linux, with all that electron-builder needs
 */
export async function fakeElectron(version: string): Promise<string> {
  const parent = mkdtempSync(path.join(tmpdir(), 'almanac-fake-electron-'));
  const folder = path.join(parent, 'dist');
  const empty = path.join(parent, 'default-app');
  for (const each of [empty, path.join(folder, 'resources'), path.join(folder, 'locales')]) {
    mkdirSync(each, { recursive: true });
  }
  programWithFuses(folder, 'electron', 9);
  writeFileSync(path.join(folder, 'version'), version);
  for (const name of ['en-US.pak', 'de.pak']) writeFileSync(path.join(folder, 'locales', name), 'locale');
  writeFileSync(path.join(folder, 'LICENSE'), 'Electron');
  writeFileSync(path.join(folder, 'LICENSES.chromium.html'), 'Chromium');
  writeFileSync(path.join(folder, 'chrome-sandbox'), '');
  writeFileSync(path.join(empty, 'main.js'), '');
  await createPackage(empty, path.join(folder, 'resources/default_app.asar'));
  return folder;
}
