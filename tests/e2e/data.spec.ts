import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Replay, replayPublishers } from '../support/replay-publishers.ts';
import { type BrowserDriver, startInBrowser } from './app-driver.ts';
import { test as base, expect, leaveRoutes, unexpected, watchErrors } from './fixtures.ts';
import { RETRIES_MS } from './running-app.ts';
import { railLink } from './steps.ts';

/** The Data screen of its own app. A server on this machine plays the publishers. */
const test = base.extend<{ replay: Replay; publisherApp: BrowserDriver; data: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
  replay: async ({}, use) => {
    const replay = await replayPublishers();
    await use(replay);
    await replay.stop();
  },
  publisherApp: async ({ replay }, use) => {
    const before = process.env.ALMANAC_MIRROR;
    process.env.ALMANAC_MIRROR = replay.address;
    const app = await startInBrowser();
    if (before === undefined) delete process.env.ALMANAC_MIRROR;
    else process.env.ALMANAC_MIRROR = before;
    await use(app);
    await app.stop();
  },
  data: async ({ publisherApp, context }, use) => {
    const errors = watchErrors(context);
    const page = await publisherApp.openPage(context);
    await railLink(page, 'Data').click();
    await expect(row(page, 'National debt')).toContainText('Sample');
    await use(page);
    await leaveRoutes(context);
    // On a busy machine the page loads before its service runs, gets 503, and tries again.
    // Chromium writes refused requests to the console.
    expect(unexpected(errors, [/503/, /422.*\/host\/restore/])).toEqual([]);
  },
});

const row = (page: Page, title: string): Locator =>
  page.getByRole('table', { name: 'Datasets' }).getByRole('row').filter({ hasText: title });
const refresh = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: `Refresh ${title}` });

const DEBT = 'National debt (Debt to the Penny)';
const FILE = [
  'dataset,series,date,value',
  'jolts,hires_level_sa,2024-01-01,5000',
  'jolts,hires_level_sa,2024-02-01,5100',
  '',
].join('\n');

test.describe('@browser-only', () => {
  test('one click refreshes a dataset, and shows what changed', async ({ data, replay }) => {
    await expect(row(data, DEBT)).toContainText(/[A-Z][a-z]{2} \d{4}-\d\d-\d\d, 16:15 ET/);
    await refresh(data, DEBT).click();
    await expect(row(data, DEBT)).toContainText(/Current|Due/);
    await expect(row(data, DEBT)).toContainText('Refreshed from api.fiscaldata.treasury.gov');
    await expect(row(data, DEBT)).toContainText('30 added');
    await expect(row(data, DEBT)).toContainText('Refreshes automatically');
    const logged = data.getByRole('region', { name: 'Runs' }).getByRole('row').nth(1);
    await expect(logged).toContainText(DEBT);
    await expect(logged).toContainText('30 added');
    // A second refresh finds nothing new, but asks the publisher again.
    const asked = replay.asked.length;
    await refresh(data, DEBT).click();
    await expect.poll(() => replay.asked.length).toBeGreaterThan(asked);
    await expect(row(data, DEBT)).toContainText('nothing new');

    // In a small window all columns fit side by side.
    await data.setViewportSize({ width: 1024, height: 700 });
    const overflow = () =>
      data
        .getByRole('table', { name: 'Datasets' })
        .evaluate(
          (table) => (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0),
        );
    await expect.poll(overflow).toBe(0);
    // A window of 1440 pixels at 200 % has 720, one of 1024 has 512.
    for (const width of [800, 720, 512]) {
      await data.setViewportSize({ width, height: 450 });
      await expect.poll(overflow).toBe(0);
      await expect
        .poll(() => data.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth))
        .toBe(0);
      await expect(row(data, DEBT)).toContainText('nothing new');
    }
  });

  test('a refresh shows its progress, is cancelled, and may fail @soak', async ({ data, replay }) => {
    replay.hold('api.fiscaldata');
    await expect(refresh(data, DEBT)).toBeEnabled();
    await refresh(data, DEBT).focus();
    await data.keyboard.press('Enter');
    await expect(row(data, DEBT).getByRole('progressbar')).toBeVisible();
    await expect(row(data, DEBT)).toContainText('Fetching');
    const cancel = data.getByRole('button', { name: `Cancel ${DEBT}` });
    await cancel.focus();
    await data.keyboard.press('Enter');
    await expect(refresh(data, DEBT)).toBeVisible();
    await expect(row(data, DEBT)).toContainText('Sample');

    await refresh(data, 'Personal income and outlays').click();
    const failure = data.getByRole('row').filter({ hasText: /Failed at .*404.*Nothing was changed/ });
    await expect(failure).toBeVisible({ timeout: RETRIES_MS });
    await expect(row(data, 'Personal income and outlays').first()).toContainText('Sample');
    const logged = data.getByRole('region', { name: 'Runs' }).getByRole('row').nth(1);
    await expect(logged).toContainText(/Personal income and outlays.*Refresh failed.*404/);
  });

  test('a refused file can be published anyway; the latest check is shown @soak', async ({ data }) => {
    await data.route('**/host/data-state', async (route) => {
      const answer = await route.fetch();
      const state = await answer.json();
      for (const one of state.datasets)
        if (one.dataset === 'us_debt') one.last_checked = '2099-01-02T03:04:05Z';
      await route.fulfill({ response: answer, json: state });
    });
    await data.reload();
    await expect(row(data, DEBT)).toContainText('Last checked 2099-01-02 03:04 UTC');

    const asked: unknown[] = [];
    await data.route('**/host/refresh', async (route) => {
      asked.push(route.request().postDataJSON());
      await route.continue();
    });
    await data.route('**/host/jobs', async (route) => {
      const answer = await route.fetch();
      const { jobs } = await answer.json();
      for (const job of jobs)
        if (job.state === 'failed') job.code = asked.length > 1 ? 'file_jumps' : 'file_shrinks';
      await route.fulfill({ response: answer, json: { jobs } });
    });
    await refresh(data, 'Personal income and outlays').click();
    const anyway = data.getByRole('button', { name: 'Publish Personal income and outlays anyway' });
    await anyway.click();
    await expect.poll(() => asked).toHaveLength(2);
    // A file may be refused for several reasons, one after another. An overruled reason stays overruled.
    await anyway.click();
    await expect
      .poll(() => asked)
      .toEqual([
        { datasets: ['personal_income_and_outlays'] },
        { datasets: ['personal_income_and_outlays'], allow_shrink: true, allow_jumps: false },
        { datasets: ['personal_income_and_outlays'], allow_shrink: true, allow_jumps: true },
      ]);
  });

  test('automatic refreshes are switched off; the FRED key and the contact stay @soak', async ({ data }) => {
    const automatic = data.getByRole('switch', { name: /Refresh after each release/ });
    const fred = data.getByRole('switch', { name: /Use FRED if a publisher does not answer/ });
    const contact = data.getByRole('textbox', { name: 'Contact in requests to publishers' });
    await expect(automatic).toBeChecked();
    await automatic.press(' ');
    await expect(automatic).not.toBeChecked();
    await expect(fred).not.toBeChecked();
    await fred.press(' ');
    await expect(fred).toBeChecked();
    await contact.fill('me@example.org');
    await contact.press('Enter');
    await expect(data.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
    await data.reload();
    await expect(contact).toHaveValue('me@example.org');
    await expect(fred).toBeChecked();
    await expect(automatic).toBeEnabled();
    await expect(automatic).not.toBeChecked();
  });

  test('a wrong file is refused with the reason, dropped or restored; the next is imported @soak', async ({
    data,
    publisherApp,
  }) => {
    await drop(data, 'notes.txt', 'Milk, eggs and bread\n');
    await expect(data.getByRole('alert')).toContainText('notes.txt');
    await drop(data, 'hires.csv', FILE);
    await expect(data.getByRole('region', { name: 'Preview' })).toContainText('hires.csv');
    await expect(data.getByRole('alert')).toHaveCount(0);
    await data.getByRole('button', { name: 'Close' }).click();
    await expect(data.getByRole('region', { name: 'Preview' })).toHaveCount(0);
    await expect(row(data, 'JOLTS')).toContainText('Sample');

    const storage = data.getByRole('region', { name: 'Storage' });
    const wrong = path.join(publisherApp.dataDir, 'wrong.sqlite');
    await writeFile(wrong, 'Milk, eggs and bread\n');
    await storage.locator('input[type=file]').setInputFiles(wrong);
    await data.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect(storage.getByRole('alert')).toContainText(
      "Not restored. wrong.sqlite is damaged, or is not a back-up of Almanac's data. Nothing was changed.",
    );
    await expect(row(data, DEBT)).toContainText('Sample');
  });

  test('data are backed up, and a back-up is restored by keyboard @soak', async ({ data, publisherApp }) => {
    const storage = data.getByRole('region', { name: 'Storage' });
    await expect(storage).toContainText(/Data [\d.]+ MB, keys \d+ KB/);
    await storage.getByRole('button', { name: 'Back up' }).click();
    await expect(
      storage.getByRole('status').filter({ hasText: /Backed up as data-\S+\.sqlite/ }),
    ).toBeVisible();
    const copies = await readdir(path.join(publisherApp.dataDir, 'backups'));
    expect(copies).toHaveLength(1);
    await refresh(data, DEBT).click();
    await expect(row(data, DEBT)).toContainText('30 added');

    await storage.getByRole('button', { name: `Restore ${copies[0]}` }).press('Enter');
    const dialog = data.getByRole('dialog', { name: 'Restore this back-up?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await data.keyboard.press('Escape');
    await expect(storage.getByRole('button', { name: `Restore ${copies[0]}` })).toBeFocused();
    await data.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await data.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Restore' })).toBeFocused();
    await data.keyboard.press('Enter');
    await expect(
      storage.getByText(/Restored\. The data that were here are kept as data-before-restore-/),
    ).toBeVisible();
    await expect(row(data, DEBT)).toContainText('Sample');

    // Restores the replaced data, chosen as a file.
    const kept = (await readdir(path.join(publisherApp.dataDir, 'backups'))).find((name) =>
      name.includes('before'),
    );
    const file = storage.locator('input[type=file]');
    await file.setInputFiles(path.join(publisherApp.dataDir, 'backups', kept ?? ''));
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect(row(data, DEBT)).toContainText('30 added');
  });
});

test.describe('when the host fails @browser-only', () => {
  test.use({ expectedErrors: [/500|422/], retriesAtOnce: true });
  test('when state and log cannot be loaded, the screen says so, with Retry @soak', async ({ page }) => {
    const broken = /\/host\/(runs|data-state)$/;
    // This request is not repeated automatically: the screen once repeated it without end.
    let asked = 0;
    await page.route(broken, (route) => {
      asked += 1;
      return route.fulfill({ status: 422, json: { detail: 'The disk is full.' } });
    });
    await railLink(page, 'Data').click();
    await expect(page.getByRole('alert').filter({ hasText: 'The disk is full' })).toHaveCount(2);
    await page.waitForTimeout(500);
    expect(asked).toBeLessThan(8);
    await railLink(page, 'Guide').click();
    await page.unroute(broken);
    await page.route(broken, (route) =>
      route.fulfill({ status: 500, json: { detail: 'The disk is full.' } }),
    );
    await railLink(page, 'Data').click();
    const state = page
      .getByRole('alert')
      .filter({ hasText: /Nothing can be refreshed now.*The disk is full/ });
    const log = page.getByRole('alert').filter({ hasText: /The log could not be loaded.*The disk is full/ });
    await expect(state).toBeVisible({ timeout: RETRIES_MS });
    await expect(log).toBeVisible({ timeout: RETRIES_MS });
    // A notice about the whole screen is as wide as the cards below it.
    const card = await page.getByRole('region', { name: 'Storage' }).boundingBox();
    expect(await state.boundingBox()).toMatchObject({ x: card?.x, width: card?.width });
    await expect(page.getByText('No import or refresh yet')).toHaveCount(0);
    await page.unroute(broken);
    await log.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('No import or refresh yet')).toBeVisible();
    await state.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('button', { name: 'Refresh all' })).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

/** Drops a file on the panel, like a file manager. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const made = new DataTransfer();
      made.items.add(new File([content ?? ''], fileName ?? '', { type: 'text/plain' }));
      return made;
    },
    [name, text],
  );
  const zone = page.getByRole('heading', { name: 'Import a file' });
  for (const type of ['dragenter', 'dragover', 'drop'])
    await zone.dispatchEvent(type, { dataTransfer: transfer });
}
