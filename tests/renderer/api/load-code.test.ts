import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadCode } from '../../../renderer/api/load-code.ts';
import { NoAnswer } from '../../../renderer/api/request.ts';

class Link extends EventTarget {
  rel = 'stylesheet';
  href = '';
  remove = vi.fn();
}
let page: EventTarget;
/** The links that were put into the document; each loads its style sheet at once. */
let put: Link[];

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('HTMLLinkElement', Link);
  put = [];
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    createElement: () => new Link(),
    head: {
      append(link: Link) {
        put.push(link);
        link.dispatchEvent(new Event('load'));
      },
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const lost = new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1/assets/a.js');

test('code that does not come while the service starts again is asked for again', async () => {
  const load = vi
    .fn(async () => 'screen')
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost);
  const loaded = loadCode(load);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await loaded).toBe('screen');
  expect(load).toHaveBeenCalledTimes(3);
});

test('without a service it fails after some seconds, with an error for which the router does not reload the page', async () => {
  const failed = loadCode(() => Promise.reject(lost)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await failed).toBeInstanceOf(NoAnswer);
});

test('code that fails itself is not loaded again', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('x is not a function')));
  await expect(loadCode(load)).rejects.toThrow('x is not a function');
  expect(load).toHaveBeenCalledOnce();
});

test('a style sheet that did not come is loaded before the code is, once', async () => {
  const link = Object.assign(new Link(), { href: 'http://127.0.0.1/assets/a.css' });
  const failing = (): Promise<string> => {
    const event = new Event('error');
    Object.defineProperty(event, 'target', { value: link });
    page.dispatchEvent(event);
    return Promise.reject(new Error(`Unable to preload CSS for ${link.href}`));
  };
  const load = vi.fn(async () => `screen with ${put.length} styles`);
  const loaded = loadCode(load.mockImplementationOnce(failing));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await loaded).toBe('screen with 1 styles');
  expect(link.remove).toHaveBeenCalledOnce();
  expect(await loadCode(load)).toBe('screen with 1 styles');
  expect(put.map(({ href }) => href)).toEqual([link.href]);
});
