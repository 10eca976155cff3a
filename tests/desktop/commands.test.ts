import { expect, test } from 'vitest';
import {
  createCommandQueue,
  openLater,
  staysOpen,
  viewSent,
} from '../../electron/desktop/before-ready/index.ts';

test('commands come to the page one by one, in order, also those of before it asked', async () => {
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

test('of commands that nobody fetches the newest stay', async () => {
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

test('where nobody asked for a window none opens', () => {
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
])('a second start that hands over %j opens %s', (sent, view) => {
  expect(viewSent(sent)).toBe(view);
});

test('the app outlives its window on macOS, and where a tray icon leads back', () => {
  expect([staysOpen('linux', false), staysOpen('win32', false)]).toEqual([false, false]);
  expect([staysOpen('darwin', false), staysOpen('linux', true), staysOpen('win32', true)]).toEqual([
    true,
    true,
    true,
  ]);
});
