import type { TableLayout } from '../view/index.ts';
import { type Command, DATA_DIR, type Given } from './command.ts';
import { FORMAT, FORMATS, OUTPUT } from './file-options.ts';
import { wrong } from './selection-words.ts';

export const viewCommand: Command = {
  usage: [`view 'ADDRESS' [-o FILE] [--format ${FORMATS.join('|')}] [--layout wide|long]`],
  description: [
    "Writes the lines of a chart: what GET /api/v1/view answers to the chart's address, all of it. ADDRESS is an address of the",
    'app or of the API, its path and query, or the query alone; put it in quotes. A key in it is not used. A file appears only',
    'when it is complete; a CSV file has its provenance and receipt beside it, FILE.json. The receipt goes to standard error.',
  ],
  options: [
    FORMAT,
    {
      name: 'layout',
      value: 'L',
      text: 'of CSV and Parquet: wide, a column a line, or long, a row an observation',
      default: 'wide',
    },
    OUTPUT,
    DATA_DIR,
  ],
  examples: [
    "view 'series=jolts.quits_rate_sa,jolts.hires_rate_sa&formulas=a/b*100&range=10Y'",
    "view '/explore?series=us_debt.total_public_debt_outstanding:pc1&frequency=q' -o debt.xlsx",
  ],
  async run(given) {
    const [{ viewFrom, writeLines }, { WORD_NAMES }] = await Promise.all([
      import('./write-lines.ts'),
      import('../view/index.ts'),
    ]);
    const query = queryOf(given.words, WORD_NAMES);
    await writeLines(given, {
      what: 'view',
      view: viewFrom(query),
      layout: layoutOf(given, query),
    });
  },
};

/** Parameters of the API that an address may have as well. */
const OF_REQUEST = ['date_from', 'date_to', 'format', 'token_id', 'api_key'];

/** @param known words of a chart's address. @returns its parameters, each given once. @throws Failure 'wrong_usage'. */
function queryOf([address, ...others]: readonly string[], known: readonly string[]): Record<string, string> {
  if (address === undefined) throw wrong("view needs the address of a chart: view '/explore?series=…'.");
  if (others.length > 0)
    throw wrong(
      `view takes one address, and '${others[0]}' is one too many: put it in quotes, for the & in it.`,
    );
  const [, place = '', text = ''] = /^([^?=#]*)\??([^#]*)/.exec(address) ?? [];
  const isQuery = !address.includes('?') && address.includes('=');
  if (!isQuery && !/(^|\/)(explore|view)?$/.test(place))
    throw wrong(
      `'${place}' is no address of a chart: it is /explore?… of the app, or /api/v1/view?… of the API.`,
    );
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(isQuery ? address : text)) {
    if (Object.hasOwn(query, name))
      throw wrong(`${name} stands twice in the address. Write ${name}=VALUE once.`);
    if (![...known, ...OF_REQUEST].includes(name))
      throw wrong(`${name} is no word of a chart's address. The words are ${known.join(', ')}.`);
    query[name] = value;
  }
  return query;
}

function layoutOf(given: Given, query: Record<string, string>): TableLayout {
  const text = given.text('layout') ?? query.layout ?? 'wide';
  if (text === 'wide' || text === 'long') return text;
  throw wrong(`--layout is wide or long, not '${text}'.`);
}
