import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DesktopDriver, startOnDesktop } from './desktop-driver.ts';
import { test as base, expect } from './fixtures.ts';

/**
 * What a page could try if somebody's code ran in it, without its content security policy in the way. Each asserts that
 * nothing reached the other server, and that the window still shows the app.
 */

type Evil = { origin: string; asked: string[]; server: Server };

const test = base.extend<object, { evil: Evil; victim: DesktopDriver }>({
  evil: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern
    async ({}, use) => {
      const asked: string[] = [];
      const server = createServer((request, response) => {
        asked.push(request.url ?? '');
        if (request.url?.startsWith('/away')) response.writeHead(302, { location: '/landed' });
        response.end('<!doctype html><title>Evil</title>');
      });
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      await use({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server });
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  victim: [
    async ({ target }, use) => {
      const app = await startOnDesktop(target, { bypassCSP: true });
      await app.app.evaluate(({ shell }) => {
        const opened: string[] = [];
        Object.assign(globalThis, { opened });
        shell.openExternal = async (url) => void opened.push(url);
      });
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Lets the main process and the page run until what was asked for before must have been done. */
async function settle({ app }: DesktopDriver): Promise<void> {
  const page = await app.firstWindow();
  for (let round = 0; round < 3; round += 1) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await app.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  }
}

const opened = ({ app }: DesktopDriver): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened.splice(0));

const ATTEMPTS: Record<string, (evil: string) => void> = {
  'a navigation': (evil) => void location.assign(`${evil}/navigation`),
  'a link': (evil) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = `${evil}/link`;
    link.click();
  },
  'a form': (evil) => {
    const form = document.body.appendChild(document.createElement('form'));
    form.action = `${evil}/form`;
    form.method = 'post';
    form.submit();
  },
  'a frame': (evil) => {
    const frame = document.createElement('iframe');
    frame.src = `${evil}/frame`;
    document.body.append(frame);
  },
  'a frame that navigates': (evil) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.contentWindow?.location.assign(`${evil}/inner`);
  },
  'a window': (evil) => void window.open(`${evil}/window`),
  'a window without opener': (evil) => void window.open(`${evil}/noopener`, '_blank', 'noopener'),
  'a link to a new window': (evil) => {
    const link = document.body.appendChild(document.createElement('a'));
    Object.assign(link, { href: `${evil}/blank`, target: '_blank' });
    link.click();
  },
  'a file': () => void location.assign('file:///etc/passwd'),
  'a page of data': () => void location.assign('data:text/html,<title>Evil</title>'),
  'another host of our scheme': () => void location.assign('app://elsewhere/'),
};

test.describe('@desktop-only what a hostile page tries', () => {
  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    test(`${name} goes nowhere`, async ({ victim, evil }) => {
      const page = await victim.openPage(undefined as never);
      const before = page.url();
      const frames = page.frames().length;
      await page
        .evaluate(attempt, evil.origin)
        .catch((error: unknown) => expect(String(error)).not.toContain('closed'));
      await settle(victim);
      expect(evil.asked).toEqual([]);
      expect(page.url()).toBe(before);
      await expect(page).toHaveTitle(/Almanac/);
      expect(await victim.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
      // Plain http of another port is nothing that the person's browser is opened for either.
      expect(await opened(victim)).toEqual([]);
      const texts = await Promise.all(
        page
          .frames()
          .slice(frames)
          .map((frame) => frame.evaluate(() => document.title).catch(() => '')),
      );
      expect(texts).not.toContain('Evil');
      await page.reload();
    });
  }

  test('a window for https is opened in the person’s browser, and never in ours', async ({ victim }) => {
    const page = await victim.openPage(undefined as never);
    await page.evaluate(() => void window.open('https://fred.stlouisfed.org/series/GDP'));
    await expect.poll(() => opened(victim)).toEqual(['https://fred.stlouisfed.org/series/GDP']);
    expect(victim.app.windows()).toHaveLength(1);
  });

  test('a redirect of what the app itself loads does not lead away', async ({ victim, evil }) => {
    await victim.openPage(undefined as never);
    const outcome = await victim.app.evaluate(async ({ BrowserWindow }, url) => {
      const [window] = BrowserWindow.getAllWindows();
      return window?.loadURL(url).then(
        () => 'loaded',
        () => 'refused',
      );
    }, `${evil.origin}/away`);
    expect(outcome).toBe('refused');
    expect(evil.asked.splice(0)).toEqual(['/away']);
  });

  test('permissions are refused, but for writing to the clipboard', async ({ victim }) => {
    const page = await victim.openPage(undefined as never);
    await page.reload();
    const refused = () =>
      page.evaluate(async () => {
        const settled = await Promise.all([
          Notification.requestPermission(),
          new Promise<string>((resolve) => {
            navigator.geolocation.getCurrentPosition(
              () => resolve('granted'),
              (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : 'other'),
            );
          }),
          navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state),
          navigator.permissions
            .query({ name: 'clipboard-read' as PermissionName })
            .then(({ state }) => state),
          navigator.mediaDevices.getUserMedia({ audio: true }).then(
            () => 'granted',
            () => 'denied',
          ),
        ]);
        return [...new Set(settled)];
      });
    await expect.poll(refused).toEqual(['denied']);
    const mayWrite = () =>
      page.evaluate(() =>
        navigator.permissions.query({ name: 'clipboard-write' as PermissionName }).then(({ state }) => state),
      );
    await expect.poll(mayWrite).toBe('granted');
  });
});
