import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  byClient,
  clientName,
  clockText,
  daysSince,
  findKeys,
  foundText,
  keyAge,
  keyName,
  keyState,
  maskedKey,
  relativeText,
  sortKeys,
  utcText,
  whatBreaks,
  withoutKey,
} from '../../../renderer/access/key-line.ts';
import type { ApiKeyLine } from '../../../service/contract/access.ts';

/** A key as the host describes it: valid and never used, unless the argument says otherwise. */
function keyLine(part: Partial<ApiKeyLine> = {}): ApiKeyLine {
  return {
    id: 'abc234',
    label: 'Excel at work',
    last4: 'x7Qa',
    created_at: '2026-11-20T08:00:00.000Z',
    last_used_at: null,
    last_client: null,
    revoked_at: null,
    is_for_fred: false,
    today: 0,
    this_minute: 0,
    is_kept: true,
    ...part,
  };
}

/** The time of the tests: 2026-11-21 10:00:00 UTC. */
const NOW = Date.parse('2026-11-21T10:00:00.000Z');

/** Keys as `service/keys` makes them: 43 characters of base64url. */
const keyText = fc
  .array(fc.constantFrom(...'ABCXYZabcxyz0123456789-_'), { minLength: 43, maxLength: 43 })
  .map((characters) => `alm_${characters.join('')}`);

test.each([
  [keyLine(), 'unused'],
  [keyLine({ last_used_at: '2026-11-21T09:00:00.000Z' }), 'active'],
  [keyLine({ last_used_at: '2026-08-23T10:00:00.001Z' }), 'active'],
  [keyLine({ last_used_at: '2026-08-23T10:00:00.000Z' }), 'idle'],
  [keyLine({ last_used_at: '2026-11-21T09:00:00.000Z', revoked_at: '2026-11-21T09:30:00.000Z' }), 'revoked'],
])('a key is unused, active, idle or revoked', (line, state) => {
  expect(keyState(line, NOW)).toBe(state);
});

test('valid keys come first, those used or made last before the others', () => {
  const lines = [
    keyLine({ id: 'revoked early', revoked_at: '2026-11-01T00:00:00.000Z' }),
    keyLine({ id: 'made long ago', created_at: '2026-01-01T00:00:00.000Z' }),
    keyLine({ id: 'used', last_used_at: '2026-11-21T09:00:00.000Z' }),
    keyLine({ id: 'revoked late', revoked_at: '2026-11-21T09:59:00.000Z' }),
    keyLine({ id: 'just made', created_at: '2026-11-21T09:59:00.000Z' }),
  ];
  expect(sortKeys(lines).map(({ id }) => id)).toEqual([
    'just made',
    'used',
    'made long ago',
    'revoked late',
    'revoked early',
  ]);
});

test('valid keys with the same label stand together, and the newest is named the newer one', () => {
  const label = 'Excel at work';
  const lines = [
    keyLine({
      id: 'gone',
      label,
      created_at: '2026-11-22T00:00:00.000Z',
      revoked_at: '2026-11-23T00:00:00.000Z',
    }),
    keyLine({
      id: 'old',
      label,
      created_at: '2026-01-01T00:00:00.000Z',
      last_used_at: '2026-11-21T09:00:00.000Z',
    }),
    keyLine({ id: 'other', label: 'Other', last_used_at: '2026-11-21T08:00:00.000Z' }),
    keyLine({ id: 'new', label, created_at: '2026-11-20T00:00:00.000Z' }),
    keyLine({ id: 'older', label, created_at: '2025-01-01T00:00:00.000Z' }),
  ];
  const ages = () => Object.fromEntries(lines.map((line) => [line.id, keyAge(line, lines)]));
  expect(ages()).toEqual({ gone: undefined, old: 'older', other: undefined, new: 'newer', older: 'older' });
  expect(sortKeys(lines).map(({ id }) => id)).toEqual(['new', 'old', 'older', 'other', 'gone']);
  expect(keyName({ label }, 'older')).toBe('“Excel at work” (older)');
  expect(keyName({ label }, undefined)).toBe('“Excel at work”');
  // Both keys were made at the same moment.
  const twins = [keyLine({ id: 'a' }), keyLine({ id: 'b' })];
  expect(twins.map((line) => keyAge(line, twins))).toEqual(['older', 'newer']);
});

describe('the search for a key', () => {
  const excel = keyLine({ id: 'excel', label: 'Excel at work', last4: 'x7Qa' });
  const dashes = keyLine({ id: 'dashes', label: 'Nightly x7', last4: '5-_A' });
  const keys = [excel, dashes];

  test('a pasted key is found by its end, wherever it is in the text, and is not kept in the field', () => {
    fc.assert(
      fc.property(keyText, fc.constantFrom('', "export ALMANAC_API_KEY='", 'X-API-Key: '), (key, before) => {
        const line = keyLine({ last4: key.slice(-4) });
        const shown = withoutKey(`${before}${key}${before.endsWith("'") ? "'" : ''}`);
        expect(shown).toBe(`…${key.slice(-4)}`);
        expect(withoutKey(shown)).toBe(shown);
        expect(findKeys([line], shown)).toEqual([line]);
      }),
    );
  });

  test('the end of a key is recognised without the prefix, too', () => {
    expect(withoutKey('sjfdyVj6H7IlzKMrIXDYMshkx7Qa')).toBe('…x7Qa');
  });

  test.each([
    ['', ['excel', 'dashes']],
    ['x7Qa', ['excel']],
    ['…x7Qa', ['excel']],
    ['alm_…x7Qa', ['excel']],
    ['Qa', ['excel']],
    ['5-_A', ['dashes']],
    ['excel', ['excel']],
    ['nightly', ['dashes']],
    // Keys are case-sensitive.
    ['…X7QA', []],
    ['zzzz', []],
  ])('%s', (typed, ids) => {
    expect(findKeys(keys, typed).map(({ id }) => id)).toEqual(ids);
  });

  test('the result of the search is a sentence', () => {
    expect(foundText([excel], 'x7Qa')).toBe('alm_…x7Qa is “Excel at work”.');
    expect(foundText([{ ...excel, revoked_at: '2026-11-21T09:00:00.000Z' }], 'x7Qa')).toMatch(
      /which is revoked/,
    );
    expect(foundText([], 'zzzz')).toMatch(/^No key has the label or ending “zzzz”/);
    expect(foundText(keys, '')).toBe('');
  });
});

test('only the end of a key is shown', () => {
  expect(maskedKey({ last4: 'x7Qa', is_for_fred: false })).toBe('alm_…x7Qa');
  expect(maskedKey({ last4: '0f3c', is_for_fred: true })).toBe('…0f3c');
});

const USED = { last_used_at: '2026-11-21T09:58:00.000Z', last_client: 'python-requests/2.32.3' };

test('revoking a key that was never used stops nothing', () => {
  expect(whatBreaks(keyLine(), NOW)).toBe(
    '“Excel at work” was made 1 day ago and has never been used. Revoking it stops nothing.',
  );
});

test.each([
  [0, ''],
  [1, ', with 1 counted request today'],
  [1204, ', with 1,204 counted requests today'],
])(
  'the warning before revoking names the label, the last use, the client, and %d requests today',
  (today, said) => {
    expect(whatBreaks(keyLine({ ...USED, today }), NOW)).toBe(
      `“Excel at work” was last used 2 minutes ago (2026-11-21 09:58:00 UTC) by python-requests/2.32.3${said}. Tools that use it stop working at their next request.`,
    );
  },
);

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
])('the program behind %s is named', (userAgent, name) => {
  expect(clientName(userAgent)).toBe(name);
});

test('a program without a name is described as one', () => {
  expect(byClient(null)).toBe('by a program that did not say its name');
  expect(byClient(' ')).toBe('by a program that did not say its name');
});

const zoneBefore = process.env.TZ;
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

describe.each([
  ['UTC', '2026-11-21T12:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-21T20:00:00.000Z'],
  ['Pacific/Auckland', '2026-11-20T23:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-21T06:30:00.000Z'],
])('in %s, where noon is %s', (zone, noon) => {
  test('times are shown in UTC', () => {
    process.env.TZ = zone;
    // Checks that the time zone is in effect.
    expect(new Date(2026, 10, 21, 12).toISOString()).toBe(noon);
    expect(utcText('2026-11-21T23:59:58.900Z')).toBe('2026-11-21 23:59:58 UTC');
    expect(clockText('2026-11-21T23:59:58.900Z')).toBe('23:59:58');
    expect(relativeText('2026-07-04T23:30:00.000Z', NOW)).toBe('2026-07-04');
    expect(relativeText('2026-11-21T08:00:00.000Z', NOW)).toBe('2 hours ago');
  });
});

test.each([
  [0, 'just now'],
  [1_999, 'just now'],
  [2_000, '2 seconds ago'],
  [59_999, '59 seconds ago'],
  [60_000, '1 minute ago'],
  [3_599_000, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [86_400_000, '1 day ago'],
  [59 * 86_400_000, '59 days ago'],
  [60 * 86_400_000, '2026-09-22'],
])('%d ms ago is written as %s', (age, said) => {
  expect(relativeText(new Date(NOW - age).toISOString(), NOW)).toBe(said);
});

test('a time ahead of this clock is shown as now', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (ahead) => {
      const iso = new Date(NOW + ahead).toISOString();
      expect(relativeText(iso, NOW)).toBe('just now');
      expect(daysSince(iso, NOW)).toBe(0);
    }),
  );
});
