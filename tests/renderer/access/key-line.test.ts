import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findKeys,
  foundText,
  keyAge,
  keyName,
  keyState,
  maskedKey,
  sortKeys,
  withoutKey,
} from '../../../renderer/access/key-line.ts';
import { keyLine, NOW } from './lines.ts';

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
])('the state of a key', (line, state) => {
  expect(keyState(line, NOW)).toBe(state);
});

test('valid keys come first, the last used before the others', () => {
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

test('of valid keys with one label the newest is the newer one, and they stand together', () => {
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
  // Made in the same moment.
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

  test('the end of a key without its prefix is recognised too', () => {
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

  test('the answer is a sentence', () => {
    expect(foundText([excel], 'x7Qa')).toBe('alm_…x7Qa is “Excel at work”.');
    expect(foundText([{ ...excel, revoked_at: '2026-11-21T09:00:00.000Z' }], 'x7Qa')).toMatch(
      /which is revoked/,
    );
    expect(foundText([], 'zzzz')).toMatch(/^No key ends in, or is called, “zzzz”/);
    expect(foundText(keys, '')).toBe('');
  });
});

test('only the end of a key is shown', () => {
  expect(maskedKey({ last4: 'x7Qa', is_for_fred: false })).toBe('alm_…x7Qa');
  expect(maskedKey({ last4: '0f3c', is_for_fred: true })).toBe('…0f3c');
});
