import { tmpdir } from 'node:os';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ASSISTANTS as CLIENTS } from '../../renderer/access/client-programs.ts';
import { assistantCommand } from '../../service/app/access-handlers.ts';
import { jsonBytes } from '../../service/contract/fits.ts';
import { ANSWER_BYTES } from '../../service/contract/names.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { entryOf } from '../../service/datasets/series-choice.ts';
import { fitted, piecesOf, resultOf } from '../../service/mcp/tool.ts';
import { dataFolder } from '../../service/process/data-folder.ts';
import type { Reader } from '../../service/store/index.ts';
import { fillFolder, temporaryFolder, testApp } from '../api/folder.ts';
import { call, clientOf, listening } from './client.ts';

type Server = { url?: string; httpUrl?: string; headers: Record<string, string> };

/** @returns the address and headers in a client's configuration, with the variable for the key. */
function serverOf(text: string): Server {
  if (text.startsWith('[')) {
    const url = /^url = "(.*)"$/m.exec(text)?.[1] ?? '';
    const [, name = '', variable = ''] = /env_http_headers = \{ "(.*)" = "(.*)" \}/.exec(text) ?? [];
    return { url, headers: { [name]: variable } };
  }
  const read = JSON.parse(text) as { mcpServers?: { almanac: Server }; servers?: { almanac: Server } };
  const server = read.mcpServers?.almanac ?? read.servers?.almanac;
  if (!server) throw new Error('The configuration names no server.');
  return server;
}

describe('a client with the HTTP configuration of its card', () => {
  test.each(CLIENTS.filter(({ http }) => http).map((one) => [one.name, one] as const))(
    '%s reaches Almanac once its variable has the key',
    async (_, { http }) => {
      const app = await testApp();
      const { url, httpUrl = url, headers } = serverOf(http?.(`${await listening(app)}/mcp`) ?? '');
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => {
          expect(value).toMatch(/^(\$\{?(env:)?)?ALMANAC_API_KEY\}?$|^\$\{input:[\w-]+\}$/);
          return [name, app.key];
        }),
      );
      const client = new Client({ name: 'test', version: '1' });
      onTestFinished(() => client.close());
      const address = new URL(httpUrl ?? '');
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers: sent } }));
      expect((await client.listTools()).tools).toHaveLength(7);
    },
  );
});

describe('a client with the command of its card', () => {
  /** @returns the program and its arguments in a client's configuration. */
  const startedBy = (text: string): string[] => {
    if (!text.startsWith('[')) {
      const read = JSON.parse(text);
      const { command, args } = (read.mcpServers ?? read.servers).almanac;
      return [command, ...args];
    }
    const [, command = '', args = ''] = /^command = (.*)\nargs = (.*)$/m.exec(text) ?? [];
    return [JSON.parse(command), ...JSON.parse(args)];
  };

  test('starts this installation’s command, and gets answers from its folder', async () => {
    const dataDir = temporaryFolder();
    fillFolder(dataDir);
    const command = assistantCommand(dataDir) ?? [];
    const read = CLIENTS.flatMap((one) => (one.command ? [startedBy(one.command(command))] : []));
    expect(read).toEqual(CLIENTS.filter((one) => one.command).map(() => command));
    const [program = '', ...args] = command;
    const client = new Client({ name: 'test', version: '1' });
    onTestFinished(() => client.close());
    // The command also works from another folder, and without npm's variables.
    const transport = new StdioClientTransport({ command: program, args, cwd: tmpdir(), stderr: 'ignore' });
    await client.connect(transport, { timeout: 120_000 });
    const answer = await call(client, 'get_observations', {
      series: 'us_debt.debt_held_by_public',
      limit: 1,
    });
    expect(answer.structuredContent).toMatchObject({ total_rows: 40 });
  }, 150_000);

  test('has no argument for the usual folder; a packaged app has no command', () => {
    expect(assistantCommand(dataFolder(undefined))).toHaveLength(4);
    expect(assistantCommand('/data', tmpdir())).toBeNull();
  });
});

/** @returns the bytes of a result as it is sent. */
const sent = ({ structured, text }: { structured: object; text: string }) =>
  Buffer.byteLength(
    JSON.stringify({ content: [{ type: 'text', text }], structuredContent: structured }),
    'utf8',
  );

test('an answer has as many items as fit, and not one more', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.integer({ min: 1, max: 300 }), (most, width) => {
      const build = (count: number) => ({ structured: { count }, text: 'é'.repeat(count * width) });
      const { structured } = fitted(most, build);
      const told = Number(structured.count);
      const fits = (count: number) => sent(build(count)) <= ANSWER_BYTES - 200;
      expect(fits(told)).toBe(true);
      expect(told === most || !fits(told + 1)).toBe(true);
    }),
  );
});

test('an answer that is too long even without items is refused, and one of exactly the limit is not', () => {
  const empty = sent({ structured: {}, text: '' });
  const build = (letters: number) => () => ({ structured: {}, text: 'x'.repeat(letters) });
  const most = ANSWER_BYTES - 200 - empty;
  expect(fitted(3, build(most)).text).toHaveLength(most);
  for (const items of [0, 3])
    expect(() => fitted(items, build(most + 1))).toThrow(
      'The answer would be too long. Ask for fewer series, or for one alone.',
    );
  expect(resultOf({ structured: { a: 1 }, text: 'b' })).toEqual({
    content: [{ type: 'text', text: 'b' }],
    structuredContent: { a: 1 },
  });
  expect(jsonBytes({ a: 'é' })).toBe(10);
});

test('a page is divided before a heading if its parts fit, else between lines', () => {
  // The pieces' limit, without quotes and brackets around a piece.
  const line = (bytes: number) => `${'y'.repeat(bytes - 1)}\n`;
  const most = ANSWER_BYTES - 500 - '[""]'.length;
  // In JSON, a line end takes two bytes.
  const head = '## A\n';
  const first = `${head}${line(3000)}`;
  const second = `${head}${line(most - 3000 - 2 * head.length - 4)}`;
  expect(jsonBytes([first + second])).toBe(ANSWER_BYTES - 500);
  expect(piecesOf(first + second)).toEqual([first + second]);
  const longer = `${head}x${second.slice(head.length)}`;
  expect(piecesOf(first + longer)).toEqual([first, longer]);
  expect(piecesOf(`# Page\n${first}${longer}${first}`)).toEqual([`# Page\n${first}`, longer, first]);
  // A page is not divided before a heading of a lower level.
  const divided = `${head}${line(1500)}### B\n${line(3500)}`;
  expect(piecesOf(`${first}${divided}`)).toEqual([first, divided]);
  const long = [line(3000), line(2000), line(2500), line(40)];
  expect(piecesOf(`${head}${long.join('')}${head}`)).toEqual([
    `${head}${long[0]}${long[1]}`,
    `${long[2]}${long[3]}${head}`,
  ]);
});

test('the pieces of a long guide page add up to the whole page', () => {
  const section = fc.array(
    fc.string({ maxLength: 300, unit: 'grapheme' }).map((line) => `${line}\n`),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(fc.array(section, { minLength: 1, maxLength: 5 }), (sections) => {
      const text = sections.map((lines) => `## Part\n${lines.join('')}`).join('');
      const pieces = piecesOf(text);
      expect(pieces.join('')).toBe(text);
      for (const piece of pieces)
        expect(Buffer.byteLength(JSON.stringify([piece]))).toBeLessThanOrEqual(ANSWER_BYTES - 500);
    }),
    { numRuns: 50 },
  );
});

/** States that no dataset has today: an ended series, and texts too long for an answer. */

const reader = { holdings: () => [] } as unknown as Reader;

test('the description of an ended series gives its last day', async () => {
  const client = await clientOf({ reader });
  const { series } = entryOf({ dataset: 'jolts', code: 'quits_rate_sa', area: '' });
  Object.assign(series, { discontinuedOn: '2026-10-31' });
  onTestFinished(() => {
    delete series.discontinuedOn;
  });
  const { structuredContent, content } = await call(client, 'describe_series', {
    series: 'jolts.quits_rate_sa',
  });
  expect(structuredContent?.discontinued_on).toBe('2026-10-31');
  expect(content[0]?.text.split('\n')).toContain('Ended on 2026-10-31.');
});

/** Changes texts of a dataset, usually to longer ones, until the test ends. */
function lengthen(id: string, change: (one: (typeof DATASETS)[number]) => object): void {
  const dataset = DATASETS.find((one) => one.id === id);
  if (!dataset) throw new Error(id);
  const kept = { title: dataset.title, notes: dataset.notes };
  Object.assign(dataset, change(dataset));
  onTestFinished(() => {
    Object.assign(dataset, kept);
  });
}

test.each([
  [800, 9, null],
  [950, 8, '1 dataset does not fit.'],
  [1200, 7, '2 datasets do not fit.'],
])(
  'with a title of %i letters %i datasets are listed, and the rest is counted',
  async (letters, count, leftOut) => {
    lengthen('ui_weekly_claims', () => ({ title: 'x'.repeat(letters) }));
    const { structuredContent, content } = await call(await clientOf({ reader }), 'list_datasets', {});
    const { left_out, datasets } = structuredContent as { left_out: string | null; datasets: object[] };
    expect([datasets.length, left_out]).toEqual([count, leftOut]);
    const lines = content[0]?.text.split('\n') ?? [];
    expect(lines.at(-1)).toBe('Charts: almanac://view');
    expect(lines.slice(count, -1)).toEqual(leftOut === null ? [] : [leftOut]);
  },
);

test('an answer has the first notes that fit, as text and typed', async () => {
  const notes = Array.from({ length: 6 }, (_, i) => `${i}${'x'.repeat(500)}`);
  lengthen('jolts', () => ({ notes }));
  const { structuredContent, content } = await call(await clientOf({ reader }), 'describe_series', {
    series: 'jolts.quits_rate_sa',
  });
  const given = notes.slice(0, 4);
  expect(structuredContent?.notes).toEqual(given);
  expect(content[0]?.text.split('\n').filter((line) => /^\dx/.test(line))).toEqual(given);
});
