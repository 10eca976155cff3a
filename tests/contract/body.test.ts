import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { BODY_BYTES, limitProblem, mostBytes } from '../../service/contract/body.ts';
import { ENDPOINTS, type Endpoint } from '../../service/contract/endpoints.ts';
import { fits, jsonBytes } from '../../service/contract/fits.ts';
import { SaveItemRequest } from '../../service/contract/saved.ts';
import { ShareRequest } from '../../service/contract/shared.ts';
import { TOOLS } from '../../service/mcp/server.ts';
import { largestValues } from '../support/largest-values.ts';

const BODIES = [
  ...Object.entries<Endpoint>(ENDPOINTS).flatMap(([name, { body }]) =>
    typeof body === 'object' ? [[name, body] as const] : [],
  ),
  ['/team/v1/share', ShareRequest] as const,
];

/** A JSON text as a program writes it that knows ASCII alone, with a blank after each comma and colon. */
const asciiText = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe.each(BODIES)('the body of %s', (name, schema) => {
  test.each(['a', '中', 'ع', '😀', '\u0001'])(
    `has a limit in each of its parts, and fits into the bound: %j`,
    (character) => {
      for (const value of largestValues(schema, character)) {
        expect(fits(schema, value)).toBe(true);
        expect(limitProblem(schema, value)).toBeUndefined();
        expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
        expect(jsonBytes(value), name).toBeLessThanOrEqual(mostBytes(schema));
        if (character !== '😀') expect(asciiText(value).length, name).toBeLessThanOrEqual(BODY_BYTES);
      }
      expect(mostBytes(schema)).toBeLessThanOrEqual(BODY_BYTES);
    },
  );
});

test('the bound is that of the largest body, and no more than a step above it', () => {
  const largest = Math.max(...BODIES.flatMap(([, schema]) => largestValues(schema, '\u0001').map(jsonBytes)));
  expect(BODY_BYTES - largest).toBeLessThan(2 * 64 * 1024);
});

test('a field without a limit has no bound', () => {
  for (const schema of [
    Type.String(),
    Type.Array(Type.Null()),
    Type.Unknown(),
    Type.Record(Type.String(), Type.Null()),
  ])
    expect(mostBytes(Type.Object({ it: schema }))).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ['note', { note: 'é'.repeat(10_001) }, 'note has 10,001 characters; the most is 10,000.'],
  [
    'emoji, which are one character each',
    { name: '😀'.repeat(201) },
    'name has 201 characters; the most is 200.',
  ],
  ['tile', { content: tiles(1, 8001) }, 'content.tiles[0].address has 8,001 characters; the most is 8,000.'],
  ['tiles', { content: tiles(25, 10) }, 'content.tiles has 25 entries; the most is 24.'],
])('what is over its limit is named: %s', (_, change, said) => {
  const board = {
    kind: 'board',
    name: 'B',
    note: '',
    folder: '',
    id: 'a'.repeat(32),
    revision: 0,
    is_deleted: false,
  };
  const given = { ...board, content: tiles(1, 10), ...change };
  expect(fits(SaveItemRequest, given)).toBe(false);
  expect(limitProblem(SaveItemRequest, given)).toBe(said);
});

function tiles(count: number, length: number) {
  const tile = { id: 'a', title: '', x: 0, y: 0, w: 1, h: 1, range: null };
  return {
    range: '',
    recessions: false,
    tiles: Array.from({ length: count }, () => ({ ...tile, address: `/explore?${'x'.repeat(length - 9)}` })),
  };
}

test('a question to a tool of assistants fits into what /mcp reads', () => {
  // A day is a text of a pattern, which mostBytes does not read.
  const daysCounted = (_: string, member: { pattern?: string }) =>
    member?.pattern?.startsWith(String.raw`^\d{4}-`) ? { ...member, maxLength: 10 } : member;
  for (const { name, input } of TOOLS)
    expect(mostBytes(JSON.parse(JSON.stringify(input), daysCounted)), name).toBeLessThan(60 * 1024);
});
