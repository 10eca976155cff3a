import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  addressForBrowser,
  type ContentsLike,
  guardContents,
  guardSession,
  mayNavigate,
  originOf,
  pageAddress,
  type SessionLike,
  viewPath,
} from '../../electron/desktop/before-ready/index.ts';
import { DATASETS } from '../../service/datasets/index.ts';

const ORIGIN = originOf(4781);

test('the window may show its page, and nothing else', () => {
  expect(mayNavigate(`${ORIGIN}/explore?series=a#x`, ORIGIN)).toBe(true);
  expect(mayNavigate(`${ORIGIN}/explore?series=a#x`, undefined)).toBe(false);
  for (const address of [
    ...[
      'http://127.0.0.1:4780/docs',
      'http://127.0.0.1/',
      'http://localhost:4781/',
      'https://127.0.0.1:4781/',
    ],
    ...['ws://127.0.0.1:4781/', 'http://127.0.0.1:4781.evil.test/', 'http://127.0.0.1:4781@evil.test/'],
    ...['http://somebody@127.0.0.1:4781/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x'],
    ...['blob:http://127.0.0.1:4781/0', 'not an address'],
  ])
    expect([address, mayNavigate(address, ORIGIN)]).toEqual([address, false]);
});

test('the window opens only addresses of the page’s port', () => {
  const part = fc.oneof(
    fc.constantFrom('http', '127.0.0.1', '127.0.0.1:4781', '4781', 'https', 'file', 'evil.test', ''),
    fc.webAuthority(),
    fc.string(),
  );
  fc.assert(
    fc.property(
      part,
      fc.constantFrom(':', '://', ':///', '//', '@'),
      part,
      fc.webPath(),
      (scheme, between, host, rest) => {
        const address = `${scheme}${between}${host}${rest}`;
        if (!mayNavigate(address, ORIGIN)) return;
        const url = new URL(address);
        expect([url.protocol, url.host, url.username]).toEqual(['http:', '127.0.0.1:4781', '']);
      },
    ),
  );
  fc.assert(fc.property(fc.webUrl(), (address) => !mayNavigate(address, ORIGIN)));
});

test('the person’s browser opens publishers’ pages and the API’s documents, and nothing else', () => {
  for (const address of [
    ...['https://fiscaldata.treasury.gov/', 'https://github.com/datasets/s-and-p-500-companies'],
    'http://127.0.0.1:4780/docs',
  ])
    expect(addressForBrowser(address, 4780)).toBe(address);
  for (const address of [
    ...['https://fiscaldata.treasury.gov:8443/', 'https://fiscaldata.treasury.gov.evil.test/'],
    ...[
      'https://evil.test/?key=a',
      'https://evil.test/fiscaldata.treasury.gov/',
      'https://github.com/evil/datasets',
    ],
    ...[
      'https://github.com/datasets-of-evil/x',
      'https://github.com/datasets/../evil/x',
      'http://example.org/',
    ],
    ...['mailto:somebody@example.org?body=key', 'http://127.0.0.1:4781/docs', 'blob:http://127.0.0.1:4780/0'],
    ...['http://localhost:4780/docs', 'http://127.0.0.1.evil.test/', 'https://known.example@evil.test/'],
    ...['file:///etc/passwd', 'smb://host/share', 'nothing'],
  ])
    expect([address, addressForBrowser(address, 4780)]).toEqual([address, undefined]);
  // No address of this machine opens while the service does not listen.
  expect(addressForBrowser('http://127.0.0.1:4780/docs', undefined)).toBeUndefined();
});

/** All addresses in the sources of links and downloads. The app shows downloads as sources of numbers. */
function shownAddresses(): string[] {
  const root = path.resolve(import.meta.dirname, '../..');
  const folders = ['renderer', 'service/datasets'];
  const texts = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
  );
  return (
    [...texts, readFileSync(path.join(root, 'service/sources/fred-ways.ts'), 'utf8')]
      .flatMap((text) => text.replaceAll(/^\s*(\*|\/\/).*$/gm, '').match(/https:\/\/[^\s"'`)$<>]+/g) ?? [])
      // Reserved names (RFC 2606) stand for an address that a person types.
      .filter((address) => !/^https:\/\/([\w.-]+\.invalid|data\.example\.org)\b/.test(address))
  );
}

test('the person’s browser opens every link that the app shows', () => {
  const addresses = [...DATASETS.map(({ source }) => source.url), ...shownAddresses()];
  expect(addresses.length).toBeGreaterThan(30);
  expect(addresses.filter((address) => addressForBrowser(address, undefined) === undefined)).toEqual([]);
});

test('no page of any other host is opened, whatever follows the host', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (address) => !addressForBrowser(address, 4780)),
  );
});

test('a saved view opens again; other texts are not a view', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('/', '/explore', '/data', '/yields', '/settings'),
      fc.webQueryParameters(),
      (pathname, query) => {
        const view = pageAddress(`${ORIGIN}${pathname}${query && `?${query}`}`, ORIGIN) ?? '';
        expect(viewPath(view)).toBe(view);
      },
    ),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const view = viewPath(text);
      if (view !== undefined) expect(mayNavigate(ORIGIN + view, ORIGIN)).toBe(true);
    }),
  );
  for (const path of '/docs /healthz /host/state /download/x /api/v1/catalog //evil.test/ /a.js'.split(' '))
    expect([path, viewPath(path)]).toEqual([path, undefined]);
  for (const address of ['http://127.0.0.1:4780/explore', 'https://evil.test/explore'])
    expect(pageAddress(address, ORIGIN)).toBeUndefined();
});

function open() {
  const events = new EventEmitter();
  let openWindow: ((details: { url: string }) => { action: 'deny' }) | undefined;
  const contents: ContentsLike = {
    on: (event: string, listener: (event: never) => void) =>
      events.on(event, listener as (event: unknown) => void),
    setWindowOpenHandler: (handler) => {
      openWindow = handler;
    },
    setWebRTCIPHandlingPolicy: vi.fn(),
  };
  const openOutside = vi.fn();
  const setPolicy = vi.mocked(contents.setWebRTCIPHandlingPolicy);
  guardContents(contents, () => ORIGIN, openOutside);
  const isStopped = (name: string, url: string, isMainFrame = true): boolean => {
    const preventDefault = vi.fn();
    events.emit(name, { url, isMainFrame, preventDefault });
    return preventDefault.mock.calls.length > 0;
  };
  return { isStopped, openOutside, setPolicy, openWindow: (url: string) => openWindow?.({ url }) };
}

test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
  '%s stays within the page’s origin',
  (name) => {
    const { isStopped } = open();
    expect(isStopped(name, `${ORIGIN}/data`)).toBe(false);
    expect(isStopped(name, 'https://evil.test/')).toBe(true);
    expect(isStopped(name, 'http://127.0.0.1:4780/docs')).toBe(true);
    expect(isStopped(name, 'file:///etc/passwd')).toBe(true);
    expect(isStopped(name, `${ORIGIN}/data`, false)).toBe(true);
    expect(isStopped(name, 'about:blank', false)).toBe(true);
  },
);

test('WebRTC gets no UDP, and no webview is ever attached', () => {
  const { isStopped, setPolicy } = open();
  expect(setPolicy).toHaveBeenCalledWith('disable_non_proxied_udp');
  expect(isStopped('will-attach-webview', '')).toBe(true);
});

test('no new window opens; its address is passed on after the answer', async () => {
  const { openWindow, openOutside } = open();
  expect(openWindow('https://example.org/')).toEqual({ action: 'deny' });
  expect(openOutside).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(openOutside).toHaveBeenCalledWith('https://example.org/'));
});

type Handlers = {
  request?: Parameters<SessionLike['setPermissionRequestHandler']>[0];
  check?: Parameters<SessionLike['setPermissionCheckHandler']>[0];
  device?: () => boolean;
  display?: Parameters<SessionLike['setDisplayMediaRequestHandler']>[0];
  beforeRequest?: Parameters<SessionLike['webRequest']['onBeforeRequest']>;
  proxy?: Parameters<SessionLike['setProxy']>[0];
};

function guarded(origin: string | undefined = ORIGIN): Handlers {
  const handlers: Handlers = {};
  const session: SessionLike = {
    setPermissionRequestHandler: (handler) => void Object.assign(handlers, { request: handler }),
    setPermissionCheckHandler: (handler) => void Object.assign(handlers, { check: handler }),
    setDevicePermissionHandler: (handler) => void Object.assign(handlers, { device: handler }),
    setDisplayMediaRequestHandler: (handler) => void Object.assign(handlers, { display: handler }),
    webRequest: { onBeforeRequest: (...given) => void Object.assign(handlers, { beforeRequest: given }) },
    setProxy: async (proxy) => void Object.assign(handlers, { proxy }),
  };
  guardSession(session, () => origin);
  return handlers;
}

test('only the page sends requests, and only to its own origin', () => {
  const [filter, listener] = guarded().beforeRequest ?? [];
  expect(filter?.urls).toEqual(['http', 'https', 'ws', 'wss'].map((scheme) => `${scheme}://*/*`));
  const isCancelled = (url: string, initiatorOrigin?: string): boolean | undefined => {
    let answered: boolean | undefined;
    listener?.({ url, ...(initiatorOrigin !== undefined && { initiatorOrigin }) }, ({ cancel }) => {
      answered = cancel;
    });
    return answered;
  };
  expect(isCancelled(`${ORIGIN}/explore`)).toBe(false);
  expect(isCancelled(`${ORIGIN}/host/state`, ORIGIN)).toBe(false);
  const others = [
    'http://127.0.0.1:4780/',
    'https://evil.test/',
    'ws://127.0.0.1:4781/',
    'http://localhost:4781/',
  ];
  for (const url of others) expect([isCancelled(url), isCancelled(url, ORIGIN)]).toEqual([true, true]);
  for (const initiator of ['null', '', 'https://evil.test', 'http://127.0.0.1:4780'])
    expect(isCancelled(`${ORIGIN}/host/state`, initiator)).toBe(true);
});

test('connections other than requests go to a proxy that does not exist, except those to this machine', () => {
  expect(guarded().proxy).toEqual({
    mode: 'fixed_servers',
    proxyRules: '127.0.0.1:1',
    proxyBypassRules: '<-loopback>;127.0.0.1',
  });
});

test('all permissions except one are denied, requested or checked', () => {
  const handlers = guarded();
  const given = (permission: string, requestingUrl: string, isMainFrame = true): boolean[] => {
    let answered: boolean | undefined;
    const answer = (isGiven: boolean): void => {
      answered = isGiven;
    };
    handlers.request?.(null, permission, answer, { requestingUrl, isMainFrame });
    return [
      answered as boolean,
      handlers.check?.(null, permission, requestingUrl, { isMainFrame }) as boolean,
    ];
  };
  expect(given('clipboard-sanitized-write', `${ORIGIN}/`)).toEqual([true, true]);
  expect(given('clipboard-sanitized-write', `${ORIGIN}/`, false)).toEqual([false, false]);
  expect(given('clipboard-sanitized-write', 'https://evil.test/')).toEqual([false, false]);
  for (const permission of [
    'media',
    'clipboard-read',
    'notifications',
    'fullscreen',
    'geolocation',
    'openExternal',
    'fileSystem',
    'usb',
    'unknown',
  ])
    expect(given(permission, `${ORIGIN}/`)).toEqual([false, false]);
  expect(handlers.device?.()).toBe(false);
  const streams = vi.fn();
  handlers.display?.({}, streams);
  expect(streams).toHaveBeenCalledWith({});
});
