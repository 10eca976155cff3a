import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import { allowed, notAllowed, type Parameter } from '../api/allowed-values.ts';
import { CREDENTIAL, type TestApp } from '../api/folder.ts';
import { BEGAN, fredApp } from './fred-app.ts';

/** Checks the OpenAPI document's part on FRED's paths against the check of parameters and real answers. */

type Schema = { properties?: Record<string, Schema>; items?: Schema };
type Operation = {
  parameters: Parameter[];
  responses: { 200: { content: Record<string, { schema: Schema }> } };
};

/** For some parameters, the other parameters without which they have no effect. */
const COMPANY: Readonly<Record<string, Record<string, string>>> = {
  aggregation_method: { frequency: 'a' },
  filter_variable: { filter_value: 'Monthly' },
};
/** Real time begins with the first stored data and ends today: here, both are the same day. */
const REAL_TIME = new Set(['realtime_start', 'realtime_end', 'vintage_dates']);

async function operations(app: TestApp): Promise<[string, Operation][]> {
  const { paths } = JSON.parse((await app.get('/openapi.json')).text) as {
    paths: Record<string, { get: Operation }>;
  };
  return Object.entries(paths).flatMap(([path, { get }]) =>
    /^\/(fred|graph)\//.test(path) ? [[path, get] as [string, Operation]] : [],
  );
}

const neededOf = ({ parameters }: Operation): Record<string, string> =>
  Object.fromEntries(
    parameters.filter((one) => one.required).map(({ name, example }) => [name, String(example)]),
  );

function ask(app: TestApp, path: string, query: Record<string, string>) {
  const bearer = { authorization: `Bearer ${CREDENTIAL}` };
  return app.get(`${path}?${new URLSearchParams(query)}`, bearer);
}

it('values that a parameter’s schema allows are answered, and other values are refused with its name', {
  tags: 'soak',
}, async () => {
  const app = await fredApp();
  let checked = 0;
  for (const [path, operation] of await operations(app)) {
    const needed = neededOf(operation);
    for (const parameter of operation.parameters.filter((one) => one.in === 'query')) {
      const { name, required } = parameter;
      const base = { ...needed, ...COMPANY[name] };
      if (required) {
        const { [name]: _, ...others } = base;
        const { status, text } = await ask(app, path, others);
        expect([status, text], path).toEqual([400, expect.stringContaining(`${name} is missing`)]);
      }
      const right = REAL_TIME.has(name) ? fc.constant(BEGAN) : allowed(parameter);
      const wrong = notAllowed(parameter);
      if (!right || !wrong) continue;
      checked++;
      await fc.assert(
        fc.asyncProperty(right, async (value) => {
          const { status, text } = await ask(app, path, { ...base, [name]: value });
          expect([status, text], `${path} ${name}=${value}`).toEqual([200, expect.any(String)]);
        }),
        { numRuns: 6 },
      );
      await fc.assert(
        // A day in the future is right here: FRED's own periods end in the year 9999.
        fc.asyncProperty(
          wrong.filter((value) => dayNumber(value) === undefined),
          async (value) => {
            const { status, text } = await ask(app, path, { ...base, [name]: value });
            expect([status, text], `${path} ${name}=${value}`).toEqual([400, expect.stringContaining(name)]);
          },
        ),
        { numRuns: 8 },
      );
    }
  }
  expect(checked).toBeGreaterThan(50);
});

/** @returns the paths of all members that a schema names, such as 'seriess[].id'. */
function named({ properties, items }: Schema, at = ''): string[] {
  if (items) return named(items, `${at}[]`);
  if (!properties) return [at];
  return Object.entries(properties).flatMap(([name, one]) => named(one, at === '' ? name : `${at}.${name}`));
}
function found(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => found(one, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, one]) => found(one, at === '' ? name : `${at}.${name}`));
}

it('a JSON answer has exactly the members of its schema', async () => {
  const app = await fredApp();
  const json = (await operations(app)).filter(([path]) => path.startsWith('/fred/'));
  expect(json).toHaveLength(8);
  for (const [path, operation] of json) {
    const { schema } = operation.responses[200].content['application/json'] ?? {};
    const query = { ...neededOf(operation), file_type: 'json' };
    const ahead = { include_release_dates_with_no_data: 'true', realtime_start: '2026-09-01' };
    const asked = path === '/fred/release/dates' ? { ...ahead, release_id: '192' } : ahead;
    const answer = await ask(app, path, { ...query, ...(/^\/fred\/releases?\/dates$/.test(path) && asked) });
    const body: unknown = JSON.parse(answer.text);
    expect([...Value.Errors(schema as TSchema, body)], path).toEqual([]);
    expect(new Set(found(body)), path).toEqual(new Set(named(schema as Schema)));
  }
});
