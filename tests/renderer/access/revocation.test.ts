import { expect, test } from 'vitest';
import { byClient, clientName, whatBreaks } from '../../../renderer/access/key-line.ts';
import { keyLine, NOW } from './lines.ts';

const USED = { last_used_at: '2026-11-21T09:58:00.000Z', last_client: 'python-requests/2.32.3' };

test('nothing stops working without a key that was never used', () => {
  expect(whatBreaks(keyLine(), NOW)).toEqual({
    isUsed: false,
    text: 'No request was ever made with “Excel at work”, made 1 day ago. Nothing that works today will stop.',
  });
});

test.each([
  [0, ''],
  [1, ', with 1 counted request today'],
  [1204, ', with 1,204 counted requests today'],
])('what breaks: label, last use, client, and %d requests today', (today, said) => {
  expect(whatBreaks(keyLine({ ...USED, today }), NOW)).toEqual({
    isUsed: true,
    text: `“Excel at work” was last used 2 minutes ago (2026-11-21 09:58:00 UTC) by python-requests/2.32.3${said}. Tools that use it stop working at their next request.`,
  });
});

test.each([
  ['curl/8.5.0', 'curl/8.5.0'],
  ['Almanac/0.1.0 (try it)', 'Almanac/0.1.0'],
  ['Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)', 'Power Query'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0',
    'Edge 139',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari 18',
  ],
  ['x'.repeat(100), `${'x'.repeat(39)}…`],
])('the program behind %s', (userAgent, name) => {
  expect(clientName(userAgent)).toBe(name);
});

test('a program without a name is called so', () => {
  expect(byClient(null)).toBe('by a program that did not say its name');
  expect(byClient(' ')).toBe('by a program that did not say its name');
});
