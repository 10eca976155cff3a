import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { runningInstance } from '../../service/process/instances.ts';
import { startBrowserMode } from '../support/browser-mode.ts';
import { expect, test } from './fixtures.ts';
import { goTo, railLink } from './steps.ts';

// The tests restart the service from the screen.
test.use({ opensHome: false, expectedErrors: [/503|ERR_/] });

const row = (page: Page, title: string): Locator =>
  page.getByRole('group', { name: new RegExp(`${title}$`) });
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search the settings' });

async function open(page: Page, words = ''): Promise<void> {
  await goTo(page, `/settings${words}`);
  await expect(search(page)).toBeVisible();
}

test('a setting is found, changed by keyboard, undone and reset', async ({ page, app, context }) => {
  await open(page);
  await page.keyboard.press('/');
  await page.keyboard.type('spacing');
  await expect(page).toHaveURL(/\?q=spacing$/);
  await expect(page.locator('[data-setting]')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Density')).toBeFocused();
  await row(page, 'Density').getByText('Compact', { exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Density: Compact.' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await row(page, 'Density').getByText('Compact', { exact: true }).click();

  // Another origin has no local copy of the setting, as after a start on another port.
  const other = await app.openPage(context);
  await open(other, '?group=changed');
  await expect(other.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(row(other, 'Density')).toContainText('default Comfortable');
  await row(other, 'Density').focus();
  await other.keyboard.press('Delete');
  await expect(other.getByText('Density: Comfortable, the default.')).toBeVisible();
  await expect(row(other, 'Density')).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await search(other).fill('nothing such');
  await expect(other.getByText('No setting matches “nothing such”.')).toBeVisible();
  await search(other).fill('densty');
  await other.getByRole('button', { name: 'Search for “density”' }).click();
  await expect(row(other, 'Density')).toBeVisible();
  await expect(search(other)).toBeFocused();
  await other.close();
});

test('settings are edited as JSON, and all of them are reset and restored @soak', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const field = page.getByRole('textbox', { name: 'Settings as JSON' });
  await field.fill('{\n  "theme": "dark",\n  "density": "dense"\n}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText(/^Line 3, column 14: density cannot be .* Nothing was stored\.$/),
  ).toBeVisible();
  await field.fill('{"theme": "dark", "contact": "me@example.org"}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'Changed (2)' }).click();
  await expect(page.getByRole('textbox', { name: 'Contact in requests to publishers' })).toHaveValue(
    'me@example.org',
  );

  await page.getByRole('button', { name: 'Reset all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset all' }).click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.getByRole('button', { name: 'Changed (0)' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('button', { name: 'Changed (2)' })).toBeVisible();
  await page.getByRole('button', { name: 'Reset all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset all' }).click();
  await expect(page.getByRole('button', { name: 'Changed (0)' })).toBeVisible();
});

test('a setting that takes effect on restart waits for it @soak', async ({ ownPage: page }) => {
  await open(page, '?group=service');
  const size = page.getByRole('textbox', { name: 'Page size' });
  await size.fill('1000');
  await size.press('Enter');
  await expect(page.getByText('Page size takes effect when the data service is restarted.')).toBeVisible();
  await page.getByRole('button', { name: 'Restart now' }).click();
  await expect(page.getByText('Page size takes effect when')).toHaveCount(0);
  await expect(size).toHaveValue('1000');
  await page.getByRole('button', { name: 'Privacy' }).click();
  await expect(page.getByText(/^0 requests to anyone but publishers\. Nothing has left/)).toBeVisible();
});

test('a port that another program uses is reported, and taken once it is free @soak', async ({ context }) => {
  const holder = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as AddressInfo;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-taken-port-'));
  writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ port }));
  const host = await startBrowserMode(['--no-sample', '--data-dir', dataDir], []);
  try {
    const page = await context.newPage();
    await page.goto(await host.freshAddress());
    await open(page, '?group=service');
    const told = page.getByText(
      `Port ${port} is in use by ${path.basename(process.execPath)} (process ${process.pid})`,
    );
    await expect(told).toBeVisible();
    await new Promise((resolve) => holder.close(resolve));
    await expect(page.getByText(`Port ${port} is free again`)).toBeVisible();
    await page.getByRole('button', { name: 'Restart now' }).click();
    await expect(page.getByRole('button', { name: 'Restart now' })).toHaveCount(0);
    await expect.poll(() => runningInstance(dataDir)?.servicePort).toBe(port);
  } finally {
    holder.close();
    await host.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test.describe('when the service fails @browser-only', () => {
  test.use({ expectedErrors: [/422/] });
  test('a failed load is reported, and Retry loads the settings @soak', async ({ page }) => {
    const broken = /\/host\/(file-settings|calendar)/;
    await page.route(broken, (route) =>
      route.fulfill({ status: 422, json: { detail: 'The disk is full.' } }),
    );
    const failed = page.getByRole('alert').filter({ hasText: /could not be loaded.*The disk is full/ });
    await goTo(page, '/settings');
    await expect(failed).toBeVisible();
    await railLink(page, 'Overview').click();
    const next = page.getByRole('complementary').filter({ hasText: 'Next 14 days' });
    await expect(next.locator(failed)).toBeVisible();
    await page.unroute(broken);
    await next.getByRole('button', { name: 'Retry' }).click();
    await expect(next.getByRole('listitem').first()).toBeVisible();
    await railLink(page, 'Settings').click();
    await expect(page.getByRole('switch').or(page.getByRole('radiogroup')).first()).toBeVisible();
    await expect(failed).toHaveCount(0);
  });
});
