import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import {
  type ContentsLike,
  guardContents,
  guardSession,
  type SessionLike,
} from '../../electron/desktop/before-ready/index.ts';

const ORIGIN = 'http://127.0.0.1:4781';

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

test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('%s stays inside', (name) => {
  const { isStopped } = open();
  expect(isStopped(name, `${ORIGIN}/data`)).toBe(false);
  expect(isStopped(name, 'https://evil.test/')).toBe(true);
  expect(isStopped(name, 'http://127.0.0.1:4780/docs')).toBe(true);
  expect(isStopped(name, 'file:///etc/passwd')).toBe(true);
  expect(isStopped(name, `${ORIGIN}/data`, false)).toBe(true);
  expect(isStopped(name, 'about:blank', false)).toBe(true);
});

test('WebRTC is given no UDP', () => {
  expect(open().setPolicy).toHaveBeenCalledWith('disable_non_proxied_udp');
});

test('no webview is ever attached', () => {
  expect(open().isStopped('will-attach-webview', '')).toBe(true);
});

test('no window is ever opened; its address is passed on after the answer', async () => {
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
  for (const url of [
    'http://127.0.0.1:4780/',
    'https://evil.test/',
    'ws://127.0.0.1:4781/',
    'http://localhost:4781/',
  ])
    expect([isCancelled(url), isCancelled(url, ORIGIN)]).toEqual([true, true]);
  for (const initiator of ['null', 'https://evil.test', 'http://127.0.0.1:4780'])
    expect(isCancelled(`${ORIGIN}/host/state`, initiator)).toBe(true);
});

test('connections other than requests go to a proxy that does not exist, except those to this machine', () => {
  expect(guarded().proxy).toEqual({
    mode: 'fixed_servers',
    proxyRules: '127.0.0.1:1',
    proxyBypassRules: '<-loopback>;127.0.0.1',
  });
});

test('all permissions but one are denied, requested or checked', () => {
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
