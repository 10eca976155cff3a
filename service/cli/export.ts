import { Failure } from '../contract/failure.ts';
import type { TableReceipt } from '../contract/table-export.ts';
import { CSV_FORMAT, TABLE_FORMATS } from '../contract/table-formats.ts';
import { countOf, groupDigits } from '../series-math/decimal-text.ts';
import type { ExportContext } from '../tables/types.ts';
import { type Command, DATA_DIR } from './command.ts';
import { FORMAT, FORMATS, fileAt, OUTPUT, optionList, outputOf } from './file-options.ts';
import { withData } from './open-data.ts';
import { stopSignal, tell } from './output.ts';

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
    { name: 'list', value: 'NAME', text: 'a saved list of series, in place of DATASET' },
    {
      name: 'series',
      value: 'a,b',
      text: 'series codes, in the order wanted',
      default: 'all that are published',
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
    FORMAT,
    {
      name: 'guard-formulas',
      text: 'of CSV: a space before texts that begin with = + - @, so that no spreadsheet runs them',
    },
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
    if (list !== undefined) return (await import('./export-list.ts')).exportList(given, list);
    const { output, format } = outputOf(given);
    const isGuarded = given.has('guard-formulas');
    if (isGuarded && format !== CSV_FORMAT) {
      throw new Failure('wrong_usage', `--guard-formulas goes with CSV: in ${format} a text is no formula.`);
    }
    const { exportSelection } = await import('./export-selection.ts');
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
      const file = await fileAt(output, exportFileName(context, format));
      tell(receiptLine(context, await exportToFile(context, format, file, signal), file));
    });
  },
};

/** @returns how each format holds values, for the help. */
function valuesLine(): string {
  const facts = FORMATS.map((name) => TABLE_FORMATS[name]);
  const exact = facts.filter(({ values }) => values === undefined).map(({ title }) => title);
  const others = facts.flatMap(({ title, values }) => (values === undefined ? [] : [`; ${title} ${values}`]));
  return `Values stay the exact text in ${optionList(exact, 'and')}${others.join('')}.`;
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
