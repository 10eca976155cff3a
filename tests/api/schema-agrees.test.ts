import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowed, notAllowed, type Parameter } from './allowed-values.ts';
import { CREDENTIAL, testApp } from './folder.ts';

/**
 * For each path and query parameter of the OpenAPI document: what its schema allows is accepted, and what it does not allow
 * is refused, by its name.
 */

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
      // FRED's refusals have another form: tests/fred/schema-agrees.test.ts.
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
