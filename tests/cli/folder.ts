import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { almanac } from './almanac.ts';

let folder = '';

/** Gives each test of a file an empty data folder. */
export function eachWithDataFolder() {
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'almanac-cli-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return {
    dataDir: () => folder,
    run: (...args: string[]) => almanac(...args, '--data-dir', folder),
    /** Writes a file of these lines into the folder. @returns its path. */
    write(name: string, ...lines: string[]): string {
      const file = path.join(folder, name);
      writeFileSync(file, `${lines.join('\n')}\n`);
      return file;
    },
  };
}
