import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { todayText } from '../calendar/today.ts';
import { Failure } from '../contract/failure.ts';
import { APP_NAME } from '../contract/names.ts';
import { maskSecrets } from '../process/mask.ts';
import { piecesOf, resultOf } from './fit.ts';
import { PROMPTS } from './prompts.ts';
import { catalogueText, datasetNames, datasetText } from './resources.ts';
import { answerSchema, askedSchema } from './schemas.ts';
import { TOOLS } from './tools/index.ts';
import type { Desk, Source, Tool } from './types.ts';

const MARKDOWN = 'text/markdown';

/** What an assistant reads once, before its first call. */
const INSTRUCTIONS =
  'Almanac holds US economic and market data of this computer: unemployment insurance claims, JOLTS, the Federal Reserve’s balance sheet, public debt, Treasury yields and more. Find ids with search_series before you use them. Let get_observations calculate (units, frequency, formula) instead of computing yourself, and repeat values as they are. Always name unit, seasonal adjustment, source and date, say so where is_sample is true, and give the address of the chart.';

/** @returns a server of the protocol with Almanac's tools, resources and prompts. It is made for each connection, or each request. */
export function createServer(source: Source): McpServer {
  const server = new McpServer(
    { name: 'almanac', title: APP_NAME, version: source.version },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS) addTool(server, source, tool);
  addResources(server, source);
  for (const { name, title, description, argument, write } of PROMPTS) {
    const told = { title, description };
    const messages = (text: string) => ({
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    });
    if (argument === undefined) server.registerPrompt(name, told, () => messages(write()));
    else
      server.registerPrompt(
        name,
        { ...told, argsSchema: askedSchema<Record<string, string>>(argument) },
        (given) => messages(write(given)),
      );
  }
  return server;
}

function addTool(server: McpServer, source: Source, { name, title, description, ...tool }: Tool): void {
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: askedSchema<never>(tool.input),
      outputSchema: answerSchema(tool.output),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async (given) => {
      try {
        return resultOf(await source.read((reader) => tool.run(given, deskOf(source, reader))));
      } catch (error) {
        return refused(source, error);
      }
    },
  );
}

function deskOf({ now, addresses }: Source, reader: Desk['reader']): Desk {
  const at = now();
  return { reader, now: at, today: todayText(at), addresses: addresses() };
}

/** The assistant reads why, and can ask again. Of a bug it hears only that there is one. */
function refused({ log }: Source, error: unknown) {
  const isFailure = error instanceof Failure;
  if (!isFailure) log(maskSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  const text = isFailure ? maskSecrets(error.message) : 'Almanac could not answer this; its log says why.';
  return { content: [{ type: 'text' as const, text }], isError: true };
}

function addResources(server: McpServer, source: Source): void {
  const markdown = (uri: URL, text: string) => ({
    contents: [{ uri: uri.href, mimeType: MARKDOWN, text }],
  });
  server.registerResource(
    'catalogue',
    'almanac://catalogue',
    { title: 'Catalogue', description: 'All datasets', mimeType: MARKDOWN },
    (uri) => markdown(uri, catalogueText()),
  );
  server.registerResource(
    'dataset',
    new ResourceTemplate('almanac://catalogue/{dataset}', {
      list: () => ({
        resources: datasetNames().map(({ id, title }) => ({
          uri: `almanac://catalogue/${id}`,
          name: id,
          title,
          mimeType: MARKDOWN,
        })),
      }),
    }),
    { title: 'A dataset and its series', mimeType: MARKDOWN },
    (uri, { dataset }) => markdown(uri, datasetText(String(dataset))),
  );
  for (const [page, whole] of source.guide()) {
    const title = `Guide: ${/^# (.*)$/m.exec(whole)?.[1] ?? page}`;
    for (const [i, text] of piecesOf(whole).entries())
      server.registerResource(
        i === 0 ? `guide-${page}` : `guide-${page}-${i + 1}`,
        i === 0 ? `almanac://guide/${page}` : `almanac://guide/${page}/${i + 1}`,
        { title: i === 0 ? title : `${title}, part ${i + 1}`, mimeType: MARKDOWN },
        (uri) => markdown(uri, text),
      );
  }
}
