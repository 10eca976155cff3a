import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANSWER_BYTES } from '../../service/contract/names.ts';
import { withSpreads } from '../../service/derived/index.ts';
import { bytesOf } from '../../service/mcp/tool.ts';
import { openReader } from '../../service/store/index.ts';
import { expectWrittenAnswers } from '../support/written-answers.ts';
import { call, clientOf } from './client.ts';
import { fillHeld } from './held-data.ts';

/** Whole answers of each tool about data of files, as text and typed, and refusals, by whose words an assistant corrects itself. */

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

test.each(['held-data.md', 'wrong-calls.md'])('each call of %s is answered so, whole', async (file) => {
  await expectWrittenAnswers(path.join(import.meta.dirname, file), async (asked) => {
    const [, tool = '', args = ''] = /^(\w+) (.*)$/.exec(asked) ?? [];
    const answer = await call(client, tool, JSON.parse(args));
    expect(bytesOf(answer)).toBeLessThanOrEqual(ANSWER_BYTES);
    const { content, structuredContent, isError } = answer;
    const text = content.map((one) => one.text).join('\n');
    return [
      isError ? `Refused: ${text}` : text,
      ...(structuredContent ? [JSON.stringify(structuredContent)] : []),
    ];
  });
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
