import { ResourceNotFoundError } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import type { Reader } from '../../service/store/index.ts';
import { call, clientOf, textOf } from './client.ts';

/** Names that there are not: of series, tools, prompts and resources. */

const small = await clientOf({ reader: { holdings: () => [] } as unknown as Reader });

const KEY = '0123456789abcdef0123456789abcdef';
test.each([
  ['almanac://catalogue/jolt', 'Did you mean jolts?'],
  ['almanac://guide/strat', "The guide has no page 'strat'. Did you mean start?"],
  ['almanac://guide/x', 'Known are: start.'],
  ['almanac://other', 'There are almanac://catalogue, almanac://catalogue/DATASET and almanac://guide/PAGE.'],
  ['https://example.org/', 'There are almanac://catalogue'],
  [`almanac://guide/${KEY}`, "no page '…'."],
])('the unknown resource %s is refused as the protocol has it, with what is there', async (uri, said) => {
  const error: unknown = await small.readResource({ uri }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ResourceNotFoundError);
  expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(said) });
  expect(JSON.stringify(error)).not.toContain(KEY);
});

test.each([
  ['get_observation', 'Did you mean get_observations?'],
  ['unemployment', 'Known are: list_datasets, search_series, describe_series, get_observations,'],
  [KEY, "There is no tool '…'."],
])('the unknown tool %s is refused as the protocol has it, with the nearest names', async (name, said) => {
  await expect(small.callTool({ name, arguments: {} })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining(said),
  });
});

test('an unknown prompt, and one without its words, are refused so too', async () => {
  const ask = (asked: { name: string; arguments?: Record<string, string> }) => small.getPrompt(asked);
  const refused = (said: string) => ({ code: -32602, message: expect.stringContaining(said) });
  await expect(ask({ name: 'claims_of_this_week' })).rejects.toMatchObject(
    refused('Did you mean claims_this_week?'),
  );
  await expect(ask({ name: 'check_a_number' })).rejects.toMatchObject(refused('what is missing. It is: '));
  await expect(ask({ name: 'claims_this_week', arguments: { wat: 'x' } })).resolves.toBeDefined();
});

test('a key that stands in the place of an id is not repeated, nor a part where the id is cut', async () => {
  for (const id of [KEY, `${'x'.repeat(40)} ${KEY}`, `${'x'.repeat(54)} ${KEY}`, `alm_${'k'.repeat(43)}`]) {
    const answer = await call(small, 'get_observations', { series: id });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).not.toMatch(/01234|kkk/);
  }
  for (const [name, args] of [
    ['get_observations', { series: 'yields.US10Y', [KEY]: '1' }],
    ['search_series', { query: `zzz ${KEY}` }],
  ] as const)
    expect(textOf(await call(small, name, args)), name).toMatch(/^(?!.*0123456789abcdef).*…/);
});
