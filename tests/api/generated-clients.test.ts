import { expect, it } from 'vitest';
import { testApp } from './folder.ts';

/** A client that is generated from the OpenAPI document works as it comes: it writes addresses by the document alone. */

type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  style?: string;
  explode?: boolean;
  schema: { type?: string; items?: { enum: readonly string[] }; const?: string };
  example?: unknown;
};
type Operation = { operationId: string; parameters?: readonly Parameter[]; security: readonly object[] };

/** OpenAPI 3.1, 'Style Values': what is not said has a default, which for lists in a query repeats the name. */
function written(
  { name, in: where, style = where === 'query' ? 'form' : 'simple', ...said }: Parameter,
  value: unknown,
) {
  const explode = said.explode ?? style === 'form';
  const texts = [value].flat().map((one) => encodeURIComponent(String(one)));
  if (style === 'simple') return texts.join();
  expect(style).toBe('form');
  return explode ? texts.map((text) => `${name}=${text}`).join('&') : `${name}=${texts.join()}`;
}

/** @returns two of the values of a list; otherwise the example. */
const sentValue = ({ schema: { type, items }, example }: Parameter): unknown =>
  type === 'array' ? (items?.enum ?? []).slice(0, 2) : example;

/** @returns the address of a request with every list, and with all that is required. */
function addressOf(path: string, { parameters = [] }: Operation): string {
  let address = path;
  const query: string[] = [];
  for (const one of parameters) {
    const value = sentValue(one);
    if (one.in === 'path') address = address.replace(`{${one.name}}`, written(one, value));
    else if (one.in === 'query' && (one.required || one.schema.type === 'array'))
      query.push(written(one, value));
  }
  return query.length === 0 ? address : `${address}?${query.join('&')}`;
}

it('writes lists, in paths and queries, as the service reads them', async () => {
  const { get, key } = await testApp();
  const { paths } = JSON.parse((await get('/openapi.json')).text) as {
    paths: Record<string, { get?: Operation }>;
  };
  let lists = 0;
  for (const [path, { get: operation }] of Object.entries(paths)) {
    const own = operation?.parameters?.filter(({ schema }) => schema.type === 'array') ?? [];
    if (!operation || own.length === 0) continue;
    lists += own.length;
    const answer = await get(addressOf(path, operation), { 'x-api-key': key });
    expect([path, answer.status, answer.text.slice(0, 200)]).toEqual([path, 200, expect.any(String)]);
  }
  // The series of seven datasets, the states of one, and the codes of the yields.
  expect(lists).toBe(9);
});

it('sends its key in a header, since that is the first way', async () => {
  const { get } = await testApp();
  const { paths } = JSON.parse((await get('/openapi.json')).text) as {
    paths: Record<string, { get?: Operation }>;
  };
  for (const [path, { get: operation }] of Object.entries(paths)) {
    const [first] = operation?.security ?? [];
    if (first) expect(Object.keys(first), path).toEqual(['keyInHeader']);
  }
});
