import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { type ComposedApp, composeApp } from '../../service/compose-app.ts';
import { KEY_HEADER } from '../../service/contract/names.ts';
import { guidePieces } from '../../service/mcp/serve.ts';
import { createServer } from '../../service/mcp/server.ts';
import { clock } from '../api/folder.ts';

/** The time of every answer in the tests; the sample data end at it. */
export const NOW = '2026-11-20T18:00:05.000Z';

/** The result of a tool call. */
export type Result = {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

/** Makes an app listen on a free port. @returns its address. */
export async function listening({ app, answerOn }: Pick<ComposedApp, 'app' | 'answerOn'>): Promise<string> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  answerOn(Number(new URL(url).port));
  return url;
}

/** @returns an app on a new folder with sample data. The caller closes it. */
export async function sampleApp(): Promise<ComposedApp & { folder: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-mcp-'));
  const log = () => undefined;
  const now = clock(NOW).now;
  return {
    ...(await composeApp({ dataDir: folder, port: 0, pageSize: 100, sample: true, now, log })),
    folder,
  };
}

/** The log lines of the servers that `clientOf` starts. */
export const LOGS: string[] = [];

/** @returns a client of the tools of an app, connected in memory. */
export async function clientOf({ reader }: Pick<ComposedApp, 'reader'>): Promise<Client> {
  const server = createServer({
    read: async (use) => use(reader),
    now: clock(NOW).now,
    version: '1',
    addresses: () => ({ api: 'http://127.0.0.1:4780', chart: 'almanac://view' }),
    guide: () => guidePieces(new Map([['start', '# Start\n\nHello.']])),
    log: (line) => LOGS.push(line),
  });
  const client = new Client({ name: 'test', version: '1' });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(other), client.connect(one)]);
  return client;
}

/** @returns a client of `/mcp` for the protocol's newest or older revisions. It is closed after the test. */
export async function httpClient(url: string, key: string, mode: 'legacy' | 'auto' = 'legacy') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { [KEY_HEADER]: key } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

/** Calls a tool. The client checks the answer against the tool's schema. */
export async function call(client: Client, name: string, args: object): Promise<Result> {
  return (await client.callTool({ name, arguments: { ...args } })) as Result;
}

export const textOf = ({ content }: Result): string => content.map(({ text }) => text).join('\n');
