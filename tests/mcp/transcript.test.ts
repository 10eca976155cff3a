import { rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { ANSWER_BYTES } from '../../service/contract/names.ts';
import { bytesOf } from '../../service/mcp/fit.ts';
import { call, httpClient, listening, NOW, type Result, sampleApp, textOf } from './client.ts';

/** What people ask, over HTTP and on standard input and output, and the calls by which an assistant answers. The answers stand in transcript.md, where they can be read. */
const QUESTIONS: readonly { question: string; calls: readonly (readonly [string, object])[] }[] = [
  { question: 'What data are there?', calls: [['list_datasets', {}]] },
  {
    question: 'What is the quits rate?',
    calls: [
      ['search_series', { query: 'quits rate', limit: 2 }],
      ['get_observations', { series: 'jolts.quits_rate_sa', limit: 3 }],
    ],
  },
  {
    question: 'What changed in this week’s claims?',
    calls: [
      [
        'get_observations',
        { series: 'ui_weekly_claims.initial_claims_sa,ui_weekly_claims.continued_claims_sa', limit: 3 },
      ],
      ['list_revisions', { series: 'ui_weekly_claims.initial_claims_sa' }],
    ],
  },
  {
    question: 'Of a hundred people hired, how many quit?',
    calls: [
      [
        'get_observations',
        { series: 'jolts.quits_level_sa,jolts.hires_level_sa', formula: 'a/b*100', limit: 3 },
      ],
    ],
  },
  {
    question: 'How did the yield curve move since September?',
    calls: [
      [
        'compare_dates',
        {
          series: 'yields.US3M,yields.US2Y,yields.US10Y,yields.US30Y',
          date: '2026-09-30',
          other_date: '2026-11-19',
        },
      ],
    ],
  },
  {
    question: 'Is the curve inverted?',
    calls: [['get_observations', { series: 'yields.US10Y_US2Y', frequency: 'm', limit: 6 }]],
  },
  {
    question: 'How fast does the public debt grow?',
    calls: [
      [
        'get_observations',
        { series: 'us_debt.total_public_debt_outstanding', units: 'pc1', frequency: 'q', from: '2025-01-01' },
      ],
    ],
  },
  {
    question: 'Where does the debt of 2 January 2026 come from?',
    calls: [['explain_observation', { series: 'us_debt.total_public_debt_outstanding', date: '2026-01-02' }]],
  },
  {
    question: 'What is the unemployment rate?',
    calls: [
      ['get_observations', { series: 'UNRATE' }],
      ['search_series', { query: 'unemployment rate', limit: 1 }],
    ],
  },
  {
    question: 'How many people in Texas claimed benefits, and what does that count?',
    calls: [
      ['search_series', { query: 'texas initial claims', limit: 1 }],
      ['describe_series', { series: 'ui_state_weekly_claims.initial_claims.TX' }],
      [
        'get_observations',
        { series: 'ui_state_weekly_claims.initial_claims.TX', limit: 2, as_of: '2026-11-20' },
      ],
    ],
  },
];

/** @returns a client of the protocol on standard input and output, at the clock of these tests. */
async function stdioClient(dataDir: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const args = [path.join(import.meta.dirname, 'stdio-at.ts'), dataDir, NOW];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return client;
}

test('ten questions over both transports: the calls, their sizes and their answers are those of transcript.md', async () => {
  const app = await sampleApp();
  onTestFinished(async () => {
    await app.close();
    rmSync(app.folder, { recursive: true, force: true });
  });
  const url = await listening(app);
  const client = await httpClient(url, (await app.keys.create('assistant')).key);
  const started = await stdioClient(app.folder);
  const written: string[] = ['# Ten questions'];
  for (const { question, calls } of QUESTIONS) {
    written.push(`\n## ${question}\n`);
    for (const [name, args] of calls) {
      const answer = await call(client, name, args);
      expect(bytesOf(answer)).toBeLessThanOrEqual(ANSWER_BYTES);
      // The port is another one each time.
      const told: Result = JSON.parse(JSON.stringify(answer).replaceAll(url, 'http://127.0.0.1:4780'));
      // Over standard input and output the very same.
      expect(await call(started, name, args)).toEqual(told);
      written.push(
        `- ${name} ${JSON.stringify(args)}, ${bytesOf(told)} bytes`,
        `    ${textOf(told).replaceAll('\n', '\n    ')}`,
      );
    }
  }
  await expect(written.join('\n')).toMatchFileSnapshot('transcript.md');
});
