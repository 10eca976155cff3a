import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserDriver, startInBrowser } from './app-driver.ts';
import { test as base, expect } from './fixtures.ts';

/** Signing in to browser mode. */

const test = base.extend<object, { driver: BrowserDriver }>({
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const driver = await startInBrowser({ words: ['--no-sample'] });
      await use(driver);
      await driver.stop();
    },
    { scope: 'worker' },
  ],
});
const signedIn = { name: 'Screens' };
const signIn = { name: /not signed in/ };

test('the token leaves the address bar at once, and a reload keeps the session @browser-only', async ({
  context,
  driver,
}) => {
  const page = await context.newPage();
  await page.goto(await driver.host.freshAddress());
  await expect(page.getByRole('navigation', signedIn)).toBeVisible();
  await expect(page).not.toHaveURL(/t=/);
  await page.reload();
  await expect(page.getByRole('navigation', signedIn)).toBeVisible();
  expect(await context.cookies()).toEqual([]);
});

test('an address that was used says so, and a new one opens the app @browser-only', async ({
  context,
  driver,
}) => {
  const address = await driver.host.freshAddress();
  const first = await context.newPage();
  await first.goto(address);
  await expect(first.getByRole('navigation', signedIn)).toBeVisible();
  const second = await context.newPage();
  await second.goto(address);
  await expect(second.getByRole('heading', signIn)).toBeVisible();
  await second.goto('about:blank');
  await second.goto(await driver.host.freshAddress());
  await expect(second.getByRole('navigation', signedIn)).toBeVisible();
});

test('without a token nothing is shown @browser-only', async ({ context, driver }) => {
  const page = await context.newPage();
  await page.goto(`${driver.host.origin}/explore`);
  await expect(page.getByRole('heading', signIn)).toBeVisible();
});

test('a page of another port of this machine reads nothing, and cannot frame us @browser-only', async ({
  context,
  driver,
}) => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Other</title><iframe src="${driver.host.origin}/"></iframe>`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const page = await context.newPage();
  const framed = page.waitForResponse((answer) => answer.url() === `${driver.host.origin}/`);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect((await framed).status()).toBe(403);
  const outcomes = await page.evaluate(async (origin) => {
    const tries = ['/healthz', '/host/state', '/api/v1/catalog'].flatMap((path) => [
      fetch(origin + path).then(
        () => `read ${path}`,
        () => 'refused',
      ),
      fetch(origin + path, { mode: 'no-cors', method: 'POST', body: '{}' }).then(
        (answer) => answer.type,
        () => 'refused',
      ),
    ]);
    return await Promise.all(tries);
  }, driver.host.origin);
  // An opaque answer tells the page nothing; its status was 403.
  expect(new Set(outcomes)).toEqual(new Set(['refused']));
  server.close();
});
