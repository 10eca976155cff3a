import fc from 'fast-check';
import Type, { type TSchema } from 'typebox';
import Value from 'typebox/value';
import { describe, expect, it, test } from 'vitest';
import { BODY_BYTES, limitProblem, mostBytes } from '../../service/contract/body.ts';
import { ENDPOINTS, type Endpoint } from '../../service/contract/endpoints.ts';
import { fits, jsonBytes } from '../../service/contract/fits.ts';
import { jsonMembers, withMembers } from '../../service/contract/json-members.ts';
import { SaveItemRequest } from '../../service/contract/saved.ts';
import { ServiceMessage, ShellMessage } from '../../service/contract/service-channel.ts';
import { ShareRequest } from '../../service/contract/shared.ts';
import { TOOLS } from '../../service/mcp/server.ts';
import { largestValues } from '../support/largest-values.ts';

const BODIES = [
  ...Object.entries<Endpoint>(ENDPOINTS).flatMap(([name, { body }]) =>
    typeof body === 'object' ? [[name, body] as const] : [],
  ),
  ['/team/v1/share', ShareRequest] as const,
];

/** @returns a JSON text in ASCII only, with a space after each comma and colon. */
const asciiText = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replaceAll(/\n\s*/g, ' ')
    .replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe.each(BODIES)('the body of %s', (name, schema) => {
  test.each(['a', '中', 'ع', '😀', '\u0001'])(
    `has limits for all its parts, and fits into the bound: %j`,
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

test('the bound is at most one step above the largest body', () => {
  const largest = Math.max(...BODIES.flatMap(([, schema]) => largestValues(schema, '\u0001').map(jsonBytes)));
  expect(BODY_BYTES - largest).toBeLessThan(2 * 64 * 1024);
});

test('a body with an unlimited field has no bound', () => {
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
])('a value over its limit is named: %s', (_, change, said) => {
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

test('a call of a tool by an assistant fits into the limit of /mcp', () => {
  // A day's length is limited by a pattern, which mostBytes does not read.
  const daysCounted = (_: string, member: { pattern?: string }) =>
    member?.pattern?.startsWith(String.raw`^\d{4}-`) ? { ...member, maxLength: 10 } : member;
  for (const { name, input } of TOOLS)
    expect(mostBytes(JSON.parse(JSON.stringify(input), daysCounted)), name).toBeLessThan(60 * 1024);
});

/** Every schema of data between processes. */
const SCHEMAS: readonly (readonly [string, TSchema])[] = [
  ...Object.entries<Endpoint>(ENDPOINTS).flatMap(([name, { query, body, output }]) =>
    [query, body, output].map((schema) => [name, schema] as const),
  ),
  ['message of the shell', ShellMessage] as const,
  ['message of the service', ServiceMessage] as const,
].filter((pair): pair is [string, TSchema] => typeof pair[1] === 'object');

type Words = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Words[];
  properties?: Record<string, Words>;
  required?: string[];
  items?: Words | Words[];
};

/** Values of a schema, sometimes with a part that does not match. */
function near(schema: Words): fc.Arbitrary<unknown> {
  const { type, properties = {}, required = [], items = {} } = schema;
  const odd = { arbitrary: fc.oneof(fc.jsonValue(), fc.constant(undefined)), weight: 1 };
  const right = (): fc.Arbitrary<unknown> => {
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map(near));
    if (type === 'array')
      return Array.isArray(items) ? fc.tuple(...items.map(near)) : fc.array(near(items), { maxLength: 2 });
    if (type === 'object') {
      const members = Object.entries(properties).map(([name, member]) => [name, near(member)] as const);
      return fc.record(Object.fromEntries(members), { requiredKeys: required });
    }
    if (type === 'string') return fc.oneof(fc.string(), fc.constantFrom('2024-01-02', 'debt-file.csv'));
    if (type === 'integer') return fc.integer();
    if (type === 'number') return fc.double();
    return type === 'boolean' ? fc.boolean() : fc.constant(null);
  };
  return fc.oneof(odd, { arbitrary: right(), weight: 25 });
}

test('a check of any schema has the same result as TypeBox’s', () => {
  expect(SCHEMAS.length).toBeGreaterThan(80);
  const judged = { fits: 0, not: 0 };
  for (const [name, schema] of SCHEMAS) {
    const property = fc.property(near(schema as Words), (value) => {
      const isSo = fits(schema, value);
      judged[isSo ? 'fits' : 'not'] += 1;
      expect([name, value, isSo]).toEqual([name, value, Value.Check(schema, value)]);
    });
    fc.assert(property, { numRuns: 60 });
  }
  expect(Math.min(judged.fits, judged.not)).toBeGreaterThan(500);
});

test.each([
  [Type.String({ minLength: 2, maxLength: 3 }), ['ab', 'abc'], ['a', 'abcd', 1]],
  [Type.String({ pattern: '^[a-z]+$' }), ['a'], ['', 'A']],
  [Type.Number({ minimum: 0, maximum: 2 }), [0, 1.5], [-1, 3, Number.NaN, '1']],
  [Type.Integer(), [1], [1.5, Number.POSITIVE_INFINITY]],
  [Type.Array(Type.Integer(), { minItems: 1, maxItems: 2 }), [[1], [1, 2]], [[], [1, 2, 3], ['1'], {}]],
  [Type.Tuple([Type.String(), Type.Null()]), [['a', null]], [['a'], ['a', null, 1]]],
  [
    Type.Object({ a: Type.Null() }, { additionalProperties: false }),
    [{ a: null }],
    [{ a: null, b: 1 }, {}, null, []],
  ],
  [Type.Object({}, { additionalProperties: Type.String() }), [{}, { a: 'b' }], [{ a: 1 }]],
  [Type.Record(Type.String(), Type.Integer()), [{}, { a: 1 }], [{ a: '1' }]],
  [Type.Object({ a: Type.Optional(Type.Boolean()) }), [{}, { a: true }, { b: 1 }], [{ a: 1 }]],
  [Type.Union([Type.Literal('x'), Type.Enum(['y', 'z'])]), ['x', 'y'], ['w', null]],
])('a check accepts and refuses values of %j', (schema, good, bad) => {
  expect(good.map((value) => fits(schema, value))).toEqual(good.map(() => true));
  expect(bad.map((value) => fits(schema, value))).toEqual(bad.map(() => false));
});

test('a keyword that the check does not know is an error', () => {
  expect(() => fits(Type.String({ format: 'date', contentEncoding: 'x' }), 'a')).toThrow(/'contentEncoding'/);
  expect(() => fits(Type.Function([], Type.Null()), 'a')).toThrow(/fits\(\) does not know/);
});

/** Handwritten settings: messages about mistakes, and changes that keep all other text. */

const OBJECT = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
const SPACES = fc.constantFrom(undefined, 0, 1, 2, 4, '\t');

describe('the members of a text', () => {
  it('are the members that JSON.parse finds, in the order of the text', () => {
    fc.assert(
      fc.property(OBJECT, SPACES, (object, spaces) => {
        const text = JSON.stringify(object, null, spaces);
        const read = jsonMembers(text).map(({ name, from, to }) => [name, JSON.parse(text.slice(from, to))]);
        expect(Object.fromEntries(read)).toEqual(JSON.parse(text));
        expect(read).toHaveLength(Object.keys(object).length);
      }),
    );
  });

  it('are refused exactly if JSON.parse refuses the text', () => {
    const damaged = fc
      .tuple(
        OBJECT,
        SPACES,
        fc.nat(),
        fc.constantFrom('', ',', '}', '"', '\\', '\n', '0', '-', 'x', '\u0001', '\u00a0'),
      )
      .map(([object, spaces, at, put]) => {
        const text = JSON.stringify(object, null, spaces);
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + 1);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          parsed = undefined;
        }
        const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
        const read = () => jsonMembers(text);
        if (isObject) expect(read).not.toThrow();
        else expect(read).toThrow(SyntaxError);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['', 'line 1, column 1: the file is empty, but the file ends'],
    ['[]', 'line 1, column 1: the settings must begin with {'],
    ['{\n "a": 1,\n}', 'line 2, column 8: no comma may stand before }'],
    ['{"a": [1, 2,]}', 'line 1, column 12: no comma may stand before ]'],
    ['{"a": 1\r\n"b": 2}', 'line 2, column 1: a comma or } must stand here'],
    ["{'a': 1}", 'line 1, column 2: a name in double quotes must stand here'],
    ['{"a" 1}', 'line 1, column 6: a colon must stand after the name'],
    [
      '{"a": yes}',
      'line 1, column 7: a value must stand here: text in double quotes, a number, true or false',
    ],
    ['{"a": 1} {', 'line 1, column 10: nothing may follow the closing }'],
    ['{"a": tru', /^line 1, column 7: a value must stand here/],
    ['{"a": 1', 'line 1, column 8: a comma or } must stand here, but the file ends'],
    [`{"a": ${'['.repeat(200)}`, /^line 1, column 106: more than 100 brackets are open/],
  ])('%j is refused with its place', (text, message) => {
    expect(() => jsonMembers(text)).toThrow(message);
  });
});

describe('a change of settings', () => {
  it('changes the given names and no other character', () => {
    fc.assert(
      fc.property(OBJECT, SPACES, fc.string(), fc.jsonValue(), (object, spaces, name, value) => {
        const text = JSON.stringify(object, null, spaces);
        const changed = withMembers(text, { [name]: value });
        expect(JSON.parse(changed)).toEqual(JSON.parse(JSON.stringify({ ...object, [name]: value })));
        const held = jsonMembers(text).findLast((member) => member.name === name);
        if (held) {
          expect(changed.startsWith(text.slice(0, held.from))).toBe(true);
          expect(changed.endsWith(text.slice(held.to))).toBe(true);
        } else if (Object.keys(object).length > 0) {
          expect(changed.startsWith(text.trimEnd().slice(0, -1).trimEnd())).toBe(true);
        }
      }),
    );
  });

  it('keeps the notation of numbers, and the indentation', () => {
    const text = '{\n    "b": 0.10,\n    "a": 1e400\n}\n';
    expect(withMembers(text, { a: 2, c: [1] })).toBe('{\n    "b": 0.10,\n    "a": 2,\n    "c": [1]\n}\n');
    expect(withMembers('{"b":1}', { c: true })).toBe('{"b":1, "c": true}');
    expect(withMembers(' { } ', { c: true })).toBe('{\n "c": true\n}\n');
    expect(withMembers('{"a":1,"a":2}', { a: 3 })).toBe('{"a":1,"a":3}');
  });
});
