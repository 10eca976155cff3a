import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { askAsPage, startOnDesktop } from './desktop-driver.ts';
import { expect, test } from './fixtures.ts';

test('@desktop-only faults of the main process are logged, masked @soak', async ({ target }) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'almanac-e2e-'));
  await mkdir(path.join(dataDir, 'window'), { mode: 0o700 });
  await writeFile(path.join(dataDir, 'window/window.json'), 'alm_0123456789abcdef');
  const app = await startOnDesktop(target, { dataDir });
  try {
    const page = await app.openPage(undefined as never);
    await app.app.evaluate(() => {
      void Promise.reject(new Error('Nobody waits for alm_0123456789abcdef'));
    });
    const logged = () => readFile(path.join(dataDir, 'logs/almanac.log'), 'utf8').catch(() => '');
    await expect.poll(logged).toContain('the app continues: Error: Nobody waits for alm_…');
    expect(await logged()).toMatch(/ host - \S+window\.json could not be read: /);
    expect((await logged()) + app.printed()).not.toContain('0123456789abcdef');
    expect((await askAsPage(page, '/host/state')).status).toBe(200);
  } finally {
    await app.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
