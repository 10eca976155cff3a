import fc from 'fast-check';
import Type, { type TSchema } from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { ENDPOINTS, type Endpoint } from '../../service/contract/endpoints.ts';
import { fits } from '../../service/contract/fits.ts';
import { ServiceMessage, ShellMessage } from '../../service/contract/service-channel.ts';

/** Every schema of data that is sent between processes. */
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

/** Values of a schema, some of them with a part that does not match. */
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

test('a check of every schema has the same result as in TypeBox', () => {
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
])('a check of %j', (schema, good, bad) => {
  expect(good.map((value) => fits(schema, value))).toEqual(good.map(() => true));
  expect(bad.map((value) => fits(schema, value))).toEqual(bad.map(() => false));
});

test('a keyword that the check does not know is an error', () => {
  expect(() => fits(Type.String({ format: 'date', contentEncoding: 'x' }), 'a')).toThrow(/'contentEncoding'/);
  expect(() => fits(Type.Function([], Type.Null()), 'a')).toThrow(/fits\(\) does not know/);
});
