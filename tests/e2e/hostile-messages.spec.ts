import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Messages and requests that the built main process gets from where it must not take them. */

type Sent = {
  channel: string;
  frame: 'own' | 'null' | 'inner' | 'elsewhere';
  sender: 'own' | 'unknown';
  input: unknown;
};

/** Calls the handler of a channel with an event of our making, as `ipcMain` would. */
function send(app: ElectronApplication, sent: Sent): Promise<string> {
  return app.evaluate(async ({ ipcMain, BrowserWindow }, { channel, frame, sender, input }) => {
    const handlers = (
      ipcMain as unknown as { _invokeHandlers: Map<string, (event: object, input: unknown) => unknown> }
    )._invokeHandlers;
    const [window] = BrowserWindow.getAllWindows();
    const own = window?.webContents.mainFrame;
    const frames = {
      own,
      null: null,
      inner: { origin: own?.origin, url: own?.url, parent: own },
      elsewhere: { origin: 'https://evil.example', url: 'https://evil.example/', parent: null },
    };
    const event = {
      senderFrame: frames[frame],
      sender: sender === 'own' ? window?.webContents : { id: 4_711 },
    };
    try {
      const answer = await handlers.get(channel)?.(event, input);
      return `answered ${JSON.stringify(answer)}`;
    } catch (error) {
      return `refused: ${(error as Error).message}`;
    }
  }, sent);
}

test.describe('@desktop-only hostile messages', () => {
  const fine = { channel: 'almanac:set-theme', frame: 'own', sender: 'own', input: 'auto' } as const;

  test('a message of the right shape from the page is answered', async ({ desktop, page }) => {
    await expect(page).toHaveTitle(/Almanac/);
    expect(await send(desktop.app, fine)).toBe('answered null');
  });

  test('a message from elsewhere is refused on every channel', async ({ desktop }) => {
    const channels = await desktop.app.evaluate(({ ipcMain }) => [
      ...(ipcMain as unknown as { _invokeHandlers: Map<string, unknown> })._invokeHandlers.keys(),
    ]);
    expect(channels.length).toBeGreaterThan(3);
    for (const [name, wrong] of Object.entries({
      'from no frame': { frame: 'null' },
      'from a frame inside the page': { frame: 'inner' },
      'from another origin': { frame: 'elsewhere' },
      'from contents that are no window of ours': { sender: 'unknown' },
    } as const)) {
      for (const channel of channels) {
        expect(await send(desktop.app, { ...fine, channel, ...wrong }), name).toMatch(
          /^refused: .* not for this sender/,
        );
      }
    }
  });

  test('no channel takes what it does not know', async ({ desktop }) => {
    for (const [channel, inputs] of Object.entries({
      'almanac:set-theme': ['purple', null, 7, ['dark'], { theme: 'dark' }],
      'almanac:offer': [
        null,
        { screens: [], actions: ['format-disk'] },
        { screens: [{ path: '//evil.example/', title: 'x' }], actions: [] },
        { screens: [{ path: '/x', title: 'x'.repeat(500) }], actions: [] },
        { screens: [], actions: [], more: 1 },
      ],
      'almanac:choose-file': ['/etc/passwd', { path: '/etc/passwd' }],
      'almanac:reveal-download': ['/etc/passwd', {}],
      'almanac:window-action': ['format-disk', null, ['quit']],
      'almanac:open-data-folder': ['/etc', {}],
      'almanac:next-command': [{ t: 'go' }, 1],
    })) {
      for (const input of inputs) {
        expect(await send(desktop.app, { ...fine, channel, input }), channel).toMatch(
          /^refused: .* does not take this/,
        );
      }
    }
  });

  test('a webview is never attached', async ({ desktop }) => {
    const isPrevented = await desktop.app.evaluate(({ BrowserWindow }) => {
      let isStopped = false;
      const event = { preventDefault: () => (isStopped = true) };
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as NodeJS.EventEmitter;
      contents.emit('will-attach-webview', event, {}, { src: 'https://evil.example/' });
      return isStopped;
    });
    expect(isPrevented).toBe(true);
  });

  test.describe('by path', () => {
    test.use({ expectedErrors: [/status of 40[134]|http:\/\/etc\/passwd/] });
    test('paths that lead out of the page’s files give nothing of the disk', async ({ page }) => {
      const paths = [
        '/../../../../etc/passwd',
        '/..%2f..%2f..%2f..%2fetc%2fpasswd',
        '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
        '/%252e%252e%252f%252e%252e%252fetc%252fpasswd',
        '/..\\..\\..\\etc\\passwd',
        '/..%5c..%5c..%5cetc%5cpasswd',
        '/assets/%00/../../../../etc/passwd',
        '/index.html%00.png',
        '//etc/passwd',
        '/assets/../../host/main.js',
        '/..%2f..%2fpackage.json',
        '/.%2e/main.js',
      ];
      const own = await page.evaluate(() => fetch('/').then((answer) => answer.text()));
      for (const path of paths) {
        const answer = await page.evaluate(async (target) => {
          const got = await fetch(target).catch(() => undefined);
          return { status: got?.status ?? 0, text: (await got?.text()) ?? '' };
        }, path);
        expect(answer.text, path).not.toMatch(/root:|"dependencies"|runService/);
        // Either nothing, or the page that every unknown address shows.
        if (answer.status === 200) expect(answer.text, path).toBe(own);
        else expect([0, 400, 401, 403, 404], path).toContain(answer.status);
      }
    });
  });
});
