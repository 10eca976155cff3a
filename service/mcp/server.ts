import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import { Type } from 'typebox';
import { latestDayText } from '../calendar/today.ts';
import { Failure, quoted, stackOf } from '../contract/failure.ts';
import { APP_NAME } from '../contract/names.ts';
import { suggestion } from '../datasets/nearest-name.ts';
import { maskSecrets } from '../process/mask.ts';
import { resultOf } from './fit.ts';
import { listedResources, RESOURCE_TEMPLATES, readResource } from './resources.ts';
import { argumentsOf, plainSchema, problemOf } from './schemas.ts';
import { TOOLS } from './tools/index.ts';
import type { AssistantSource, Desk, Tool } from './types.ts';

/** What an assistant reads once, before its first call. */
const INSTRUCTIONS =
  'Almanac holds US economic and market data: unemployment insurance claims, JOLTS, the Federal Reserve’s balance sheet, public debt, Treasury yields and more. Find ids with search_series before you use them. Let get_observations calculate (units, frequency, formula) instead of computing yourself, and repeat values as they are. Always name unit, seasonal adjustment, source and date, say so where is_sample is true or late says how late the data are, and give the address of the chart.';

const READS_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/**
 * @returns a server of the protocol with Almanac's tools, resources and prompts. It is made for each connection, or each request. An
 * unknown name is refused in the protocol's own form, with the names that were probably meant.
 */
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
    // The answer repeats an unknown address, and that may be a key.
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

/** @returns what has a name. @throws the protocol's error with the names that there are. */
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

/** A wrong argument is reported in the result, as any other failure: the assistant reads it there, and corrects itself. */
async function called(source: AssistantSource, tool: Tool, given: object) {
  const problem = problemOf(tool.input, given);
  if (problem !== undefined) return refused(problem);
  try {
    return resultOf(await source.read((reader) => tool.run(given as never, deskOf(source, reader))));
  } catch (error) {
    if (error instanceof Failure) return refused(error.message);
    source.log(maskSecrets(stackOf(error)));
    // Of a bug it hears only that there is one.
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
    // They are counted, which takes as long as the values of eight series.
    reader: { ...reader, holdings: () => (held ??= reader.holdings()) },
    now: at,
    latest: latestDayText(at),
    addresses: addresses(),
  };
}

/** Questions that a person can choose in the assistant's own list. */

type Prompt = {
  name: string;
  title: string;
  description: string;
  /** The arguments, all of them texts; absent where it takes none. */
  argument?: ReturnType<typeof Type.Object>;
  write(given?: Record<string, string>): string;
};

const HOW =
  'Name unit, seasonal adjustment, source and date of every number, say so where the data are samples or late, and give the address of the chart.';

const PROMPTS: readonly Prompt[] = [
  {
    name: 'claims_this_week',
    title: 'What changed in this week’s claims?',
    description: 'Initial and continued claims: newest week, change, four-week average, revisions',
    write: () =>
      `What changed in this week’s unemployment insurance claims? Take initial and continued claims, seasonally adjusted: the newest week against the week before and a year ago, the four-week averages, and whether last week was revised. Four sentences. ${HOW}`,
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
      `How did the US Treasury yield curve move from ${from} to ${to}? Compare 3 months, 2, 5, 10 and 30 years on both dates, and the spread of 10 years over 2. Was it steeper or flatter after? ${HOW}`,
  },
  {
    name: 'check_a_number',
    title: 'Where does this number come from?',
    description: 'A value’s source, place in its file, and earlier values',
    argument: Type.Object({
      what: Type.String({ description: 'The number in words: "quits rate of August 2026"' }),
    }),
    write: ({ what = '' } = {}) =>
      `Find the series and the date of this number in Almanac: ${what}. Say what its value is, which file or address it comes from and where in it, when it was first seen, and whether it was revised. ${HOW}`,
  },
];
