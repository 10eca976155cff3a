import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CREDENTIAL, testApp } from './folder.ts';

/**
 * For each path and query parameter of the OpenAPI document: what its schema allows is accepted, and what it does not allow
 * is refused, by its name.
 */

type Schema = {
  type: 'string' | 'array' | 'integer';
  enum?: string[];
  items?: { enum: string[] };
  format?: 'date';
  anyOf?: { format: string }[];
  minimum?: number;
  maximum?: number;
};
type Parameter = { name: string; in: string; required: boolean; schema: Schema; example?: unknown };

/** What a parameter needs beside it to mean something. */
const COMPANY: Record<string, Record<string, string>> = {
  aggregation_method: { frequency: 'a' },
  index_date: { units: 'nbd' },
};
/** A weekly dataset's own weeks may also be asked for by their FRED code, which the document leaves out. */
const ALSO_RIGHT: Record<string, string> = {
  ui_weekly_claims: 'wesa',
  ui_state_weekly_claims: 'wesa',
  factors_affecting_reserve_balances: 'wew',
};

const PAST_DAY = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('2026-11-19T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const PAST_INSTANT = fc
  .tuple(PAST_DAY, fc.constantFrom('T00:00:00Z', 'T23:59:59.999Z', 'T12:30:01.5Z'))
  .map((parts) => parts.join(''));

function allowed({ schema, example }: Parameter): fc.Arbitrary<string> | undefined {
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

function notAllowed({ schema }: Parameter): fc.Arbitrary<string> | undefined {
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
  // The same in other letters is another word.
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
    return fc.oneof(word, fc.constantFrom(...others)).filter((text) => !codes.includes(text.trim()));
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

describe('the document and the check of parameters', () => {
  it('agree on each parameter of each path', async () => {
    const { get } = await testApp();
    const { paths } = JSON.parse((await get('/openapi.json')).text) as {
      paths: Record<string, { get?: { parameters?: Parameter[] } }>;
    };
    const ask = async (path: string, query: Record<string, string>) => {
      const answer = await get(`${path}?${new URLSearchParams(query)}`, {
        authorization: `Bearer ${CREDENTIAL}`,
      });
      return {
        status: answer.status,
        detail: answer.status === 422 ? JSON.parse(answer.text).detail : undefined,
      };
    };
    let checked = 0;
    for (const [pattern, { get: operation }] of Object.entries(paths)) {
      // FRED's refusals have another form: tests/fred.
      if (/^\/(fred|graph)\//.test(pattern)) continue;
      const path = pattern.replace('{codes}', 'US10Y').replace('{code}', 'TESTIDX');
      const parameters = (operation?.parameters ?? []).filter((one) => one.in === 'query');
      const needed = Object.fromEntries(
        parameters.filter((one) => one.required).map(({ name, example }) => [name, String(example)]),
      );
      for (const parameter of parameters) {
        const { name } = parameter;
        const base = { ...needed, ...COMPANY[name] };
        const right = allowed(parameter);
        const wrong = notAllowed(parameter);
        if (!right || !wrong) continue;
        checked++;
        await fc.assert(
          fc.asyncProperty(right, async (value) => {
            const more = value === 'nbd' && name === 'units' ? { index_date: '2020-02-03' } : {};
            const { status, detail } = await ask(path, { ...base, ...more, [name]: value });
            // Which series can be added up is no matter of the schema: the sum of a rate is refused.
            if (value === 'sum' && status === 422) expect(detail.message).toMatch(/\bsum\b/);
            else expect([status, detail], `${path} ${name}=${value}`).toEqual([200, undefined]);
          }),
          { numRuns: 12 },
        );
        await fc.assert(
          fc.asyncProperty(wrong, async (value) => {
            fc.pre(name !== 'frequency' || value !== ALSO_RIGHT[path.split('/').at(-1) ?? '']);
            const { status, detail } = await ask(path, { ...base, [name]: value });
            expect([status, detail?.parameter], `${path} ${name}=${value}`).toEqual([422, name]);
          }),
          { numRuns: 12 },
        );
        if (!parameter.required) continue;
        const { [name]: _, ...others } = base as Record<string, string>;
        expect((await ask(path, others)).detail?.message, path).toMatch(`${name} is missing`);
      }
    }
    expect(checked).toBeGreaterThan(60);
  });
});
