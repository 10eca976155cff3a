import fc from 'fast-check';

/** Values to try for a query parameter, from its schema in the OpenAPI document. */

type Schema = {
  type: 'string' | 'array' | 'integer';
  enum?: string[];
  items?: { enum: string[] };
  format?: 'date';
  anyOf?: { format: string }[];
  minimum?: number;
  maximum?: number;
};
export type Parameter = { name: string; in: string; required: boolean; schema: Schema; example?: unknown };

const PAST_DAY = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('2026-11-19T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const PAST_INSTANT = fc
  .tuple(PAST_DAY, fc.constantFrom('T00:00:00Z', 'T23:59:59.999Z', 'T12:30:01.5Z'))
  .map((parts) => parts.join(''));

/** @returns values that the parameter's schema allows; undefined if the schema does not restrict them. */
export function allowed({ schema, example }: Parameter): fc.Arbitrary<string> | undefined {
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    return fc
      .oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum))
      .map(String);
  }
  if (schema.items) {
    return fc.subarray(schema.items.enum, { minLength: 1 }).map((codes) => codes.join(','));
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(PAST_DAY, PAST_INSTANT);
  // A range needs two days that fit together: only the example of each is right whatever the other is.
  return schema.format ? (example === undefined ? PAST_DAY : fc.constant(String(example))) : undefined;
}

/** @returns values that the parameter's schema forbids; undefined if it forbids none. */
export function notAllowed({ schema }: Parameter): fc.Arbitrary<string> | undefined {
  const word = fc.oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.constantFrom('', ' ', 'x', 'toString', '0', '-1', '١'),
  );
  if (schema.type === 'integer') {
    const { minimum = 0, maximum } = schema;
    const past = [
      String(minimum - 1),
      ...(maximum === undefined ? [] : [String(maximum + 1)]),
      '1.5',
      '1e3',
      '+1',
      ' 1',
    ];
    return fc.oneof(
      fc.constantFrom(...past),
      word.filter((text) => !/^\d+$/.test(text)),
    );
  }
  // Codes are case-sensitive.
  const codes = schema.items?.enum ?? schema.enum ?? [];
  const shouted = codes.flatMap((code) => [code.toUpperCase(), code.toLowerCase()]);
  const others = shouted.filter((code) => !codes.includes(code));
  if (schema.items) {
    const wrong = fc
      .oneof(word, fc.constantFrom(...others))
      .filter((text) => text.split(',').some((code) => !codes.includes(code.trim())));
    return fc.tuple(fc.constantFrom(...codes), wrong).map(([right, one]) => `${right},${one}`);
  }
  if (schema.enum)
    return fc.oneof(word, fc.constantFrom(' ', ...others)).filter((text) => !codes.includes(text.trim()));
  if (!schema.format && !schema.anyOf) return undefined;
  const noDay = fc.constantFrom(
    '2023-02-29',
    '2024-13-01',
    '2024-1-5',
    '20240105',
    '0000-01-01',
    '2024-01-01T00:00',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:00+01:00',
    '2100-01-01T00:00:00Z',
    '2100-01-01',
  );
  return fc.oneof(noDay, word);
}
