import path from 'node:path';
import type { Page } from '@playwright/test';
import type { CreatedKey } from '../../service/contract/access.ts';
import { processesFrom, stillRunning } from '../support/child-processes.ts';
import {
  type DesktopSession,
  isAlive,
  missingForKeyring,
  startDesktopSession,
} from '../vault/desktop-session.ts';
import { type DesktopDriver, startOnDesktop } from './desktop-driver.ts';
import { test as base, expect } from './fixtures.ts';

/** The desktop app with a real keyring: by the window's page, its main process and a utility process of its own. */

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

/** Asks the host as the page does. */
function post<Answer>(page: Page, action: string, body: unknown): Promise<Answer> {
  return page.evaluate(
    async ([name, sent]) => {
      const answer = await fetch(`/host/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(sent),
      });
      return (await answer.json()) as never;
    },
    [action, body] as const,
  );
}

const keychainProcesses = ({ app }: DesktopDriver): Promise<number> =>
  app.evaluate((main) => main.app.getAppMetrics().filter(({ name }) => name === 'Almanac keychain').length);

test('@desktop-only keys go to the system’s keychain, which is first touched when one is made @needs-keyring', async ({
  target,
  session,
}) => {
  const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } = session.environment as Record<string, string>;
  const app = await startOnDesktop(target, {
    environment: { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } as Record<string, string>,
  });
  try {
    const page = await app.openPage(undefined as never);
    expect(await keychainProcesses(app)).toBe(0);
    const made = await post<CreatedKey>(page, 'create-key', { label: 'Excel' });
    expect([made.kept, made.message]).toEqual(['keychain', null]);
    expect(await keychainProcesses(app)).toBe(1);
    expect(await post(page, 'copy-key', { id: made.line.id })).toEqual({ key: made.key });
    await session.lock();
    await session.withoutPrompter();
    expect(await post(page, 'copy-key', { id: made.line.id })).toMatchObject({
      detail: expect.stringContaining('is locked'),
    });
  } finally {
    await app.stop();
  }
});

test('@desktop-only a keychain process with an open prompt does not outlive an app that is killed @needs-keyring', async ({
  target,
  session,
}) => {
  await session.lock();
  const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } = session.environment as Record<string, string>;
  const dataDir = path.join(session.folder, 'data');
  const app = await startOnDesktop(target, {
    dataDir,
    environment: { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } as Record<string, string>,
  });
  const page = await app.openPage(undefined as never);
  void post(page, 'choose-vault', { way: 'unlock' }).catch(() => undefined);
  await session.promptIsOpen();
  const pids = await app.app.evaluate((main) =>
    main.app.getAppMetrics().flatMap(({ pid, name }) => (name === 'Almanac keychain' ? [pid] : [])),
  );
  expect(pids.map(isAlive)).toEqual([true]);
  const hosts = [await app.app.evaluate(() => process.pid), app.app.process().pid ?? 0];
  const all = await processesFrom(app.app.process().pid ?? 0);
  for (const pid of hosts) process.kill(pid, 'SIGKILL');
  await expect.poll(() => pids.some(isAlive)).toBe(false);
  // What the test's double of Electron leaves is its own.
  for (const pid of await stillRunning(all)) process.kill(pid, 'SIGKILL');
});
