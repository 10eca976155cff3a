import { forceKill } from '../../electron/child-process.ts';
import { runCommandLine } from '../support/command-line.ts';
import { expect, test } from './fixtures.ts';
import { RECOVERY_MS, START_MS } from './running-app.ts';
import { find } from './steps.ts';

/** What a person sees while the data service fails in every way it can, in the browser and in the desktop window. */

const DEBT = '?series=us_debt.total_public_debt_outstanding';

test('a service that dies between two pages of a chart @needs-linux @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  test.skip(process.platform !== 'linux', 'in browser mode the service’s process is found in /proc');
  // The second page is asked for only when the service has gone.
  let isKilled = false;
  await page.route(/token_id=/, async (route) => {
    if (!isKilled) {
      isKilled = true;
      await ownApp.killService();
    }
    await route.continue();
  });
  await explore.open(DEBT);
  expect(isKilled).toBe(true);
  await expect(page.getByText(/could not be loaded/)).toHaveCount(0);
  await expect(page.getByText(/Loading was stopped/)).toHaveCount(0);
  await explore.openTable();
  // The first and the last observation: three decades, in two pages.
  await expect(explore.table).toHaveAttribute('aria-rowcount', /^[78]\d{3}$/);
});

test('a service that dies for good is given up @needs-linux @browser-only @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  test.skip(process.platform !== 'linux', 'in browser mode the service’s process is found in /proc');
  await explore.open(`${DEBT}&range=5Y`);
  const alert = page.getByRole('alert').filter({ hasText: 'does not answer any more' });
  const kill = async (): Promise<void> => {
    for (const pid of await ownApp.services()) forceKill(pid);
  };
  // As often as it comes back: where a busy machine let a start take too long, that was one of the crashes.
  await expect
    .poll(
      async () => {
        await kill();
        return alert.isVisible();
      },
      { timeout: 2 * RECOVERY_MS },
    )
    .toBe(true);
  await expect(alert).toContainText('Start it again with npm start.');
  await expect(explore.chart).toBeVisible();
});

test('a service that hangs is replaced @needs-linux @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  test.skip(process.platform !== 'linux', 'in browser mode the service’s process is found in /proc');
  await explore.open(`${DEBT}&range=5Y`);
  const services = await ownApp.services();
  expect(services).toHaveLength(1);
  for (const pid of services) process.kill(pid, 'SIGSTOP');
  await explore.choosePreset('10Y');
  await expect(() => {
    for (const pid of services) expect(() => process.kill(pid, 0)).toThrow();
  }).toPass({ timeout: RECOVERY_MS });
  await explore.isDrawn();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

// The desktop app has one window, which ends with it.
test.describe('@browser-only pages without a window of their own', () => {
  test('open pages are known, and say when Almanac was ended @soak', async ({ ownApp, context }) => {
    const clients = async (): Promise<number | null | undefined> => {
      const text = await runCommandLine(['list', '--json', '--data-dir', ownApp.dataDir]);
      return (JSON.parse(text) as { clients: number | null }[])[0]?.clients;
    };
    const [one, two] = [await ownApp.openPage(context), await ownApp.openPage(context)];
    await expect.poll(clients).toBe(2);
    await two.reload();
    await expect(two.getByRole('navigation', { name: 'Screens' })).toBeVisible();
    await expect.poll(clients).toBe(2);
    await two.close();
    await expect.poll(clients).toBe(1);
    await runCommandLine(['stop', '--data-dir', ownApp.dataDir]);
    await expect(one.getByRole('alert').filter({ hasText: 'does not answer any more' })).toBeVisible({
      timeout: RECOVERY_MS,
    });
  });

  test('almanac open prints an address that signs in @soak', async ({ ownApp, context }) => {
    const said = await runCommandLine(['open', '--no-open', '--data-dir', ownApp.dataDir]);
    const page = await context.newPage();
    await page.goto(/http:\/\/\S+#t=\S+/.exec(said)?.[0] ?? '');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  });

  test('Quit in the palette ends Almanac, and the page says so @soak', async ({ ownApp, ownPage: page }) => {
    await find(page, 'quit almanac');
    await page.getByRole('option', { name: /^Quit Almanac/ }).click();
    await expect(page.getByText('Almanac has ended. Start it again with npm start.')).toBeVisible();
    await expect.poll(() => ownApp.services(), { timeout: START_MS }).toEqual([]);
    await expect(fetch(new URL('/healthz', page.url()))).rejects.toThrow();
  });
});
