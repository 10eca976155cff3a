import { Transform } from 'node:stream';
import {
  ProtocolError,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  ResourceNotFoundError,
  Server,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from '@modelcontextprotocol/server';
import { type TObject, type TSchema, Type } from 'typebox';
import { latestDayText } from '../calendar/today.ts';
import { Failure, quoted, stackOf } from '../contract/failure.ts';
import { fits } from '../contract/fits.ts';
import { APP_NAME } from '../contract/names.ts';
import { DATASETS, findDataset } from '../datasets/index.ts';
import { idSuggestion, suggestion } from '../datasets/nearest-name.ts';
import { maskSecrets } from '../process/mask.ts';
import { type AssistantSource, type Desk, type GuidePiece, resultOf, type Tool } from './tool.ts';
import { DESCRIBE_SERIES, LIST_DATASETS, SEARCH_SERIES } from './tools/find-series.ts';
import { EXPLAIN_OBSERVATION, LIST_REVISIONS } from './tools/history.ts';
import { COMPARE_DATES, GET_OBSERVATIONS } from './tools/values.ts';

/** Instructions that an assistant reads once, before its first call. */
const INSTRUCTIONS =
  'Almanac holds US economic and market data: unemployment insurance claims, JOLTS, the Federal Reserve’s balance sheet, public debt, Treasury yields and more. Find ids with search_series before you use them. Let get_observations calculate (units, frequency, formula) instead of computing yourself, and repeat values as they are. Always name unit, seasonal adjustment, source and date, say so where is_sample is true or late says how late the data are, and give the address of the chart.';

const READS_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** @returns a server for one connection or request. It refuses unknown names with suggestions. */
export function createServer(source: AssistantSource): Server {
  const server = new Server(
    { name: 'almanac', title: APP_NAME, version: source.version },
    { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {}, prompts: {} } },
  );
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS.map(listedTool) }));
  server.setRequestHandler('tools/call', ({ params }) =>
    called(source, named('tool', params.name, TOOLS), params.arguments ?? {}),
  );
  server.setRequestHandler('prompts/list', () => ({
    prompts: PROMPTS.map(({ name, title, description, argument }) => ({
      ...{ name, title, description },
      ...(argument && { arguments: argumentsOf(argument) }),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const { argument, write } = named('prompt', params.name, PROMPTS);
    const problem = argument && problemOf(argument, params.arguments ?? {});
    if (problem !== undefined) throw invalidParams(problem);
    const text = write(params.arguments);
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
  server.setRequestHandler('resources/list', () => ({ resources: listedResources(source.guide()) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
  server.setRequestHandler('resources/read', ({ params }) => {
    // The answer repeats an unknown address, which may be a key.
    const uri = maskSecrets(params.uri);
    try {
      return readResource(uri, source.guide());
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new ResourceNotFoundError(uri, error.message);
    }
  });
  return server;
}

const invalidParams = (message: string) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, maskSecrets(message));

function named<One extends { name: string }>(what: string, name: string, all: readonly One[]): One {
  const found = all.find((one) => one.name === name);
  if (found) return found;
  const names = all.map((one) => one.name);
  throw invalidParams(`There is no ${what} ${quoted(name)}.${suggestion(name, names)}`);
}

function listedTool({ name, title, description, input, output }: Tool) {
  const schemas = { inputSchema: plainSchema(input), outputSchema: plainSchema(output) };
  return { name, title, description, ...schemas, annotations: READS_ONLY };
}

/** Calls a tool. Wrong arguments and failures go into the result, where the assistant can read them. */
async function called(source: AssistantSource, tool: Tool, given: object) {
  const problem = problemOf(tool.input, given);
  if (problem !== undefined) return refused(problem);
  try {
    return resultOf(await source.read((reader) => tool.run(given as never, deskOf(source, reader))));
  } catch (error) {
    if (error instanceof Failure) return refused(error.message);
    source.log(maskSecrets(stackOf(error)));
    // The assistant learns only that there is a bug.
    return refused('Almanac could not answer this; its log says why.');
  }
}

function refused(message: string) {
  return { content: [{ type: 'text' as const, text: maskSecrets(message) }], isError: true };
}

function deskOf({ now, addresses }: AssistantSource, reader: Desk['reader']): Desk {
  const at = now();
  let held: ReturnType<typeof reader.holdings> | undefined;
  return {
    // Remembered, because counting the holdings takes as long as reading the values of eight series.
    reader: { ...reader, holdings: () => (held ??= reader.holdings()) },
    now: at,
    latest: latestDayText(at),
    addresses: addresses(),
  };
}

/** Questions that a user can choose from the assistant's list. */

type Prompt = {
  name: string;
  title: string;
  description: string;
  /** The arguments, all texts; absent if there are none. */
  argument?: ReturnType<typeof Type.Object>;
  write(given?: Record<string, string>): string;
};

const CITING_ADVICE =
  'Name unit, seasonal adjustment, source and date of every number, say so where the data are samples or late, and give the address of the chart.';

const PROMPTS: readonly Prompt[] = [
  {
    name: 'claims_this_week',
    title: 'What changed in this week’s claims?',
    description: 'Initial and continued claims: newest week, change, four-week average, revisions',
    write: () =>
      `What changed in this week’s unemployment insurance claims? Take initial and continued claims, seasonally adjusted: the newest week against the week before and a year ago, the four-week averages, and whether last week was revised. Four sentences. ${CITING_ADVICE}`,
  },
  {
    name: 'yield_curve_change',
    title: 'How did the yield curve move?',
    description: 'Treasury par yields between two dates',
    argument: Type.Object({
      from: Type.String({ description: 'The earlier date, YYYY-MM-DD' }),
      to: Type.String({ description: 'The later date, YYYY-MM-DD' }),
    }),
    write: ({ from = '', to = '' } = {}) =>
      `How did the US Treasury yield curve move from ${from} to ${to}? Compare 3 months, 2, 5, 10 and 30 years on both dates, and the spread of 10 years over 2. Was it steeper or flatter after? ${CITING_ADVICE}`,
  },
  {
    name: 'check_a_number',
    title: 'Where does this number come from?',
    description: 'A value’s source, place in its file, and earlier values',
    argument: Type.Object({
      what: Type.String({ description: 'The number in words: "quits rate of August 2026"' }),
    }),
    write: ({ what = '' } = {}) =>
      `Find the series and the date of this number in Almanac: ${what}. Say what its value is, which file or address it comes from and where in it, when it was first seen, and whether it was revised. ${CITING_ADVICE}`,
  },
];

/** @returns a TypeBox schema as JSON Schema, without its symbols. */
function plainSchema(schema: TObject): { type: 'object' } {
  return JSON.parse(JSON.stringify(schema));
}

function argumentsOf(schema: TObject) {
  const { properties, required = [] } = membersOf(schema);
  return Object.entries(properties).map(([name, { description }]) => ({
    name,
    description,
    required: required.includes(name),
  }));
}

type Members = { properties: Record<string, TSchema & { description?: string }>; required?: string[] };
const membersOf = (schema: TObject) => schema as unknown as Members;

/** @returns a line that names the wrong argument and what would be right, for the assistant to correct. */
function problemOf(schema: TObject, given: unknown): string | undefined {
  if (fits(schema, given)) return undefined;
  const { properties, required = [] } = membersOf(schema);
  const names = Object.keys(properties);
  const values = (given ?? {}) as Readonly<Record<string, unknown>>;
  const missing = required.find((name) => values[name] === undefined);
  if (missing !== undefined) return `${missing} is missing. ${descriptionOf(properties[missing])}`;
  const strange = Object.keys(values).find((name) => !Object.hasOwn(properties, name));
  if (strange !== undefined)
    return names.length === 0
      ? 'It takes no arguments.'
      : `There is no argument '${strange.slice(0, LONGEST_NAME)}'.${suggestion(strange, names)}`;
  const wrong = names.find((name) => {
    const member = properties[name];
    return member && values[name] !== undefined && !fits(member, values[name]);
  });
  return `${wrong ?? 'The arguments'} is not right. ${descriptionOf(properties[wrong ?? ''])}`;
}

const LONGEST_NAME = 60;

function descriptionOf(schema: TSchema | undefined): string {
  const keywords = (schema ?? {}) as {
    description?: string;
    enum?: string[];
    minimum?: number;
    maximum?: number;
    maxLength?: number;
  };
  return [
    keywords.description && `It is: ${keywords.description}.`,
    keywords.enum && `One of ${keywords.enum.join(', ')}.`,
    keywords.maximum !== undefined && `A whole number from ${keywords.minimum} to ${keywords.maximum}.`,
    keywords.maxLength !== undefined && `A text of at most ${keywords.maxLength} characters.`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' ');
}

/** The catalogue and the guide as texts for assistants. Each fits into an answer. */

const CATALOGUE = 'almanac://catalogue';
const GUIDE = 'almanac://guide';
const MARKDOWN = 'text/markdown';

function listedResources(guide: readonly GuidePiece[]) {
  const listed = (uri: string, name: string, title: string) => ({ uri, name, title, mimeType: MARKDOWN });
  return [
    listed(CATALOGUE, 'catalogue', 'Catalogue of all datasets'),
    ...DATASETS.map(({ id, title }) => listed(`${CATALOGUE}/${id}`, id, title)),
    ...guide.map(({ name, title }) => listed(`${GUIDE}/${name}`, `guide-${name.replace('/', '-')}`, title)),
  ];
}

const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${CATALOGUE}/{dataset}`,
    name: 'dataset',
    title: 'A dataset and its series',
    mimeType: MARKDOWN,
  },
  { uriTemplate: `${GUIDE}/{+page}`, name: 'guide', title: 'A page of the guide', mimeType: MARKDOWN },
];

function readResource(uri: string, guide: readonly GuidePiece[]) {
  return { contents: [{ uri, mimeType: MARKDOWN, text: textOf(uri, guide) }] };
}

function textOf(uri: string, guide: readonly GuidePiece[]): string {
  if (uri === CATALOGUE) return catalogueText();
  if (uri.startsWith(`${CATALOGUE}/`)) return datasetText(uri.slice(CATALOGUE.length + 1));
  if (!uri.startsWith(`${GUIDE}/`))
    throw new Failure(
      'wrong_usage',
      `There is no resource ${quoted(uri)}. There are ${CATALOGUE}, ${CATALOGUE}/DATASET and ${GUIDE}/PAGE.`,
    );
  const name = uri.slice(GUIDE.length + 1);
  const piece = guide.find((one) => one.name === name);
  if (piece) return piece.text;
  const pages = guide.map((one) => one.name).filter((one) => !one.includes('/'));
  throw new Failure('wrong_usage', `The guide has no page ${quoted(name)}.${suggestion(name, pages)}`);
}

function catalogueText(): string {
  const lines = DATASETS.map(
    ({ id, title, publisher, frequency, description }) =>
      `- \`${id}\`: ${title} (${publisher}, ${frequency}). ${description}`,
  );
  return `# Datasets of Almanac\n\n${lines.join('\n')}\n`;
}

function datasetText(id: string): string {
  const dataset = findDataset(id);
  if (!dataset) {
    const known = DATASETS.map((one) => one.id);
    throw new Failure('wrong_usage', `There is no dataset ${quoted(id)}.${idSuggestion(id, known)}`);
  }
  const state = dataset.byState ? '.STATE' : '';
  const series = dataset.series.map(
    ({ code, title, unitShort, seasonalAdjustment }) =>
      `- \`${id}.${code}${state}\`: ${title} (${unitShort}, ${seasonalAdjustment})`,
  );
  const { title, publisher, source, release, notes, licence } = dataset;
  return [
    `# ${title}`,
    `${publisher}, ${source.url}. Release: ${release.text}. ${licence}`,
    ...notes.map((note) => `- ${note}`),
    '## Series',
    `${series.join('\n')}\n`,
  ].join('\n\n');
}

/** The answer to an invalid message. `id`: the request's, if it can be read. */
export type RefusedMessage = {
  jsonrpc: '2.0';
  id: string | number | null;
  error: { code: ProtocolErrorCode; message: string };
};

/**
 * Reads one message. The library alone would ignore a wrong request, so that its client waits, and would run
 * every call of an array, which counts as one.
 */
export function readMessage(text: string): { message: unknown } | { refused: RefusedMessage } {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return refusedMessage(ProtocolErrorCode.ParseError, null, 'This is not JSON.');
  }
  if (Array.isArray(message))
    return refusedMessage(
      ProtocolErrorCode.InvalidRequest,
      null,
      'The protocol has no batches: send each message by itself.',
    );
  try {
    return { message: parseJSONRPCMessage(message) };
  } catch {
    return refusedMessage(ProtocolErrorCode.InvalidRequest, idOf(message), NO_MESSAGE);
  }
}

const NO_MESSAGE =
  'This is not a request of JSON-RPC 2.0. It needs "jsonrpc": "2.0", a "method", and an "id" that is a text or a whole number; "params" is an object.';

export function tooLong(mostBytes: number): RefusedMessage {
  const { InvalidRequest } = ProtocolErrorCode;
  return refusedMessage(InvalidRequest, null, `A message has at most ${mostBytes} bytes.`).refused;
}

function refusedMessage(
  code: ProtocolErrorCode,
  id: RefusedMessage['id'],
  message: string,
): { refused: RefusedMessage } {
  return { refused: { jsonrpc: '2.0', id, error: { code, message } } };
}

function idOf(message: unknown): RefusedMessage['id'] {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** @param refuse gets each invalid line. @returns a stream that passes the other lines on. */
export function messagesOnly(refuse: (refused: RefusedMessage) => void): Transform {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
        const line = rest.subarray(0, end + 1);
        rest = rest.subarray(end + 1);
        const text = line.toString('utf8').trim();
        if (text === '') continue;
        const read = readMessage(text);
        if ('refused' in read) refuse(read.refused);
        else this.push(line);
      }
      if (rest.length <= STDIO_DEFAULT_MAX_BUFFER_SIZE) return done();
      refuse(tooLong(STDIO_DEFAULT_MAX_BUFFER_SIZE));
      done(new Error('The line has no end.'));
    },
  });
}

/** The tools that assistants can call, in the likely order of calls. */
export const TOOLS: readonly Tool[] = [
  LIST_DATASETS,
  SEARCH_SERIES,
  DESCRIBE_SERIES,
  GET_OBSERVATIONS,
  COMPARE_DATES,
  EXPLAIN_OBSERVATION,
  LIST_REVISIONS,
];
