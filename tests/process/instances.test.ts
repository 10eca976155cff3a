import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Instance } from '../../service/process/instances.ts';
import {
  announceInstance,
  ownProcessStart,
  removeInstance,
  runningInstance,
  runningInstances,
} from '../../service/process/instances.ts';

/** A temporary folder of this test alone, because it contains the list of running instances. */
const own = realpathSync(mkdtempSync(path.join(tmpdir(), 'almanac-instances-')));
vi.stubEnv('TMPDIR', own);
vi.stubEnv('TEMP', own);
vi.stubEnv('ALMANAC_DATA_DIR', path.join(own, 'usual'));

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(fileOf(folder), { force: true });
});

function announced(changes: Partial<Instance> = {}): Instance {
  const dataDir = mkdtempSync(path.join(own, 'data-'));
  made.push(dataDir);
  const instance: Instance = {
    kind: 'browser',
    dataDir,
    pid: process.pid,
    processStart: ownProcessStart(),
    startedAt: '2026-11-21T10:00:00.000Z',
    pagePort: 5000,
    servicePort: 4780,
    secret: 'secret',
    ...changes,
  };
  announceInstance(instance);
  return instance;
}
const fileOf = (folder: string) => path.join(folder, 'running.json');

test('a running instance is found by its file in the folder, which only this account can read', ({
  skip,
}) => {
  const instance = announced();
  expect(runningInstance(instance.dataDir)).toEqual(instance);
  skip(process.platform === 'win32', 'Windows has no such modes');
  expect(statSync(fileOf(instance.dataDir)).mode & 0o777).toBe(0o600);
});

test('a file that others could read is closed to them once it has a secret', ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such modes');
  const { dataDir, ...rest } = announced();
  writeFileSync(fileOf(dataDir), '{}', { mode: 0o644 });
  announceInstance({ dataDir, ...rest });
  expect(statSync(fileOf(dataDir)).mode & 0o777).toBe(0o600);
});

test('the file of a killed instance does not count as running, and is replaced', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
  await once(child, 'spawn');
  const { pid = 0 } = child;
  const instance = announced({ pid, processStart: null });
  expect(runningInstance(instance.dataDir)?.pid).toBe(pid);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(runningInstance(instance.dataDir)).toBeUndefined();
  const next = { ...instance, pid: process.pid, processStart: ownProcessStart() };
  announceInstance(next);
  expect(runningInstance(instance.dataDir)).toEqual(next);
});

test('a killed instance that is still a zombie does not count as running', async ({ skip }) => {
  skip(process.platform !== 'linux', 'what state a process is in is looked up in /proc');
  // The shell becomes a program that never collects its children. Until then the shell would collect them.
  const parent = spawn('sh', ['-c', 'sleep 300 & echo $!; exec sleep 300'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  await vi.waitFor(
    () => expect(readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep'),
    10_000,
  );
  const { dataDir } = announced({ pid, processStart: null });
  expect(runningInstance(dataDir)?.pid).toBe(pid);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z/), 10_000);
  expect(runningInstance(dataDir)).toBeUndefined();
  parent.kill('SIGKILL');
});

test('another process with the same number does not count as the instance', ({ skip }) => {
  skip(ownProcessStart() === null, 'this system does not tell when a process started');
  expect(runningInstance(announced({ processStart: 'another boot 1' }).dataDir)).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['half a file', '{"kind":"browser","pid":'],
  ['another shape', '{"kind":"browser","pid":"1"}'],
  [
    'a process that cannot be',
    '{"kind":"browser","dataDir":"/","pid":-1,"processStart":null,"startedAt":"","pagePort":1,"servicePort":1,"secret":""}',
  ],
])('%s in the file is not a running instance', (_, text) => {
  const { dataDir } = announced();
  writeFileSync(fileOf(dataDir), text);
  expect(runningInstance(dataDir)).toBeUndefined();
});

test('a process that ends removes only its own file', () => {
  const { dataDir } = announced({ pid: process.ppid, processStart: null });
  removeInstance(dataDir);
  expect(existsSync(fileOf(dataDir))).toBe(true);
  expect(JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))).toMatchObject({ pid: process.ppid });
});

describe('a running file that names another folder', () => {
  test('does not belong to a copy, even once the original is gone', () => {
    const { dataDir } = announced();
    const copy = `${dataDir}-copy`;
    cpSync(dataDir, copy, { recursive: true });
    expect(existsSync(fileOf(copy))).toBe(true);
    expect(runningInstance(copy)).toBeUndefined();
    expect(runningInstance(dataDir)?.pid).toBe(process.pid);
    rmSync(dataDir, { recursive: true });
    expect(runningInstance(copy)).toBeUndefined();
  });

  test('does not belong to a copy if an older version wrote it, without the folder’s number', () => {
    const { dataDir } = announced();
    const { folder: _, ...old } = JSON.parse(readFileSync(fileOf(dataDir), 'utf8'));
    writeFileSync(fileOf(dataDir), JSON.stringify(old));
    const copy = `${dataDir}-copy`;
    cpSync(dataDir, copy, { recursive: true });
    expect(runningInstance(copy)).toBeUndefined();
    expect(runningInstance(dataDir)?.pid).toBe(process.pid);
  });

  test('belongs to the same folder under another path, which is listed once', ({ skip }) => {
    skip(process.platform === 'win32', 'Windows makes links only for some accounts');
    const instance = announced();
    const link = `${instance.dataDir}-link`;
    symlinkSync(instance.dataDir, link);
    expect(runningInstance(link)).toEqual({ ...instance, dataDir: link });
    vi.stubEnv('ALMANAC_DATA_DIR', link);
    try {
      expect(runningInstances()).toHaveLength(1);
    } finally {
      vi.stubEnv('ALMANAC_DATA_DIR', path.join(own, 'usual'));
    }
  });

  test('belongs to a moved folder, even if another folder has its old path', () => {
    const instance = announced();
    const moved = `${instance.dataDir}-moved`;
    renameSync(instance.dataDir, moved);
    made.push(moved);
    expect(runningInstance(moved)).toEqual({ ...instance, dataDir: moved });
    mkdirSync(instance.dataDir);
    expect(runningInstance(moved)).toEqual({ ...instance, dataDir: moved });
    expect(runningInstance(instance.dataDir)).toBeUndefined();
  });
});

test('all running instances are listed, oldest first, and ended ones are forgotten', () => {
  const late = announced({ startedAt: '2026-11-21T12:00:00.000Z' });
  const early = announced({ startedAt: '2026-11-21T09:00:00.000Z', kind: 'desktop' });
  const gone = announced({ pid: 2 ** 30, processStart: null });
  expect(runningInstances().map(({ dataDir }) => dataDir)).toEqual([early.dataDir, late.dataDir]);
  removeInstance(late.dataDir);
  expect(runningInstances()).toEqual([early]);
  expect(existsSync(fileOf(gone.dataDir))).toBe(true);
});
