import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFolder } from '../../service/store/index.ts';
import { makeFolder } from './folder.ts';

const inUse = (message: RegExp) =>
  expect.objectContaining({ code: 'folder_in_use', message: expect.stringMatching(message) });

test('a folder has one service; a second is refused with the port of the first', () => {
  using folder = makeFolder();
  const dataDir = join(folder.path, 'not', 'yet', 'there');
  const lock = lockFolder(dataDir);
  expect(() => lockFolder(dataDir)).toThrow(inUse(new RegExp(`process ${process.pid}`)));
  lock.announce(4780);
  expect(() => lockFolder(dataDir)).toThrow(inUse(/http:\/\/127\.0\.0\.1:4780/));
  lock.release();
  lock.release();
  expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
  lockFolder(dataDir).release();
});

test('a service that was killed leaves no lock', async () => {
  using folder = makeFolder();
  const store = new URL('../../service/store/index.ts', import.meta.url).href;
  const script = `import { lockFolder } from '${store}';
    lockFolder(process.argv[1]).announce(1234); globalThis.gc(); setTimeout(() => { globalThis.gc(); console.log('held'); }, 20);
    setInterval(() => undefined, 1000);`;
  // The script keeps no reference to the lock: garbage collection must not release it.
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script, folder.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(said.toString()).toBe('held\n');
    expect(() => lockFolder(folder.path)).toThrow(inUse(new RegExp(`process ${child.pid}, http.*:1234`)));
  } finally {
    // The child must end even if the test fails: it would block the whole test run.
    child.kill('SIGKILL');
  }
  await once(child, 'exit');
  // service.json names a process that no longer exists: only the lock itself matters.
  expect(existsSync(join(folder.path, 'service.json'))).toBe(true);
  lockFolder(folder.path).release();
});
