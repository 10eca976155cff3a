import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { servicesBelow } from '../support/child-processes.ts';
import { runCommandLine } from '../support/command-line.ts';
import { type BrowserDriver, startInBrowser } from './browser-driver.ts';
import { Explore } from './explore-page.ts';
import { test as base, expect } from './fixtures.ts';

/** What a person sees while the data service fails in every way it can. */

const test = base.extend<{ driver: BrowserDriver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  driver: async ({}, use) => {
    const driver = await startInBrowser();
    await use(driver);
    await driver.stop();
  },
});

const DEBT = '?series=us_debt.total_public_debt_outstanding';
const banner = { name: /Restart the service/ };

test('a service that dies between two pages of a chart: the chart comes whole, by itself @browser-only @needs-linux', async ({
  context,
  driver,
}) => {
  test.skip(process.platform !== 'linux', 'the service’s process is found in /proc');
  const page = await driver.openPage(context);
  const explore = new Explore(page);
  // The second page is asked for only when the service has gone.
  let isKilled = false;
  await page.route(/token_id=/, async (route) => {
    if (!isKilled) {
      isKilled = true;
      await driver.killService();
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

test('after three crashes it stays down, the chart stays, and Restart brings it back @browser-only @needs-linux', async ({
  context,
  driver,
}) => {
  test.skip(process.platform !== 'linux', 'the service’s process is found in /proc');
  const page = await driver.openPage(context);
  const explore = new Explore(page);
  await explore.open(`${DEBT}&range=5Y`);
  const killed = new Set<number>();
  while (killed.size < 3) {
    // One that has just been killed may be there still for a moment.
    const next = (await servicesBelow(driver.host.process.pid ?? 0)).find((pid) => !killed.has(pid));
    if (next === undefined) continue;
    killed.add(next);
    process.kill(next, 'SIGKILL');
  }
  const alert = page.getByRole('alert').filter({ hasText: 'stopped 3 times within 5 minutes' });
  await expect(alert).toBeVisible({ timeout: 60_000 });
  await expect(alert).toContainText('Your data is safe');
  await expect(explore.chart).toBeVisible();
  await alert.getByRole('button', { name: 'Show log' }).click();
  await expect(page.getByRole('region', { name: 'Diagnostics' })).toContainText('stopped 3 times');
  await page.keyboard.press('Escape');
  await alert.getByRole('button', banner).click();
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 60_000 });
  await explore.choosePreset('10Y');
  await explore.isDrawn();
});

test('a service that hangs is replaced, and what was asked of it meanwhile comes @browser-only @needs-linux', async ({
  context,
  driver,
}) => {
  test.skip(process.platform !== 'linux', 'the service’s process is found in /proc');
  const page = await driver.openPage(context);
  const explore = new Explore(page);
  await explore.open(`${DEBT}&range=5Y`);
  const services = await servicesBelow(driver.host.process.pid ?? 0);
  for (const pid of services) process.kill(pid, 'SIGSTOP');
  await explore.choosePreset('10Y');
  await expect(() => {
    for (const pid of services) expect(() => process.kill(pid, 0)).toThrow();
  }).toPass({ timeout: 60_000 });
  await explore.isDrawn();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a taken port is told with who holds it, and another one is a click away @browser-only', async ({
  context,
}) => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const driver = await startInBrowser({ words: ['--service-port', String(port)] });
  const page = await driver.openPage(context);
  const alert = page.getByRole('alert').filter({ hasText: `Port ${port}` });
  await expect(alert).toContainText(
    process.platform === 'linux' ? `(process ${process.pid})` : 'is in use by',
  );
  await expect(alert.getByRole('button', banner)).toBeEnabled();
  await alert.getByRole('button', { name: 'Use another port this once' }).click();
  await expect(alert).toHaveCount(0);
  await new Explore(page).isDrawn();
  await driver.stop();
  holder.close();
});

test('the pages that are open are known, and Almanac tells when it was ended @browser-only', async ({
  context,
  driver,
}) => {
  const clients = async (): Promise<number | null | undefined> => {
    const text = await runCommandLine(['list', '--json', '--data-dir', driver.dataDir]);
    return (JSON.parse(text) as { clients: number | null }[])[0]?.clients;
  };
  const [one, two] = [await driver.openPage(context), await driver.openPage(context)];
  await expect.poll(clients).toBe(2);
  await two.reload();
  await expect(two.getByRole('navigation', { name: 'Screens' })).toBeVisible();
  await expect.poll(clients).toBe(2);
  await two.close();
  await expect.poll(clients).toBe(1);
  await runCommandLine(['stop', '--data-dir', driver.dataDir]);
  await expect(one.getByRole('alert').filter({ hasText: 'does not answer any more' })).toBeVisible({
    timeout: 60_000,
  });
});

test('almanac open starts the app in the background, opens that one again, and stop ends it @browser-only', async ({
  context,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-e2e-'));
  const open = async (): Promise<URL> => {
    const said = await runCommandLine(['open', '--no-open', '--data-dir', folder]);
    return new URL(/http:\/\/\S+#t=\S+/.exec(said)?.[0] ?? '');
  };
  const first = await open();
  try {
    const again = await open();
    expect(again.origin).toBe(first.origin);
    const page = await context.newPage();
    await page.goto(again.href);
    await new Explore(page).isDrawn();
  } finally {
    await runCommandLine(['stop', '--data-dir', folder]);
  }
  await expect(fetch(first.origin)).rejects.toThrow();
  await rm(folder, { recursive: true, force: true });
});
