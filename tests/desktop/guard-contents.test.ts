import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import {
  type ContentsLike,
  guardContents,
  guardSession,
  type SessionLike,
} from '../../electron/desktop/before-ready/index.ts';

function open() {
  const events = new EventEmitter();
  let openWindow: ((details: { url: string }) => { action: 'deny' }) | undefined;
  const contents: ContentsLike = {
    on: (event: string, listener: (event: never) => void) =>
      events.on(event, listener as (event: unknown) => void),
    setWindowOpenHandler: (handler) => {
      openWindow = handler;
    },
  };
  const openOutside = vi.fn();
  guardContents(contents, openOutside);
  const isStopped = (name: string, url: string, isMainFrame = true): boolean => {
    const preventDefault = vi.fn();
    events.emit(name, { url, isMainFrame, preventDefault });
    return preventDefault.mock.calls.length > 0;
  };
  return { isStopped, openOutside, openWindow: (url: string) => openWindow?.({ url }) };
}

test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('%s stays inside', (name) => {
  const { isStopped } = open();
  expect(isStopped(name, 'app://bundle/data')).toBe(false);
  expect(isStopped(name, 'https://evil.test/')).toBe(true);
  expect(isStopped(name, 'file:///etc/passwd')).toBe(true);
  expect(isStopped(name, 'app://bundle/data', false)).toBe(true);
  expect(isStopped(name, 'about:blank', false)).toBe(true);
});

test('no webview is ever attached', () => {
  expect(open().isStopped('will-attach-webview', '')).toBe(true);
});

test('no window is ever opened; what it was to show is handed out after the answer', async () => {
  const { openWindow, openOutside } = open();
  expect(openWindow('https://example.org/')).toEqual({ action: 'deny' });
  expect(openOutside).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(openOutside).toHaveBeenCalledWith('https://example.org/'));
});

test('all permissions are denied but one, asked for or checked', () => {
  const handlers: {
    request?: Parameters<SessionLike['setPermissionRequestHandler']>[0];
    check?: Parameters<SessionLike['setPermissionCheckHandler']>[0];
    device?: () => boolean;
    display?: Parameters<SessionLike['setDisplayMediaRequestHandler']>[0];
  } = {};
  guardSession({
    setPermissionRequestHandler: (handler) => void Object.assign(handlers, { request: handler }),
    setPermissionCheckHandler: (handler) => void Object.assign(handlers, { check: handler }),
    setDevicePermissionHandler: (handler) => void Object.assign(handlers, { device: handler }),
    setDisplayMediaRequestHandler: (handler) => void Object.assign(handlers, { display: handler }),
  });
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
  expect(given('clipboard-sanitized-write', 'app://bundle/')).toEqual([true, true]);
  expect(given('clipboard-sanitized-write', 'app://bundle/', false)).toEqual([false, false]);
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
    expect(given(permission, 'app://bundle/')).toEqual([false, false]);
  expect(handlers.device?.()).toBe(false);
  const streams = vi.fn();
  handlers.display?.({}, streams);
  expect(streams).toHaveBeenCalledWith({});
});
