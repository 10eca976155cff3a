import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { forceKill, forkService } from '../../electron/child-process.ts';
import { superviseService } from '../../electron/run-service.ts';
import { SOME_START, standInService } from '../shell/stand-in-service.ts';
import { runCommandLine } from '../support/command-line.ts';
import { expect, test } from './fixtures.ts';
import { RECOVERY_MS, RETRIES_MS, START_MS } from './running-app.ts';
import { find, goTo, railLink, takeAway } from './steps.ts';

// Services are killed and pages are broken on purpose.
test.use({ opensHome: false, expectedErrors: [/./] });

test('the page keeps working after its service was killed @needs-linux', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  test.skip(process.platform !== 'linux', 'the service’s process is found in /proc');
  await explore.open('?series=us_debt.total_public_debt_outstanding&range=5Y');
  await ownApp.killService();
  await explore.choosePreset('10Y');
  await explore.isDrawn();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // The service also serves the code of the screen.
  await ownApp.killService();
  await railLink(page, 'Yields').click();
  await expect(page.locator('[data-curve]')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goBack();
  await page.reload();
  await explore.isDrawn();
});

/** The page while the data service fails in every possible way, in the browser and on the desktop. */

const DEBT = '?series=us_debt.total_public_debt_outstanding';

test('the chart is complete though the service dies between two pages @needs-linux @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  test.skip(process.platform !== 'linux', 'in browser mode the service’s process is found in /proc');
  // Holds the second page back until the service has ended.
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
  // The table has the first and the last observation: three decades, in two pages.
  await expect(explore.table).toHaveAttribute('aria-rowcount', /^[78]\d{3}$/);
});

test('a service that keeps dying is given up @needs-linux @browser-only @soak', async ({
  ownApp,
  ownPage: page,
  ownExplore: explore,
}) => {
  test.skip(process.platform !== 'linux', 'in browser mode the service’s process is found in /proc');
  await explore.open(`${DEBT}&range=5Y`);
  const alert = page.getByRole('alert').filter({ hasText: 'Almanac has ended' });
  const kill = async (): Promise<void> => {
    for (const pid of await ownApp.services()) forceKill(pid);
  };
  // Kills each new service. On a busy machine a start may time out, which also counts as a crash.
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

// The desktop app has one window, and ends with it.
test.describe('@browser-only pages without a window of their own', () => {
  test('open pages are counted, and say when Almanac has ended @soak', async ({ ownApp, context }) => {
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
    await expect(one.getByRole('alert').filter({ hasText: 'Almanac has ended' })).toBeVisible({
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

/** Three decades of debt are two pages. The second one is held back until the test releases it. */
test('a long load shows its progress, can be cancelled, and continues from there', { tag: '@soak' }, async ({
  page,
  explore,
}) => {
  let isHeld = true;
  await page.route(/token_id=/, async (route) => {
    if (!isHeld) await route.continue();
  });
  await goTo(page, '/explore?series=us_debt.total_public_debt_outstanding');
  await expect(page.getByRole('progressbar', { name: 'Loading observations' })).toBeVisible();
  await expect(page.getByText(/^[\d,]+( of [\d,]+)? rows$/)).toBeVisible();
  // A partly loaded line has no last value, and the chart cannot be saved or copied as if it were complete.
  const chip = explore.lines;
  await expect(chip).toContainText('loading…');
  await expect(chip).not.toContainText('$');
  await expect(explore.chart).toHaveAccessibleName(/still loading, 5,000 observations so far\.$/);
  await explore.openTable();
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(page.getByText('Nothing copied: still loading, 5,000 observations so far')).toBeVisible();
  await takeAway(page, 'Save as PNG');
  await expect(page.getByRole('alert')).toContainText('still loading, 5,000 observations so far');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(chip).toContainText('not all loaded');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByText(/Loading was stopped/)).toBeVisible();
  await expect(explore.chart).toBeVisible();
  isHeld = false;
  const rest = page.waitForRequest(/economic-data\/us_debt\?/);
  await page.getByRole('button', { name: 'Load the rest' }).click();
  // Continues after the loaded part, not from the first day.
  expect((new URL((await rest).url()).searchParams.get('date_from') ?? '') > '1993-04-01').toBe(true);
  await explore.isDrawn();
  await expect(page.getByText(/Loading was stopped/)).toHaveCount(0);
  await expect(chip).toContainText('$');
  await expect(explore.chart).toHaveAccessibleName(/, last /);
});

test.describe('when the service does not answer', () => {
  test.use({ expectedErrors: [/500/], retriesAtOnce: true });
  test('an error says what happened, and Retry tries again', async ({ page, explore }) => {
    await page.route(/economic-data\/us_debt/, (route) =>
      route.fulfill({ status: 500, json: { detail: 'Internal Server Error' } }),
    );
    await goTo(page, '/explore?series=us_debt.total_public_debt_outstanding&range=5Y');
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(alert).toContainText('Internal Server Error', { timeout: RETRIES_MS });
    // The page does not know whether the range has observations.
    await expect(explore.chart).toBeVisible();
    await expect(page.getByText(/no observations/i)).toHaveCount(0);
    await expect(page.getByText('The observations are not loaded.')).toBeVisible();
    await page.unroute(/economic-data\/us_debt/);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await explore.isDrawn();
  });
});

test('Ctrl-S while the code of a screen loads asks for the name afterwards @soak', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/statement-screen-[^/]*\.js/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(new URL('/statement', page.url()).href, { waitUntil: 'commit' });
  await expect(page.getByRole('main', { name: 'Loading' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save this view' })).toBeVisible();
  await page.keyboard.press('Control+s');
  resolve();
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
});

/** The service sends an endless answer, like a very large export, and dies: Chromium must leave no file. */
test('a service that dies in the middle of an export leaves no file @browser-only', async ({ context }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-downloads-'));
  const program = standInService('streams');
  let pid: number | undefined;
  const run = superviseService({
    spawn() {
      const child = forkService(program, () => undefined);
      pid = child.pid;
      return child;
    },
    settings: () => structuredClone(SOME_START),
    keychain: { ask: async () => ({ t: 'ended' }), close: async () => undefined },
    onQuit: () => undefined,
    onFailed: () => undefined,
    log: () => undefined,
  });
  run.start();
  const page = await context.newPage();
  await page.goto((await run.address()) ?? '');
  // Saves to the test's own folder, with the file names that a person would get.
  const devtools = await context.newCDPSession(page);
  const states: string[] = [];
  const { targetInfo } = await devtools.send('Target.getTargetInfo');
  await devtools.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    browserContextId: targetInfo.browserContextId as string,
    downloadPath: folder,
    eventsEnabled: true,
  });
  devtools.on('Browser.downloadProgress', ({ state }) => void states.push(state));
  await page.evaluate(() => {
    const link = document.createElement('a');
    Object.assign(link, { href: '/download/endless', download: 'debt.csv' });
    link.click();
  });
  const sizes = async () =>
    Promise.all((await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).size));
  await expect.poll(async () => Math.max(0, ...(await sizes()))).toBeGreaterThan(0);
  expect(await readdir(folder)).not.toContain('debt.csv');
  forceKill(pid);
  await expect.poll(() => states).toContain('canceled');
  await expect.poll(() => readdir(folder)).toEqual([]);
  // The service restarts within a second or two.
  await expect(async () => {
    await page.reload();
    await expect(page).toHaveTitle('Almanac');
  }).toPass();
  await run.stop();
  await rm(folder, { recursive: true, force: true });
});
