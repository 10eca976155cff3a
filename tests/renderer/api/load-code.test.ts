import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetReports, loadCode, NoAnswer, setReported } from '../../../renderer/api/request.ts';

class Link extends EventTarget {
  rel = 'stylesheet';
  href = '';
  remove = vi.fn();
}
let page: EventTarget & { location: { reload: () => void } };
/** Whether the service answers. */
let answers: boolean;
/** The links added to the document; each loads its style sheet at once. */
let put: Link[];

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { location: { reload: vi.fn() } });
  answers = true;
  vi.stubGlobal('fetch', async () => {
    if (answers) return new Response();
    throw new TypeError('Failed to fetch');
  });
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
  forgetReports();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const lost = new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1/assets/a.js');

test('code that fails to load while the service restarts is requested again', async () => {
  const load = vi
    .fn(async () => 'screen')
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost);
  const loaded = loadCode(load);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await loaded).toBe('screen');
  expect(load).toHaveBeenCalledTimes(3);
});

test('while the service is away no code is requested, because the browser would remember the failure', async () => {
  setReported(true);
  setReported(false);
  answers = false;
  const load = vi.fn(async () => 'screen');
  const loaded = loadCode(load);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(load).not.toHaveBeenCalled();
  answers = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await loaded).toBe('screen');
  expect(load).toHaveBeenCalledOnce();
});

test('if code fails to load although the service answers, the page is loaded again, unless that was just done', async () => {
  const early = loadCode(() => Promise.reject(lost)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await early).toBeInstanceOf(NoAnswer);
  expect(page.location.reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  void loadCode(() => Promise.reject(lost));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(page.location.reload).toHaveBeenCalledOnce();
});

test('without a service, loading fails after some seconds with an error on which the router does not reload', async () => {
  answers = false;
  const failed = loadCode(() => Promise.reject(lost)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await failed).toBeInstanceOf(NoAnswer);
});

test('code that throws an error is not loaded again', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('x is not a function')));
  await expect(loadCode(load)).rejects.toThrow('x is not a function');
  expect(load).toHaveBeenCalledOnce();
});

test('a style sheet that failed to load is loaded before the code is loaded again, but only once', async () => {
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
