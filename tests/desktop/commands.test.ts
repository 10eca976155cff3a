import { expect, test } from 'vitest';
import {
  createCommandQueue,
  openLater,
  staysOpen,
  viewSent,
} from '../../electron/desktop/before-ready/index.ts';

test('the page gets commands one by one, in order, also those from before it asked', async () => {
  const queue = createCommandQueue();
  queue.push({ t: 'go', to: '/data' });
  queue.push({ t: 'run', action: 'find' });
  expect(await queue.next()).toEqual({ t: 'go', to: '/data' });
  expect(await queue.next()).toEqual({ t: 'run', action: 'find' });
  const waiting = queue.next();
  queue.push({ t: 'theme', theme: 'dark' });
  expect(await waiting).toEqual({ t: 'theme', theme: 'dark' });
});

test('a page that loads again takes over from the one before; nothing is lost and nothing comes twice', async () => {
  const queue = createCommandQueue();
  const before = queue.next();
  const after = queue.next();
  queue.push({ t: 'go', to: '/data' });
  expect(await before).toBe(null);
  expect(await after).toEqual({ t: 'go', to: '/data' });
});

test('while there is no page, commands wait for the next one', async () => {
  const queue = createCommandQueue();
  const lost = queue.next();
  queue.pageLeft();
  queue.push({ t: 'go', to: '/data' });
  expect(await lost).toBe(null);
  expect(await queue.next()).toEqual({ t: 'go', to: '/data' });
});

test('the newest of many commands that nobody fetches stay', async () => {
  const queue = createCommandQueue();
  for (let i = 0; i < 100; i++) queue.push({ t: 'go', to: `/${i}` });
  expect(await queue.next()).toEqual({ t: 'go', to: '/80' });
});

test('a second start before there is a window opens it once, at the view that was asked for last', () => {
  const later = openLater();
  const opened: (string | undefined)[] = [];
  later.summon();
  later.summon('/explore?range=1Y');
  later.summon();
  later.attach((view) => void opened.push(view));
  expect(opened).toEqual(['/explore?range=1Y']);
  later.summon();
  later.summon('/data');
  expect(opened).toEqual(['/explore?range=1Y', undefined, '/data']);
});

test('no window opens if nobody asked for one', () => {
  const opened: unknown[] = [];
  openLater().attach((view) => void opened.push(view));
  expect(opened).toEqual([]);
});

test.each([
  [{ view: '/explore?series=a' }, '/explore?series=a'],
  [{ view: null }, undefined],
  [{ view: 'https://evil.test/' }, undefined],
  [{ view: '.evil.test/' }, undefined],
  [{ view: '@evil.test/explore' }, undefined],
  [{ view: '//evil.test/explore' }, undefined],
  [{ view: '/download/x' }, undefined],
  [{ view: 7 }, undefined],
  [null, undefined],
  ['/explore', undefined],
])('a second start that sends %j opens %s', (sent, view) => {
  expect(viewSent(sent)).toBe(view);
});

test('the app stays without a window on macOS, and where there is a tray icon', () => {
  expect([staysOpen('linux', false), staysOpen('win32', false)]).toEqual([false, false]);
  expect([staysOpen('darwin', false), staysOpen('linux', true), staysOpen('win32', true)]).toEqual([
    true,
    true,
    true,
  ]);
});
