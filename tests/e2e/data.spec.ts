import type { Locator, Page } from '@playwright/test';
import { type Replay, replayPublishers } from '../support/replay-publishers.ts';
import { type BrowserDriver, startInBrowser } from './app-driver.ts';
import { test as base, expect, unexpected, watchErrors } from './fixtures.ts';

/** The Data screen of an app of its own, whose publishers are replayed on this machine. */
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
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Data' }).click();
    await expect(row(page, 'National debt')).toContainText('Sample');
    await use(page);
    expect(unexpected(errors, [])).toEqual([]);
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
  test('one click brings a dataset from its publisher, and says what came from where', async ({
    data,
    replay,
  }) => {
    await expect(row(data, DEBT)).toContainText(/[A-Z][a-z]{2} \d{4}-\d\d-\d\d, 16:15 ET/);
    await refresh(data, DEBT).click();
    await expect(row(data, DEBT)).toContainText(/Current|Due/);
    await expect(row(data, DEBT)).toContainText('Refreshed from api.fiscaldata.treasury.gov');
    await expect(row(data, DEBT)).toContainText('30 added');
    await expect(row(data, DEBT)).toContainText('Refreshes by itself');
    const logged = data.getByRole('region', { name: 'Runs' }).getByRole('row').nth(1);
    await expect(logged).toContainText(DEBT);
    await expect(logged).toContainText('30 added');
    // Again: nothing new, and the publisher was asked again.
    const asked = replay.asked.length;
    await refresh(data, DEBT).click();
    await expect.poll(() => replay.asked.length).toBeGreaterThan(asked);
    await expect(row(data, DEBT)).toContainText('nothing new');
  });

  test('a refresh shows that it goes on, and can be cancelled by keyboard without trace', async ({
    data,
    replay,
  }) => {
    replay.hold('api.fiscaldata');
    await refresh(data, DEBT).focus();
    await data.keyboard.press('Enter');
    await expect(row(data, DEBT).getByRole('progressbar')).toBeVisible();
    await expect(row(data, DEBT)).toContainText('Fetching');
    const cancel = data.getByRole('button', { name: `Cancel ${DEBT}` });
    await cancel.focus();
    await data.keyboard.press('Enter');
    await expect(refresh(data, DEBT)).toBeVisible();
    await expect(row(data, DEBT)).toContainText('Sample');
  });

  test('a publisher that fails is told under its dataset, and the data stay', async ({ data }) => {
    await refresh(data, 'Personal income and outlays').click();
    const failure = data.getByRole('row').filter({ hasText: /Failed at .*404.*Nothing was changed/ });
    await expect(failure).toBeVisible({ timeout: 30_000 });
    await expect(row(data, 'Personal income and outlays').first()).toContainText('Sample');
  });

  test('refreshes after each release are switched off for good', async ({ data }) => {
    const automatic = data.getByRole('switch', { name: /Refresh after each release/ });
    await expect(automatic).toBeChecked();
    await automatic.press(' ');
    await expect(automatic).not.toBeChecked();
    await data.reload();
    await expect(automatic).toBeEnabled();
    await expect(automatic).not.toBeChecked();
  });

  test('FRED and the contact stay after a reload', async ({ data }) => {
    const fred = data.getByRole('switch', { name: /Use FRED where a publisher does not answer/ });
    const contact = data.getByRole('textbox', { name: 'Contact in requests to publishers' });
    await expect(fred).not.toBeChecked();
    await fred.press(' ');
    await expect(fred).toBeChecked();
    await contact.fill('me@example.org');
    await contact.press('Enter');
    await expect(data.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await data.reload();
    await expect(contact).toHaveValue('me@example.org');
    await expect(fred).toBeChecked();
  });

  test('a dropped file that is wrong says why, and the next one is taken', async ({ data }) => {
    await drop(data, 'notes.txt', 'Milk, eggs and bread\n');
    await expect(data.getByRole('alert')).toContainText('notes.txt');
    await drop(data, 'hires.csv', FILE);
    await expect(data.getByRole('region', { name: 'Preview' })).toContainText('hires.csv');
    await expect(data.getByRole('alert')).toHaveCount(0);
    await data.getByRole('button', { name: 'Close' }).click();
    await expect(data.getByRole('region', { name: 'Preview' })).toHaveCount(0);
    await expect(row(data, 'JOLTS')).toContainText('Sample');
  });

  test('all columns stand side by side in a small window', async ({ data }) => {
    await refresh(data, DEBT).click();
    await expect(row(data, DEBT)).toContainText('30 added');
    await data.setViewportSize({ width: 1024, height: 700 });
    const overflow = () =>
      data
        .getByRole('table', { name: 'Datasets' })
        .evaluate(
          (table) => (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0),
        );
    await expect.poll(overflow).toBe(0);
  });
});

/** Drops a file on the panel, as from a file manager. */
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
