import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import type { TableReceipt } from '../contract/table-export.ts';
import { FORMAT_NAMES, TABLE_FORMATS, type TableFormat } from '../contract/table-formats.ts';
import { groupDigits } from '../series-math/decimal-text.ts';
import type { ExportContext } from '../tables/types.ts';
import { type Command, DATA_DIR, type Given } from './command.ts';
import { countOf } from './counts.ts';
import { exportSelection } from './export-selection.ts';
import { withData } from './open-data.ts';
import { stopSignal, tell } from './output.ts';

/** Those that are text come first. */
const NAMES = FORMAT_NAMES.toSorted((a, b) => Number(isBinary(a)) - Number(isBinary(b)));
const BINARY = NAMES.filter(isBinary);
/** 'csv, json, xlsx or parquet'. */
const ANY_OF_THEM = listed(NAMES, 'or');

export const exportCommand: Command = {
  usage: [
    `export DATASET [--series a,b] [--from D] [--to D] [--state CA,NY] [--format ${NAMES.join('|')}] [-o FILE]`,
    'export DATASET --units U [--index-date D] [--frequency F [--aggregation M]] and the options above',
    'export DATASET --guard-formulas and the options above',
  ],
  description: [
    'Writes all rows of a dataset, or the selected ones, with no limit. A file appears only when it is complete; one of',
    'that name is replaced in the same instant. The receipt goes to standard error: rows, dates, SHA-256. A CSV file has',
    'its provenance and receipt beside it, FILE.json; the other formats hold theirs themselves.',
    valuesLine(),
  ],
  options: [
    {
      name: 'series',
      value: 'a,b',
      text: 'series codes, in the order wanted',
      default: 'all of the dataset',
    },
    { name: 'from', value: 'D', text: 'first date, YYYY-MM-DD' },
    { name: 'to', value: 'D', text: 'last date, YYYY-MM-DD' },
    { name: 'state', value: 'CA,NY', text: 'postal codes, for state-level claims' },
    {
      name: 'units',
      value: 'U',
      text: 'FRED units: chg ch1 pch pc1 pca cch cca log, or nbd, an index',
      default: 'lin, as published',
    },
    { name: 'index-date', value: 'D', text: 'with --units nbd: the date at which the index is 100' },
    {
      name: 'frequency',
      value: 'F',
      text: 'a lower frequency: w, m, q, sa or a',
      default: 'as published',
    },
    {
      name: 'aggregation',
      value: 'M',
      text: 'with --frequency: avg, sum or eop (end of period)',
      default: "each series' own",
    },
    {
      name: 'format',
      value: 'F',
      text: ANY_OF_THEM,
      default: 'as the ending of FILE says, else csv',
    },
    {
      name: 'guard-formulas',
      text: 'of CSV: a space before texts that begin with = + - @, so that no spreadsheet runs them',
    },
    {
      name: 'output',
      short: 'o',
      value: 'FILE',
      text: `file to write, or a folder to write it in; ${listed(BINARY, 'and')} need one`,
      default: 'standard output',
    },
    DATA_DIR,
  ],
  examples: [
    `export us_debt --from 2020-01-01 -o debt.${BINARY[0]}`,
    'export ui_weekly_claims --units pc1 --frequency m',
    'export ui_state_weekly_claims --series initial_claims --state CA,NY --format csv',
  ],
  async run(given) {
    const output = given.text('output');
    const format = formatOf(given, output);
    if (output === undefined && isBinary(format)) {
      throw new Failure('wrong_usage', `${format} is not text: give a file to write, -o FILE.${format}.`);
    }
    const isGuarded = given.has('guard-formulas');
    if (isGuarded && format !== 'csv') {
      throw new Failure('wrong_usage', `--guard-formulas goes with CSV: in ${format} a text is no formula.`);
    }
    const selectionFor = exportSelection(given);
    const [{ exportFileName, exportToFile, exportToStream }, { almanacVersion }] = await Promise.all([
      import('../tables/index.ts'),
      import('../process/version.ts'),
    ]);
    await withData(given, async (reader, dataDir) => {
      if (!reader) {
        throw new Failure(
          'folder_unusable',
          `${dataDir} holds no data: import a file or start the service first.`,
        );
      }
      const selection = selectionFor(reader);
      const context = {
        reader,
        selection,
        origin: reader.origin(selection.dataset.id),
        created: new Date(),
        version: almanacVersion(),
        isGuarded,
      };
      const signal = stopSignal();
      if (output === undefined) {
        tell(
          receiptLine(
            context,
            await exportToStream(context, format, process.stdout, signal),
            'standard output',
          ),
        );
        return;
      }
      const file = (await isFolder(output)) ? path.join(output, exportFileName(context, format)) : output;
      tell(receiptLine(context, await exportToFile(context, format, file, signal), file));
    });
  },
};

function isBinary(format: TableFormat): boolean {
  return !TABLE_FORMATS[format].isText;
}

function listed(names: readonly string[], word: 'and' | 'or'): string {
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}

/** What becomes of the values in each format. */
function valuesLine(): string {
  const facts = NAMES.map((name) => TABLE_FORMATS[name]);
  const exact = facts.filter(({ values }) => values === undefined).map(({ title }) => title);
  const others = facts.flatMap(({ title, values }) => (values === undefined ? [] : [`; ${title} ${values}`]));
  return `Values stay the exact text in ${listed(exact, 'and')}${others.join('')}.`;
}

function formatOf(given: Given, output: string | undefined): TableFormat {
  const ending = output === undefined ? '' : path.extname(output).slice(1).toLowerCase();
  const wanted = given.text('format')?.toLowerCase();
  const found = FORMAT_NAMES.find((format) => format === (wanted ?? ending));
  if (found) return found;
  if (wanted === undefined) return 'csv';
  throw new Failure('wrong_usage', `--format is ${ANY_OF_THEM}, not '${given.text('format')}'.`);
}

async function isFolder(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

function receiptLine(
  { selection, origin }: ExportContext,
  { rows, first, last, bytes, sha256 }: TableReceipt,
  target: string,
): string {
  const dates = first === null ? '' : `, ${first} to ${last}`;
  const made = origin === undefined ? ', no data held' : `, origin ${origin}`;
  const size = `${groupDigits(String(bytes))} bytes`;
  return `${selection.dataset.id} to ${target}: complete, ${countOf(rows, 'row')}${dates}${made}, ${size}, SHA-256 ${sha256}`;
}
