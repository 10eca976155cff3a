import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepTestFoldersInMemory } from '../../electron/launch/test-folders.mjs';

const MODULE = path.resolve(import.meta.dirname, '../../electron/launch/test-folders.mjs');

let memory: string;
beforeEach(() => {
  memory = mkdtempSync(path.join(tmpdir(), 'almanac-memory-'));
});
afterEach(() => rmSync(memory, { recursive: true, force: true }));

describe('the folders of tests', () => {
  test('are in memory, for every user, until the run ends', () => {
    const program = `import { statSync } from 'node:fs';
import { keepTestFoldersInMemory } from ${JSON.stringify(MODULE)};
const folder = keepTestFoldersInMemory(process.env, { memory: ${JSON.stringify(memory)}, room: 1 });
console.log(folder === process.env.TMPDIR, (statSync(folder).mode & 0o7777).toString(8), folder);`;
    const { TMPDIR: _, ...environment } = process.env;
    const words = ['--input-type=module', '--eval', program];
    const { stdout } = spawnSync(process.execPath, words, { env: environment, encoding: 'utf8' });
    expect(stdout).toMatch(/^true 1777 /);
    expect(stdout).toContain(memory);
    expect(readdirSync(memory)).toEqual([]);
  });

  test('stay where TMPDIR says, and where there is too little room or none', () => {
    const environment = { TMPDIR: '/somewhere' };
    expect(keepTestFoldersInMemory(environment, { memory, room: 1 })).toBeUndefined();
    expect(environment).toEqual({ TMPDIR: '/somewhere' });
    expect(keepTestFoldersInMemory({}, { memory, room: 2 ** 60 })).toBeUndefined();
    expect(keepTestFoldersInMemory({}, { memory: path.join(memory, 'none'), room: 1 })).toBeUndefined();
    expect(readdirSync(memory)).toEqual([]);
  });

  test('of a run that was killed are removed by the next, those of a running one stay', () => {
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const names = [`almanac-tests-${ended}-a`, `almanac-tests-${process.pid}-b`, 'almanac-tests-x', 'other'];
    for (const name of names) mkdirSync(path.join(memory, name, 'inner'), { recursive: true });
    const environment: NodeJS.ProcessEnv = {};
    const folder = keepTestFoldersInMemory(environment, { memory, room: 1 }) as string;
    expect(statSync(folder).isDirectory()).toBe(true);
    expect(names.filter((name) => !existsSync(path.join(memory, name)))).toEqual([names[0]]);
  });
});
