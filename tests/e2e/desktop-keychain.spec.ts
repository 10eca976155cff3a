import path from 'node:path';
import type { Page } from '@playwright/test';
import { forceKill } from '../../electron/child-process.ts';
import type { CreatedKey } from '../../service/contract/access.ts';
import { processesFrom, stillRunning } from '../support/child-processes.ts';
import {
  type DesktopSession,
  isAlive,
  missingForKeyring,
  startDesktopSession,
} from '../vault/desktop-session.ts';
import {
  askAsPage,
  type DesktopDriver,
  serviceIsReady,
  startOnDesktop,
  utilities,
} from './desktop-driver.ts';
import { test as base, expect } from './fixtures.ts';
import { START_MS } from './running-app.ts';

/** The desktop app with a real keyring: the window's page, main process and keychain process. */

const missing = process.platform === 'linux' ? missingForKeyring() : 'the keyring of the tests is GNOME’s';

const test = base.extend<{ session: DesktopSession }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  session: async ({}, use, info) => {
    info.skip(missing !== '', missing);
    const session = await startDesktopSession('unlocked');
    await use(session);
    await session.end();
  },
});

/** Posts an action to the service as the page does. */
async function post<Answer>(page: Page, action: string, body: unknown): Promise<Answer> {
  const { text } = await askAsPage(page, `/host/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return JSON.parse(text) as Answer;
}

/** The variables that lead the app to the bus and keyring of the test's desktop session. */
const reached = ({ environment: { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } }: DesktopSession) =>
  ({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }) as Record<string, string>;

const keychains = ({ app }: DesktopDriver): Promise<number[]> => utilities(app, 'Almanac keychain');

/** Makes a key that the keychain keeps. If the keyring misses its deadline on a busy machine, tries again. */
async function makeKeptKey(page: Page): Promise<CreatedKey> {
  await serviceIsReady(page);
  let made: CreatedKey | undefined;
  await expect(async () => {
    made = await post<CreatedKey>(page, 'create-key', { label: 'Excel' });
    expect([made.kept, made.message]).toEqual(['keychain', null]);
  }).toPass({ timeout: START_MS });
  return made as CreatedKey;
}

test('@desktop-only the keychain is used only once a key is made @needs-keyring @soak', async ({
  target,
  session,
}) => {
  const app = await startOnDesktop(target, { environment: reached(session) });
  try {
    const page = await app.openPage(undefined as never);
    await serviceIsReady(page);
    expect(await keychains(app)).toEqual([]);
    const { key, line } = await makeKeptKey(page);
    expect(await keychains(app)).toHaveLength(1);
    await expect.poll(() => post(page, 'copy-key', { id: line.id })).toEqual({ key });
    await session.lock();
    await session.withoutPrompter();
    expect(await post(page, 'copy-key', { id: line.id })).toMatchObject({
      detail: expect.stringContaining('is locked'),
    });
  } finally {
    await app.stop();
  }
});

test('@desktop-only a killed app ends its keychain process @needs-keyring @soak', async ({
  target,
  session,
}) => {
  const options = { dataDir: path.join(session.folder, 'data'), environment: reached(session) };
  const first = await startOnDesktop(target, options);
  const { key, line } = await makeKeptKey(await first.openPage(undefined as never));
  const started = await processesFrom(first.app.process().pid ?? 0);
  expect(started).toEqual(expect.arrayContaining(await keychains(first)));
  await kill(first);
  await expect.poll(() => stillRunning(started)).toEqual([]);

  const second = await startOnDesktop(target, options);
  try {
    const page = await second.openPage(undefined as never);
    await serviceIsReady(page);
    await expect.poll(() => post(page, 'copy-key', { id: line.id })).toEqual({ key });
  } finally {
    await second.stop();
  }
});

test('@desktop-only an open password prompt ends with a killed app @needs-keyring @soak', async ({
  target,
  session,
}) => {
  await session.lock();
  const app = await startOnDesktop(target, {
    dataDir: path.join(session.folder, 'data'),
    environment: reached(session),
  });
  const page = await app.openPage(undefined as never);
  void post(page, 'choose-vault', { way: 'unlock' }).catch(() => undefined);
  await session.promptIsOpen();
  const pids = await keychains(app);
  expect(pids.map(isAlive)).toEqual([true]);
  const started = await processesFrom(app.app.process().pid ?? 0);
  await kill(app);
  await expect.poll(() => pids.some(isAlive)).toBe(false);
  await expect.poll(() => stillRunning(started)).toEqual([]);
});

async function kill({ app }: DesktopDriver): Promise<void> {
  const closed = app.waitForEvent('close', { timeout: START_MS });
  // The started program may be a launcher of the main process, so both are killed.
  for (const pid of [await app.evaluate(() => process.pid), app.process().pid]) forceKill(pid);
  await closed;
}
