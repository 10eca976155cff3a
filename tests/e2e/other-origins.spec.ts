import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { BrowserDriver } from './app-driver.ts';
import { expect, test } from './fixtures.ts';

/**
 * Pages of other origins can do nothing to browser mode in a real browser. The hostile page is on another
 * port of this machine, which browsers take for the same site; or its name points here (DNS rebinding), which
 * makes it the same origin.
 */

/** Addresses of ours that a hostile page might want to read or use. */
const TARGETS = [
  '/',
  '/host/state',
  '/host/restart-service',
  '/auth/exchange',
  '/control/stop',
  '/control/open',
  '/healthz',
  '/openapi.json',
  '/api/v1/catalog',
  '/api/v1/economic-data/us_debt?series=debt_held_by_public',
];

type Try = { kind: string; target: string; outcome: string };

/** Tries each target by each kind of request. @param origin of the app, as the hostile page names it */
function attack(page: Page, origin: string): Promise<Try[]> {
  return page.evaluate(
    async ({ origin, targets }) => {
      const tries: Promise<Try>[] = [];
      const note = (kind: string, target: string, doing: Promise<string>) =>
        tries.push(doing.catch(() => 'refused').then((outcome) => ({ kind, target, outcome })));
      const read = async (answer: Response) =>
        answer.type === 'opaque' ? 'opaque' : `${answer.status} ${(await answer.text()).length}`;
      const loaded = (element: HTMLElement) =>
        new Promise<string>((resolve) => {
          element.onload = () => resolve('loaded');
          element.onerror = () => resolve('refused');
          document.body.append(element);
        });
      for (const target of targets) {
        const url = origin + target;
        note('fetch', target, fetch(url, { credentials: 'include' }).then(read));
        note('no-cors', target, fetch(url, { mode: 'no-cors', credentials: 'include' }).then(read));
        note(
          'simple POST',
          target,
          fetch(url, { method: 'POST', mode: 'no-cors', body: '{"token":"x"}' }).then(read),
        );
        note(
          'JSON POST',
          target,
          fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }).then(
            read,
          ),
        );
        note('image', target, loaded(Object.assign(new Image(), { src: url })));
        note('script', target, loaded(Object.assign(document.createElement('script'), { src: url })));
        note(
          'style',
          target,
          loaded(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url })),
        );
      }
      return Promise.all(tries);
    },
    { origin, targets: TARGETS },
  );
}

/** A server of somebody else on this machine. */
async function hostileServer(body: string): Promise<{ port: number; close: () => void }> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Other</title><body>${body}</body>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

/** @returns the address of the public API, which is printed once the service listens */
async function apiOf(driver: BrowserDriver): Promise<string> {
  const found = () => /reach the API at (http:\/\/127\.0\.0\.1:\d+)/.exec(driver.host.printed())?.[1] ?? '';
  await expect.poll(found).not.toBe('');
  return found();
}

async function goesOn(driver: BrowserDriver, context: BrowserContext): Promise<void> {
  expect(driver.host.process.exitCode).toBeNull();
  const page = await driver.openPage(context);
  await expect(page.getByRole('alert')).toHaveCount(0);
}

test('a page of another port reads and changes nothing @browser-only', async ({ context, driver }) => {
  // A person is signed in in the same browser, which must not help the hostile page.
  const own = await driver.openPage(context);
  const server = await hostileServer('');
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.port}/`);
  const tries = await attack(page, driver.host.origin);
  expect(tries).toHaveLength(TARGETS.length * 7);
  // The page gets not even an opaque answer, because CORP blocks it.
  expect(tries.filter(({ outcome }) => outcome !== 'refused')).toEqual([]);
  await page.close();
  await expect(own.getByRole('navigation', { name: 'Screens' })).toBeVisible();
  server.close();
  await goesOn(driver, context);
});

test('the public API answers a link, but no other page @browser-only @soak', async ({ context, driver }) => {
  const api = await apiOf(driver);
  const file = path.join(driver.dataDir, 'logs/almanac.log');
  const log = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  // Other specs use this app too.
  const before = log().length;
  const server = await hostileServer(`<a href="${api}/docs">The manual</a>`);
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.port}/`);
  const tries = await attack(page, api);
  expect(tries.filter(({ outcome }) => outcome !== 'refused')).toEqual([]);
  // Chromium reports no refusals, but the log has the first ones. Each must be 403: a 404 needs a lookup.
  const refused = () =>
    log()
      .slice(before)
      .match(/ [A-Z]+ \/\S* 4\d\d(?= )/g) ?? [];
  await expect.poll(refused).toContain(' GET / 403');
  expect(refused().filter((line) => !line.endsWith(' 403'))).toEqual([]);
  await page.getByRole('link').click();
  await expect(page).toHaveTitle('Almanac API');
  // The page's own scripts and the document that it shows have loaded too.
  await expect(page.getByText('/api/v1/economic-data/us_debt').first()).toBeVisible();
  server.close();
  await goesOn(driver, context);
});

test('a form of another port is refused, a frame empty @browser-only @soak', async ({ context, driver }) => {
  const { origin } = driver.host;
  const server = await hostileServer(
    `<form method="post" action="${origin}/control/stop" enctype="text/plain"><input name="{&quot;a&quot;:&quot;" value="&quot;}"><button>Go</button></form>`,
  );
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.port}/`);
  const posted = page.waitForResponse(`${origin}/control/stop`);
  await page.getByRole('button', { name: 'Go' }).click();
  expect((await posted).status()).toBe(403);
  await page.goto(`http://127.0.0.1:${server.port}/`);
  const framed = page.waitForResponse(`${origin}/explore`);
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, `${origin}/explore`);
  expect((await framed).status()).toBe(403);
  server.close();
  await goesOn(driver, context);
});

test('DNS rebinding reads nothing @browser-only', async ({ context, driver, launchOptions }) => {
  // Resolves the hostile name to this machine, as after the rebinding.
  const args = [
    ...(launchOptions.args ?? []),
    '--host-resolver-rules=MAP evil.test 127.0.0.1',
    // Switches off a browser's own defence that other browsers lack: this tests our defence.
    '--disable-features=LocalNetworkAccessChecks',
  ];
  const browser = await chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage();
  const { port } = new URL(driver.host.origin);
  const origin = `http://evil.test:${port}`;
  const answer = await page.goto(`${origin}/`);
  expect([answer?.status(), await answer?.json()]).toEqual([421, { detail: 'Misdirected Request' }]);
  // The name led to the page's own server before the rebinding, so the browser allows it to read our answers.
  await page.route(`${origin}/before`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Other</title><body></body>' }),
  );
  await page.goto(`${origin}/before`);
  const tries = await attack(page, origin);
  const misdirected = JSON.stringify({ detail: 'Misdirected Request' }).length;
  for (const { kind, target, outcome } of tries) {
    const isRead = ['fetch', 'no-cors', 'simple POST', 'JSON POST'].includes(kind);
    expect([kind, target, outcome]).toEqual([kind, target, isRead ? `421 ${misdirected}` : 'refused']);
  }
  // The public API's own port refuses it too.
  const other = await page.goto(`http://evil.test:${new URL(await apiOf(driver)).port}/healthz`);
  expect(other?.status()).toBe(421);
  await browser.close();
  await goesOn(driver, context);
});
