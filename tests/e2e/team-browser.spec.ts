import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { missingForPostgres } from '../team/postgres.ts';
import { axeFinds } from './axe.ts';
import { START_MS } from './running-app.ts';
import { railLink, saveView, takeAway } from './steps.ts';
import { startTeamNode, type TeamNode } from './team-node.ts';

/** A team's node, used in a browser. The node and PostgreSQL are real. @browser-only */

const missing = missingForPostgres();
test.skip(missing !== '', missing);

const SERIES = 'jolts.job_openings_level_sa';
let node: TeamNode | undefined;
let url = '';
const keys = { paul: '', rita: '' };

test.beforeAll(async () => {
  test.setTimeout(2 * START_MS);
  if (missing !== '') return;
  const rows = Array.from({ length: 60 }, (_, month) => {
    const day = new Date(Date.UTC(2020, month, 1)).toISOString().slice(0, 10);
    return `${SERIES.replace('.', ',')},${day},${7000 + month}`;
  });
  node = await startTeamNode(rows, ['--public-url', 'https://data.example.org']);
  url = node.address;
  keys.paul = await node.makeKey('Paul', 'publish');
  keys.rita = await node.makeKey('Rita', 'read');
});
test.afterAll(() => node?.stop());

/** @returns a list to which each error of the console is added. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

async function signIn(page: Page, key: string, address = '/overview'): Promise<void> {
  await page.goto(`${url}${address}`);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: START_MS });
}

const drawn = (page: Page) =>
  page.locator('[data-drawn], .recharts-surface, canvas, svg path').first().waitFor();
const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Saved items' }).getByRole('row').filter({ hasText: name });
const menuOf = (page: Page, name: string) =>
  row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();

test('a member signs in with a key, saves and shares; another one copies the item @soak', async ({
  browser,
}) => {
  test.setTimeout(2 * START_MS);
  const paul: BrowserContext = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await paul.newPage();
  const errors = errorsOf(page);

  // A wrong key gets one line, and nothing is requested while nobody is signed in.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${url}/explore?series=${SERIES}&range=Max`);
  await page.getByRole('heading', { name: 'Your team’s Almanac' }).waitFor({ timeout: START_MS });
  expect(asked.filter((one) => one.startsWith('/team/') || one.startsWith('/host/'))).toEqual([]);
  expect(await axeFinds(page)).toEqual([]);
  await page.getByLabel('Key', { exact: true }).fill('alm_not_a_key');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This key does not belong to the team')).toBeVisible();
  expect(errors.splice(0)).toEqual([expect.stringContaining('401')]);

  // The right key leads to the requested address.
  await page.getByLabel('Key', { exact: true }).fill(keys.paul);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: START_MS });
  await expect(page).toHaveURL(/\/explore\?series=jolts/);
  await drawn(page);
  await expect(page.getByText(/has no data for/)).toHaveCount(0);
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).not.toContain(keys.paul);

  // A program can be copied and takes the key of the team; the page does not request this computer's keys.
  await takeAway(page, 'See it…');
  const dialog = page.getByRole('dialog', { name: 'The request, for other tools' });
  await expect(dialog.getByRole('region', { name: 'Program: curl' })).toContainText(
    'https://data.example.org/',
  );
  await expect(dialog).toContainText('The key is the one with which you signed in here.');
  await expect(dialog.getByRole('button', { name: 'Run it' })).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Tool' }).click();
  await page.getByRole('option', { name: 'Google Sheets' }).click();
  await expect(dialog.getByRole('region', { name: 'Program: Google Sheets' })).toContainText(
    'https://data.example.org/',
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(asked.filter((one) => one.endsWith('/keys'))).toEqual([]);

  // Screens for one's own computer are missing here.
  await expect(railLink(page, 'Explore')).toBeVisible();
  await expect(railLink(page, 'Data')).toHaveCount(0);
  await expect(railLink(page, 'API access')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find a series' });
  await page.getByRole('searchbox', { name: 'Find a series' }).fill('>import');
  await expect(palette.getByText(/Import a file|Import files/)).toHaveCount(0);
  // The first Escape empties the field.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'hidden' });

  await saveView(page, 'Openings');
  await railLink(page, 'Saved').click();
  await menuOf(page, 'Openings');
  await page.getByRole('menuitem', { name: 'Share with the team' }).click();
  await expect(page.getByRole('button', { name: /^Team/ })).toContainText('1');
  await page.getByRole('button', { name: /^Team/ }).click();
  await expect(row(page, 'Openings')).toContainText('Paul');
  expect(await axeFinds(page)).toEqual([]);

  // The item is there after a reload in the same session; a new tab of the same browser has to sign in.
  await page.reload();
  await expect(row(page, 'Openings')).toContainText('Paul', { timeout: START_MS });
  await page.getByRole('button', { name: /^Signed in as Paul/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${url}/data`);
  await expect(page.getByText('imports and refreshes its data')).toBeVisible({ timeout: START_MS });
  await page.goto(`${url}/settings`);
  await expect(page.getByText('These are yours, in every browser')).toBeVisible({ timeout: START_MS });
  expect(await axeFinds(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.close();
  const next = await paul.newPage();
  await next.goto(`${url}/saved`);
  await next.getByRole('heading', { name: 'Your team’s Almanac' }).waitFor({ timeout: START_MS });
  await paul.close();

  // A member who may only read sees, opens and copies the item; sharing is refused in one line.
  const rita = await browser.newContext({ reducedMotion: 'reduce' });
  const other = await rita.newPage();
  await signIn(other, keys.rita, '/saved?show=team');
  await menuOf(other, 'Openings');
  await expect(other.getByRole('menuitem', { name: 'Take back from the team' })).toHaveCount(0);
  await other.getByRole('menuitem', { name: 'Copy to mine' }).click();
  await other.getByRole('button', { name: /^All/ }).click();
  await menuOf(other, 'Openings');
  await other.getByRole('menuitem', { name: 'Share with the team' }).click();
  await expect(other.getByRole('alert')).toContainText('Sharing needs a key of the role publish or admin');
  await row(other, 'Openings').getByRole('button', { name: 'Openings', exact: true }).click();
  await drawn(other);
  await rita.close();
});
