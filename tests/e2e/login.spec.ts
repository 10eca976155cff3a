import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import type { BrowserDriver } from './app-driver.ts';
import { expect, test } from './fixtures.ts';

const signedIn = { name: 'Screens' };
const signIn = { name: /not signed in/ };

/** Opens a signed-in tab by a fresh login address. */
async function openSignedIn(context: BrowserContext, { host }: BrowserDriver): Promise<Page> {
  const page = await context.newPage();
  const address = await host.freshAddress();
  await signsIn(page, () => page.goto(address));
  return page;
}

/** Waits for the first answer too: a page that is not signed in shows the screens until it is refused. */
async function signsIn(page: Page, load: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((each) => each.url().endsWith('/host/state'));
  await load();
  expect((await answer).status()).toBe(200);
  await expect(page.getByRole('navigation', signedIn)).toBeVisible();
}

test('the token leaves the address bar; a reload keeps the session @browser-only', async ({
  context,
  driver,
}) => {
  const page = await openSignedIn(context, driver);
  await expect(page).not.toHaveURL(/t=/);
  await signsIn(page, () => page.reload());
  expect(await context.cookies()).toEqual([]);
});

test('a used address says that it was used, and a new one opens the app @browser-only @soak', async ({
  context,
  driver,
}) => {
  const address = await driver.host.freshAddress();
  const first = await context.newPage();
  await first.goto(address);
  await expect(first.getByRole('navigation', signedIn)).toBeVisible();
  // While a signed-in tab is open, the used address would open signed in.
  await first.close();
  const second = await context.newPage();
  await second.goto(address);
  await expect(second.getByRole('heading', signIn)).toBeVisible();
  await second.goto('about:blank');
  await second.goto(await driver.host.freshAddress());
  await expect(second.getByRole('navigation', signedIn)).toBeVisible();
});

test('tabs of one browser share the sign-in @browser-only @soak', async ({ browser, context, driver }) => {
  const first = await openSignedIn(context, driver);

  // The app leaves a ctrl-click to the browser. Playwright loses some new tabs, so the test opens the
  // address.
  const link = first.getByRole('link', { name: 'Data', exact: true });
  const isLeft = first.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('click', (event) => {
          resolve(!event.defaultPrevented);
          event.preventDefault();
        });
      }),
  );
  await link.click({ modifiers: ['ControlOrMeta'] });
  expect(await isLeft).toBe(true);
  const opened = await context.newPage();
  await opened.goto(new URL((await link.getAttribute('href')) ?? '', driver.host.origin).href);
  await expect(opened.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  const copied = await context.newPage();
  await copied.goto(`${driver.host.origin}/access`);
  await expect(copied.getByRole('navigation', signedIn)).toBeVisible();
  // Each tab keeps its session.
  await opened.close();
  await first.close();
  await copied.reload();
  await expect(copied.getByRole('navigation', signedIn)).toBeVisible();
  expect(await context.cookies()).toEqual([]);

  const other = await browser.newContext();
  const stranger = await other.newPage();
  await stranger.goto(`${driver.host.origin}/access`);
  await expect(stranger.getByRole('heading', signIn)).toBeVisible();
  // As soon as a tab in the same browser is signed in, the waiting tab opens by itself.
  const beside = await other.newPage();
  await beside.goto(await driver.host.freshAddress());
  await expect(stranger.getByRole('navigation', signedIn)).toBeVisible();
  await other.close();
});

test('a page of another port or name receives nothing from the tabs @browser-only @soak', async ({
  context,
  driver,
}) => {
  await openSignedIn(context, driver);
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('Other'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const other = await context.newPage();
  await other.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await other.evaluate(() => {
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('almanac.session');
    channel.onmessage = ({ data }) => heard.push(data);
    channel.postMessage('ask');
    Object.assign(window, { heard });
  });
  // A new tab of the app asks and is answered, while the other page listens.
  const own = await context.newPage();
  await own.goto(driver.host.origin);
  await expect(own.getByRole('navigation', signedIn)).toBeVisible();
  expect(await other.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([]);
  const named = await context.newPage();
  await named.goto(driver.host.origin.replace('127.0.0.1', 'localhost'));
  await expect(named.getByRole('heading', signIn)).toBeVisible();
  server.close();
});

test('without a token nothing is shown @browser-only', async ({ context, driver }) => {
  const page = await context.newPage();
  await page.goto(`${driver.host.origin}/explore`);
  await expect(page.getByRole('heading', signIn)).toBeVisible();
});
