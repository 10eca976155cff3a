import { dateText } from '../calendar/dates.ts';
import { Failure, quoted } from '../contract/failure.ts';
import { WORK_FILE } from '../contract/names.ts';
import type { ListContent } from '../contract/saved.ts';
import type { TableReceipt } from '../contract/table-export.ts';
import { CSV_FORMAT, TABLE_FORMATS } from '../contract/table-formats.ts';
import { type Dataset, storedSeries } from '../datasets/index.ts';
import { type Derivation, type DerivationName, judgeDerivation } from '../derived/index.ts';
import { almanacVersion } from '../process/version.ts';
import { countOf } from '../series-math/decimal-text.ts';
import type { Reader } from '../store/index.ts';
import { exportFileName, exportToFile, exportToStream } from '../tables/index.ts';
import type { ExportContext, ExportSelection } from '../tables/types.ts';
import { type Command, DATA_DIR, type Given, option, wrong } from './command.ts';
import { holdsFile, withHeldData, withWork } from './open-data.ts';
import { printToStderr, stopSignal, wholeText } from './output.ts';
import {
  areasOf,
  codesOf,
  datasetOf,
  dayOption,
  FORMAT,
  FORMATS,
  fileAt,
  listOption,
  OUTPUT,
  optionList,
  outputOf,
} from './selection-words.ts';
import { viewFrom, writeLines } from './view.ts';

export const exportCommand: Command = {
  usage: [
    `export DATASET [--series a,b] [--from D] [--to D] [--state CA,NY] [--format F] [-o FILE]`,
    'export DATASET --units U [--index-date D] [--frequency F [--aggregation M]] and the options above',
    'export DATASET --guard-formulas and the options above',
    `export --list NAME [--from D] [--to D] [--units U] [--frequency F] [--format F] [-o FILE]`,
  ],
  description: [
    'Writes all rows of a dataset, or the selected ones, with no limit. A file appears only when it is complete; one of',
    'that name is replaced in the same instant. The receipt goes to standard error: rows, dates, SHA-256. A CSV file has',
    'its provenance and receipt beside it, FILE.json; the other formats hold theirs themselves.',
    valuesLine(),
    'With --list it writes the series of a list that was saved in the app, of whatever datasets, in one file: a column a series.',
  ],
  options: [
    option('--list NAME', 'a saved list of series, in place of DATASET'),
    option('--series a,b', 'series codes, in the order wanted', 'all that are published'),
    option('--from D', 'first date, YYYY-MM-DD'),
    option('--to D', 'last date, YYYY-MM-DD'),
    option('--state CA,NY', 'postal codes, for state-level claims'),
    option('--units U', 'FRED units: chg ch1 pch pc1 pca cch cca log, or nbd, an index', 'lin, as published'),
    option('--index-date D', 'with --units nbd: the date at which the index is 100'),
    option('--frequency F', 'a lower frequency: w, m, q, sa or a', 'as published'),
    option('--aggregation M', 'with --frequency: avg, sum or eop (end of period)', "each series' own"),
    FORMAT,
    option(
      '--guard-formulas',
      'of CSV: a space before texts that begin with = + - @, so that no spreadsheet runs them',
    ),
    OUTPUT,
    DATA_DIR,
  ],
  examples: [
    'export us_debt --from 2020-01-01 -o debt.xlsx',
    'export ui_weekly_claims --units pc1 --frequency m',
    'export ui_state_weekly_claims --series initial_claims --state CA,NY --format csv',
    "export --list 'Labour market' -o labour.xlsx",
  ],
  async run(given) {
    const list = given.text('list');
    if (list !== undefined) return exportList(given, list);
    const { output, format } = outputOf(given);
    const isGuarded = given.has('guard-formulas');
    if (isGuarded && format !== CSV_FORMAT)
      throw wrong(`--guard-formulas goes with CSV: in ${format} a text is no formula.`);
    const selectionFor = exportSelection(given);
    await withHeldData(given, async (reader) => {
      const selection = selectionFor(reader);
      const origin = reader.origin(selection.dataset.id);
      const about = { created: new Date(), version: almanacVersion(), isGuarded };
      const context = { reader, selection, origin, ...about };
      const signal = stopSignal();
      if (output === undefined) {
        const receipt = await exportToStream(context, format, process.stdout, signal);
        return printToStderr(receiptLine(context, receipt, 'standard output'));
      }
      const file = await fileAt(output, exportFileName(context, format));
      printToStderr(receiptLine(context, await exportToFile(context, format, file, signal), file));
    });
  },
};

/** @returns how each format holds values, for the help. */
function valuesLine(): string {
  const facts = FORMATS.map((name) => TABLE_FORMATS[name]);
  const exact = facts.filter(({ values }) => values === undefined).map(({ title }) => title);
  const inexact = facts.flatMap(({ title, values }) =>
    values === undefined ? [] : [`; ${title} ${values}`],
  );
  return `Values stay the exact text in ${optionList(exact, 'and')}${inexact.join('')}.`;
}

function receiptLine(
  { selection, origin }: ExportContext,
  { rows, first, last, bytes, sha256 }: TableReceipt,
  target: string,
): string {
  const dates = first === null ? '' : `, ${first} to ${last}`;
  const made = origin === undefined ? ', no data held' : `, origin ${origin}`;
  return `${selection.dataset.id} to ${target}: complete, ${countOf(rows, 'row')}${dates}${made}, ${wholeText(bytes)} bytes, SHA-256 ${sha256}`;
}

/**
 * Checks the words of `export` before any file is opened. @returns a function that makes the selection, since
 * only the store knows the codes of constituents. @throws Failure 'wrong_usage'
 */
function exportSelection(given: Given): (reader: Reader) => ExportSelection {
  const dataset = datasetOf('export', given.words);
  const areas = areasOf(given, dataset);
  const from = rangeEnd(given, 'from', dataset);
  const to = rangeEnd(given, 'to', dataset);
  if (from !== undefined && to !== undefined && from > to)
    throw wrong(`--from ${dateText(from)} is after --to ${dateText(to)}: the first date comes first.`);
  const asked = listOption(given, 'series');
  if (dataset.kind !== 'list') {
    const known = dataset.series.map(({ code }) => code);
    const codes = asked ? codesOf(dataset, asked, known) : storedSeries(dataset).map(({ code }) => code);
    const derivation = derivationOf(given, dataset, codes);
    return () => ({ dataset, codes, areas, from, to, derivation });
  }
  const other = Object.values(DERIVATION_OPTIONS).find(given.has);
  if (other !== undefined) throw wrong(`constituents are exported as they are: leave --${other} out.`);
  return (reader) => ({ dataset, codes: codesOf(dataset, asked, reader.constituentCodes(dataset.id)) });
}

function rangeEnd(given: Given, name: 'from' | 'to', dataset: Dataset): number | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  if (dataset.kind === 'list')
    throw wrong(`constituents are exported as of their newest date: leave --${name} out.`);
  return dayOption(`--${name}`, text);
}

/** The options for the API's parameters. */
const DERIVATION_OPTIONS: Readonly<Record<DerivationName, string>> = {
  units: 'units',
  frequency: 'frequency',
  aggregation_method: 'aggregation',
  index_date: 'index-date',
};

function derivationOf(given: Given, dataset: Dataset, codes: readonly string[]): Derivation | undefined {
  const names = Object.entries(DERIVATION_OPTIONS) as [DerivationName, string][];
  const words = Object.fromEntries(names.map(([name, word]) => [name, given.text(word)]));
  const write = (name: DerivationName, value: string) => `--${DERIVATION_OPTIONS[name]} ${value}`;
  try {
    return judgeDerivation(dataset, codes, words, write, Number.POSITIVE_INFINITY);
  } catch (error) {
    throw error instanceof Failure ? wrong(error.message) : error;
  }
}

/** Options of `export` that do not go with a list: it has its own series, and is not published rows. */
const OPTIONS_NOT_FOR_LISTS = ['series', 'state', 'guard-formulas'] as const;

/** Options with the meaning of the same parameter in a chart's address. */
const ADDRESS_OPTIONS = ['from', 'to', 'units', 'index-date', 'frequency', 'aggregation'];

/** Writes a saved list's series like `almanac view`. @throws Failure 'wrong_usage' for an unknown list. */
async function exportList(given: Given, list: string): Promise<void> {
  const [word] = given.words;
  if (word !== undefined)
    throw wrong(`--list stands in place of the dataset: leave ${quoted(word)} or --list out.`);
  const other = OPTIONS_NOT_FOR_LISTS.find(given.has);
  if (other !== undefined) throw wrong(`A list has its own series: leave --${other} out.`);
  const { series } = await listNamed(list, given.dataDir());
  const query: Record<string, string> = { series: series.join(',') };
  for (const name of ADDRESS_OPTIONS) {
    const text = given.text(name);
    if (text !== undefined) query[name.replace('-', '_')] = text;
  }
  // A chart's address has no last day without a first one.
  if (query.to !== undefined) query.from ??= '0001-01-01';
  await writeLines(given, { what: `list ${list}`, view: viewFrom(query), layout: 'wide' });
}

async function listNamed(name: string, dataDir: string): Promise<ListContent> {
  const saved = holdsFile(dataDir, WORK_FILE) ? await withWork(dataDir, (work) => work.saved.list()) : [];
  const lists = saved.flatMap((item) => (item.kind === 'list' && item.deleted_at === null ? [item] : []));
  const found = lists.filter((list) => list.name === name);
  const [only] = found;
  if (only && found.length === 1) return only.content;
  if (found.length > 1)
    throw wrong(`${found.length} saved lists are called ${quoted(name)}: rename one of them in Saved.`);
  const names = lists.map((list) => `'${list.name}'`).join(', ');
  const advice =
    names === '' ? 'Ctrl-S on Explore saves the series of a chart as a list' : `There is ${names}`;
  throw wrong(`There is no saved list ${quoted(name)}. ${advice}.`);
}
