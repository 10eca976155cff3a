import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createCommandQueue,
  openLater,
  parseLaunchArguments,
  staysOpen,
  viewOfLink,
  viewSent,
} from '../../electron/desktop/before-ready/index.ts';

test('the page gets commands one by one, in order, and also those from before its first request', async () => {
  const queue = createCommandQueue();
  queue.push({ t: 'go', to: '/data' });
  queue.push({ t: 'run', action: 'find' });
  expect(await queue.next()).toEqual({ t: 'go', to: '/data' });
  expect(await queue.next()).toEqual({ t: 'run', action: 'find' });
  const waiting = queue.next();
  queue.push({ t: 'theme', theme: 'dark' });
  expect(await waiting).toEqual({ t: 'theme', theme: 'dark' });
});

test('a page that loads again takes over from the one before; no command is lost or comes twice', async () => {
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

test('of many unfetched commands the newest are kept', async () => {
  const queue = createCommandQueue();
  for (let i = 0; i < 100; i++) queue.push({ t: 'go', to: `/${i}` });
  expect(await queue.next()).toEqual({ t: 'go', to: '/80' });
});

test('second starts before the window exists open it once, at the last requested view', () => {
  const later = openLater();
  const opened: (string | undefined)[] = [];
  // No window opens if no second start has asked for one.
  openLater().attach((view) => void opened.push(view));
  later.summon();
  later.summon('/explore?range=1Y');
  later.summon();
  later.attach((view) => void opened.push(view));
  expect(opened).toEqual(['/explore?range=1Y']);
  later.summon();
  later.summon('/data');
  expect(opened).toEqual(['/explore?range=1Y', undefined, '/data']);
});

test('a second start opens the view that it sends, and nothing else', () => {
  expect(viewSent({ view: '/explore?series=a' })).toBe('/explore?series=a');
  const views = [
    'https://evil.test/',
    '.evil.test/',
    '@evil.test/explore',
    '//evil.test/explore',
    '/download/x',
  ];
  for (const sent of [...[...views, null, 7].map((view) => ({ view })), null, '/explore'])
    expect([sent, viewSent(sent)]).toEqual([sent, undefined]);
});

test('the app stays without a window on macOS, and if it has a tray icon', () => {
  expect([staysOpen('linux', false), staysOpen('win32', false)]).toEqual([false, false]);
  expect([staysOpen('darwin', false), staysOpen('linux', true), staysOpen('win32', true)]).toEqual([
    true,
    true,
    true,
  ]);
});

const name = fc.stringMatching(/^[a-z][a-z_]{0,20}$/);
const value = fc.string({ unit: fc.constantFrom(...'abcYZ019.,:_+-*/()%&=?# é€'), maxLength: 60 });

test('a link gives the view that it was made from', () => {
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 12, noNullPrototype: true }), (parameters) => {
      const view = viewOfLink(`almanac://view?${new URLSearchParams(parameters)}`);
      expect(view).toBeDefined();
      const url = new URL(view as string, 'app://bundle');
      expect([url.pathname, url.hash]).toEqual(['/explore', '']);
      expect(Object.fromEntries(url.searchParams)).toEqual(parameters);
    }),
  );
});

test('a link opens Explore or nothing, whatever it contains', () => {
  const text = fc.oneof(
    fc.string(),
    fc.webUrl().map((url) => url.replace(/^https?/, 'almanac')),
    fc.string().map((rest) => `almanac://view${rest}`),
    fc.string().map((rest) => `almanac://view?${rest}`),
  );
  fc.assert(
    fc.property(text, (link) => {
      const view = viewOfLink(link);
      if (view === undefined) return;
      const { protocol, host, pathname } = new URL(`app://bundle${view}`);
      expect([protocol, host, pathname]).toEqual(['app:', 'bundle', '/explore']);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['almanac://view?series=us_debt.total&range=5Y', '/explore?series=us_debt.total&range=5Y'],
  ['almanac://view/?series=a,b', '/explore?series=a%2Cb'],
  ['ALMANAC://view?range=Max', '/explore?range=Max'],
  ['almanac://view', '/explore'],
])('%s opens %s', (link, view) => {
  expect(viewOfLink(link)).toBe(view);
});

test.each([
  ...['almanac://data?series=a', 'almanac://view.evil.test?series=a', 'almanac://view@evil.test?series=a'],
  ...['almanac://view/../data', 'almanac://view?series=a&series=b', 'almanac://view?__proto__=a', '--series'],
  ...['almanac://view?series=a%00b', 'almanac://view?series=a%0d%0ab', 'almanac://view?series=%ff'],
  ...['almanac://view?series=a#top', 'https://view?series=a', `almanac://view?series=${'a'.repeat(5_000)}`],
])('%s opens nothing', (link) => {
  expect(viewOfLink(link)).toBeUndefined();
});

test('our own arguments are found among those of Electron, Chromium and Node', () => {
  const words = [
    '--inspect=0',
    '--remote-debugging-port=0',
    '--user-data-dir=/tmp/x',
    '--data-dir',
    'here',
    '--service-port=4999',
    '--port',
    '0',
    '--no-sample',
    '--no-open',
    '--page-size',
    '100',
    'almanac://nothing',
    'almanac://view?range=1Y',
    '--original-process-start-time=1',
  ];
  expect(parseLaunchArguments(words)).toEqual({
    dataDir: path.resolve('here'),
    port: 0,
    servicePort: 4999,
    pageSize: 100,
    sample: false,
    view: '/explore?range=1Y',
  });
  expect(parseLaunchArguments([])).toEqual({
    dataDir: undefined,
    port: undefined,
    servicePort: undefined,
    pageSize: 5_000,
    sample: true,
    view: undefined,
  });
});

test.each([
  [['--data-dir'], '--data-dir'],
  [['--data-dir', ''], '--data-dir'],
  [['--service-port', '70000'], '70000'],
  [['--service-port', '4e3'], '4e3'],
  [['--port', '70000'], '70000'],
  [['--page-size', '0'], '--page-size'],
])('%j is refused by name', (words, said) => {
  expect(() => parseLaunchArguments(words)).toThrow(said);
});
