import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_BYTES } from '../../service/contract/names.ts';
import { withSpreads } from '../../service/derived/index.ts';
import { bytesOf } from '../../service/mcp/fit.ts';
import { openReader } from '../../service/store/index.ts';
import { call, clientOf } from './client.ts';
import { fillHeld } from './held-data.ts';

/** The whole answers of each tool about data of files, as text and typed; they stand in held-data.md, where they can be read. */

let client: Client;
let end: () => void;
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-mcp-'));
  fillHeld(folder);
  const reader = withSpreads(openReader(folder));
  client = await clientOf({ reader });
  end = () => {
    reader.close();
    rmSync(folder, { recursive: true, force: true });
  };
});
afterAll(() => end());

const INITIAL = 'ui_weekly_claims.initial_claims_sa';
const CONTINUED = 'ui_weekly_claims.continued_claims_sa';
const UNADJUSTED = 'ui_weekly_claims.initial_claims_nsa';
const DEBT = 'us_debt.debt_held_by_public';
const QUITS = 'jolts.quits_rate_sa';
const TEXAS = 'ui_state_weekly_claims.initial_claims.TX';
const CALIFORNIA = 'ui_state_weekly_claims.initial_claims.CA';
const EXPORTS = 'us_exports.asia';
const INCOME = 'personal_income_and_outlays.total_personal_income';
const SPREAD = 'yields.US10Y_US2Y';
const CURVE = ['1M', '2M', '3M', '6M', '1Y', '2Y', '3Y', '5Y', '7Y'].map((one) => `yields.US${one}`);

const LONG = ['10Y', '20Y'].map((one) => `yields.US${one}`);

type Called = readonly [tool: string, ...given: object[]];
const ANSWERED: readonly (readonly [what: string, ...calls: Called[]])[] = [
  ['What is here', ['list_datasets', {}]],
  [
    'A search',
    [
      'search_series',
      ...[
        { query: 'claims' },
        { query: 'yield', limit: 20 },
        { query: 'yield', limit: 1 },
        { query: 'initial claims' },
        { query: 'quits rate', limit: 4 },
        { query: 'california initial claims' },
        { query: 'insured unemployment rate' },
        { query: 'unemployed rates' },
        { query: 'unemployment rate' },
        { query: 'jobless rate Texas' },
        { query: 'the national unemployment rate, please' },
        { query: 'spread 10y 2y' },
      ],
    ],
  ],
  [
    'What a series is',
    [
      'describe_series',
      ...[INITIAL, CALIFORNIA, TEXAS, SPREAD, QUITS, CONTINUED, 'jolts.hires_level_sa', EXPORTS].map(
        (series) => ({ series }),
      ),
    ],
  ],
  [
    'Observations: the newest 24 dates, or up to 300 from a first day on',
    [
      'get_observations',
      { series: INITIAL },
      { series: INITIAL, from: '2026-04-18', to: '2026-11-14' },
      { series: INITIAL, from: '2026-04-19', to: '2026-05-01' },
      { series: INITIAL, from: '2026-04-26', limit: 2 },
      { series: INITIAL, from: '2026-11-08', to: '2026-11-21' },
      // A last day alone: from the first day of the one that begins first.
      { series: `${CONTINUED}, ${INITIAL},`, to: '2026-04-25' },
      { series: TEXAS, to: '2026-10-31' },
      { series: 'jolts.hires_level_sa', to: '2026-10-31' },
      { series: QUITS, to: '2020-01-01' },
      { series: `jolts.hires_level_sa,${QUITS}`, limit: 1 },
      { series: INITIAL, as_of: '2026-11-17', limit: 2 },
      { series: INITIAL, as_of: '2026-11-18', limit: 2 },
      { series: DEBT, as_of: '2026-11-20', limit: 1 },
      // Late where newer values would be in it: this one ends on 2024-02-26.
      { series: DEBT, from: '2024-02-26', to: '2024-02-27' },
      { series: DEBT, from: '2024-02-26', to: '2024-02-26' },
    ],
  ],
  [
    'Observations that Almanac computes',
    [
      'get_observations',
      { series: `${CONTINUED},${INITIAL}`, formula: 'a/b', limit: 2 },
      { series: `${QUITS},${INITIAL}`, formula: 'a*b/100', limit: 1 },
      { series: `${TEXAS},${INITIAL}`, formula: 'a/b', limit: 1 },
      { series: `${INITIAL},${INITIAL}`, formula: 'a*2', limit: 1 },
      { series: 'yields.US10Y,yields.US2Y', formula: 'a-b', limit: 1 },
      // As late as the one that is late longest.
      { series: `${EXPORTS},${INCOME}`, formula: 'a/b', limit: 1 },
      { series: `${INCOME},${EXPORTS}`, formula: 'a/b', limit: 1 },
      { series: INITIAL, units: 'pch', limit: 1 },
      { series: INITIAL, units: 'log', limit: 1 },
      { series: `${INITIAL}:nbd`, limit: 1 },
      { series: INITIAL, frequency: 'm', limit: 3 },
      { series: INITIAL, frequency: 'm', aggregation: 'eop', limit: 1 },
      { series: `${SPREAD},${INITIAL}`, limit: 2 },
    ],
  ],
  [
    'Two dates',
    [
      'compare_dates',
      { series: `${INITIAL},${CONTINUED}`, date: '2026-10-31', other_date: '2026-11-14' },
      { series: `${CONTINUED},${CONTINUED}`, date: '2026-10-30', other_date: '2026-11-01' },
      { series: CONTINUED, date: '2026-10-10', other_date: '2026-10-31' },
      { series: INITIAL, date: '2026-11-07', other_date: '2026-11-21' },
      { series: INITIAL, date: '2026-11-07', other_date: '2026-11-14', as_of: '2026-11-17' },
      { series: CONTINUED, date: '2026-10-31', other_date: '2026-11-14', as_of: '2026-11-19' },
      { series: `${SPREAD},yields.US10Y`, date: '2026-11-15', other_date: '2026-11-18' },
      { series: QUITS, date: '2026-01-31', other_date: '2026-09-30' },
      { series: CURVE.join(), date: '2026-11-12', other_date: '2026-11-20' },
      ...[10, 11].map((count) => ({
        series: [...CURVE, ...LONG].slice(0, count).join(),
        date: '2026-11-12',
        other_date: '2026-11-20',
      })),
      // A value is at most 120 days old.
      { series: DEBT, date: '2024-06-24', other_date: '2024-06-25' },
      { series: DEBT, date: '2024-06-25', other_date: '2024-06-26' },
      { series: DEBT, date: '2024-06-26', other_date: '2024-06-27' },
      { series: DEBT, date: '2024-01-01', other_date: '2024-01-02' },
    ],
  ],
  [
    'Where a value comes from',
    [
      'explain_observation',
      { series: INITIAL, date: '2026-11-14' },
      { series: INITIAL, date: '2026-11-07' },
      { series: INITIAL, date: '2026-11-15' },
      { series: INITIAL, date: '2026-11-21' },
      { series: `${INITIAL}: pc1`, date: '2026-04-18' },
      { series: UNADJUSTED, date: '2026-11-07' },
      { series: UNADJUSTED, date: '2026-11-14' },
      { series: SPREAD, date: '2026-11-13' },
      { series: SPREAD, date: '2026-11-16' },
      { series: SPREAD, date: '2026-11-17' },
      { series: QUITS, date: '2026-08-01' },
      { series: TEXAS, date: '2026-10-31' },
    ],
  ],
  [
    'What was replaced',
    [
      'list_revisions',
      { series: INITIAL },
      { series: INITIAL, since: '2026-11-19' },
      { series: INITIAL, since: '2026-11-20' },
      { series: SPREAD },
      { series: TEXAS },
      { series: CALIFORNIA },
      { series: INCOME },
      { series: EXPORTS },
      { series: EXPORTS, since: '2026-11-20' },
    ],
  ],
];

const REFUSED: readonly Called[] = [
  ['list_datasets', { all: true }],
  [
    'search_series',
    {},
    { query: '' },
    { query: 'x'.repeat(201) },
    { query: 'claims', limit: 21 },
    { query: 'claims', limit: 0 },
    { query: 'SP500' },
    { query: 'oil price' },
    { query: 'UNRATE' },
    { query: 'prime rate' },
    ...[
      'fed funds',
      'fed funds rate',
      'federal funds',
      'mortgage rates',
      'new home sales',
      'debt to gdp',
    ].map((query) => ({
      query,
    })),
  ],
  [
    'describe_series',
    {},
    { series: null },
    ...[
      '',
      'JOLTS',
      'UNRATE',
      'TB3MS',
      'nonsense.zzzz',
      'jolts.quit_rate',
      'constituents.SPX',
      'SP500.x',
      'SP500',
      'ui_state_weekly_claims.initial_claims',
      'ui_state_weekly_claims.initial_claims.tx',
      'ui_state_weekly_claims.initial_claims.TK',
      'us_debt.debt_held_by_public.CA',
      `${INITIAL},${DEBT}`,
      ' , ',
      'x'.repeat(201),
    ].map((series) => ({ series })),
  ],
  [
    'get_observations',
    { series: INITIAL, unit: 'pc1' },
    { series: INITIAL, [`from${'m'.repeat(70)}`]: '2026-01-01' },
    { series: INITIAL, units: 'percent' },
    { series: INITIAL, frequency: 'd' },
    { series: INITIAL, limit: 301 },
    { series: INITIAL, limit: 1.5 },
    { series: INITIAL, from: '2026-11-1' },
    { series: INITIAL, from: '2026-02-30' },
    { series: INITIAL, from: '2026-11-22' },
    { series: INITIAL, to: '2026-11-22' },
    { series: INITIAL, as_of: '2026-11-22' },
    { series: INITIAL, from: '2026-11-20', to: '2026-11-19' },
    { series: INITIAL, formula: 'a/c' },
    { series: CURVE.slice(1).join(), limit: 1 },
    { series: CURVE.join() },
    { series: `${INITIAL},JOLTS` },
  ],
  [
    'compare_dates',
    { series: INITIAL, date: '2026-11-07' },
    { series: INITIAL, date: '2026-11-07', other_date: '2026-11-07' },
    { series: INITIAL, date: '2026-11-14', other_date: '2026-11-07' },
    { series: INITIAL, date: '2026-02-29', other_date: '2026-11-07' },
    { series: INITIAL, date: '2026-02-28', other_date: '2026-11-31' },
    { series: INITIAL, date: '2026-11-07', other_date: '2026-11-22' },
    { series: Array(20).fill(INITIAL).join(), date: '2026-11-07', other_date: '2026-11-14' },
    { series: Array(21).fill(INITIAL).join(), date: '2026-11-07', other_date: '2026-11-14' },
  ],
  [
    'explain_observation',
    { series: INITIAL, date: 'yesterday' },
    { series: `${INITIAL},${DEBT}`, date: '2026-11-14' },
    { series: INITIAL, date: '2026-11-14T00:00:00.000Z' },
  ],
  ['list_revisions', { series: INITIAL, since: '2026-02-30' }, { series: INITIAL, since: 'May' }],
];

/** @returns a call with its whole answer, for a person to read. */
async function told(tool: string, args: object): Promise<string> {
  const answer = await call(client, tool, args);
  expect(bytesOf(answer)).toBeLessThanOrEqual(ANSWER_BYTES);
  const { content, structuredContent, isError } = answer;
  const typed = structuredContent && JSON.stringify(structuredContent);
  const lines = [...content.flatMap(({ text }) => text.split('\n')), ...(typed ? [typed] : [])];
  return [
    `- ${isError ? 'refused: ' : ''}${tool} ${JSON.stringify(args)}`,
    ...lines.map((line) => `    ${line}`),
  ].join('\n');
}

test('what is answered, whole', async () => {
  const written: string[] = ['# Answers about data of files'];
  for (const [what, ...calls] of ANSWERED) {
    written.push(`\n## ${what}\n`);
    for (const [tool, ...given] of calls) for (const args of given) written.push(await told(tool, args));
  }
  await expect(written.join('\n')).toMatchFileSnapshot('held-data.md');
});

test('what is refused, in the words by which an assistant corrects itself', async () => {
  const written: string[] = ['# Wrong calls\n'];
  for (const [tool, ...given] of REFUSED) for (const args of given) written.push(await told(tool, args));
  await expect(written.join('\n')).toMatchFileSnapshot('wrong-calls.md');
});

test('what an assistant can read before it calls: tools with their arguments, prompts, resources', async () => {
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  const [curve, number] = [
    { name: 'yield_curve_change', arguments: { from: '2026-01-02', to: '2026-11-19' } },
    { name: 'check_a_number', arguments: { what: 'quits of May' } },
  ];
  const asked = [{ name: 'claims_this_week' }, curve, number];
  const json = (value: object) =>
    Object.entries(value)
      .map(([name, one]) => `    ${name}: ${JSON.stringify(one)}\n`)
      .join('');
  const written = [
    `# What an assistant reads\n\n${client.getInstructions()}\n`,
    ...tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) =>
      [
        `## ${name}: ${title}\n\n${description}\n\nIt answers ${Object.keys(outputSchema?.properties ?? {}).join(', ')}.\n`,
        json({ ...inputSchema.properties, ...annotations }),
      ].join('\n'),
    ),
    '## Prompts\n',
    json(prompts),
  ];
  for (const one of asked) written.push(json((await client.getPrompt(one)).messages));
  written.push('## Resources\n', json([...resources, ...resourceTemplates]));
  // Of the datasets one whose ids end with a state, and one of spreads.
  for (const { uri } of resources.filter(({ uri }) => /(catalogue|_state_.*|yields|start)$/.test(uri))) {
    const { contents } = await client.readResource({ uri });
    const [{ text = '', ...rest } = {}] = contents as { text?: string }[];
    written.push(json(rest), text);
  }
  await expect(written.join('\n')).toMatchFileSnapshot('readings.md');
});
