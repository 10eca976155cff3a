import path from 'node:path';
import { dateText } from '../calendar/dates.ts';
import { Failure, isAllowable } from '../contract/failure.ts';
import type {
  FilePreview,
  IngestProgress,
  ListChange,
  PreviewedDataset,
  PreviewedRevision,
} from '../contract/ingest.ts';
import { type ImportedFile, importFiles, previewFile, undoFileImport } from '../ingest/index.ts';
import { commandLine } from '../process/command-line.ts';
import { countOf } from '../series-math/decimal-text.ts';
import type { Truth } from '../store/copy/index.ts';
import { openReader, type RunResult } from '../store/index.ts';
import { ALLOW_JUMPS, type Command, DATA_DIR, type Given, option, TEAM_OPTIONS, wrong } from './command.ts';
import { withTruth } from './open-data.ts';
import {
  dayRangeText,
  plainLine,
  print,
  printToStderr,
  progressLine,
  stopSignal,
  wholeText,
} from './output.ts';
import { datasetNamed, dayOption } from './selection-words.ts';

export const importCommand: Command = {
  usage: [
    'import FILE... [--dry-run] [--list-date D] [--list-code CODE] [--allow-shrink] [--allow-jumps]',
    'import FILE... --team ADDRESS [--team-password-file FILE] …',
    'import --undo DATASET [--data-dir DIR]',
  ],
  description: [
    "Imports publishers' files, recognised by their content, or CSV with one of these headers:",
    '  dataset,series,date,value[,state]',
    '  series,date,value                           (yields)',
    '  series,as_of,ticker,name,sector,weight      (constituents)',
    'Each file is imported whole or, where a row is wrong, not at all; files are taken in the order given, and one that',
    'is wrong does not keep the others back: the status is then 1. With --team the data go to the team, and the folder has its',
    'copy of them.',
    'The last import of a dataset can be undone while nothing was published after it: what it added goes, what it replaced returns.',
  ],
  options: [
    option('--dry-run', 'say what the import would do, and store nothing'),
    option(
      '--list-date D',
      'the day of a list that has none of its own, YYYY-MM-DD',
      'the day of the import',
    ),
    option('--list-code CODE', 'the code of a list whose file does not name its fund, such as IVV'),
    option(
      '--allow-shrink',
      "take a publisher's file that lacks over 5 % of the stored observations for its dates; those stay",
    ),
    ALLOW_JUMPS,
    option('--undo DATASET', 'undo the last import of a dataset, and of all datasets in its file'),
    DATA_DIR,
    ...TEAM_OPTIONS,
  ],
  examples: [
    'import DebtPenny_20200307_20250306.csv',
    'import claims.csv yields.csv --dry-run',
    'import constituents.csv --list-date 2014-12-07',
    'import --undo us_debt',
  ],
  async run(given) {
    const undone = given.text('undo');
    if (undone !== undefined) return await undoLast(given, undone);
    if (given.words.length === 0)
      throw wrong(`import needs at least one file: ${commandLine`import FILE...`}`);
    await withTruth(given, (dataDir, truth) => importAll(given, dataDir, truth));
  },
};

async function importAll(given: Given, dataDir: string, truth: Truth | undefined): Promise<void> {
  const progress = progressLine();
  const options = {
    dataDir,
    truth,
    now: () => new Date(),
    signal: stopSignal(),
    onProgress: (state: IngestProgress) => progress.show(progressText(state)),
  };
  const allowed = { allowShrink: given.has('allow-shrink'), allowJumps: given.has('allow-jumps') };
  const listDate = given.text('list-date');
  if (listDate !== undefined) dayOption('--list-date', listDate);
  const listCode = given.text('list-code');
  const fileOf = (path: string) => ({ path, ...(listDate && { listDate }), ...(listCode && { listCode }) });
  const isDryRun = given.has('dry-run');
  const ingest = async (file: string): Promise<(FilePreview | ImportedFile)[]> =>
    isDryRun
      ? [await previewFile({ ...options, file: fileOf(file) })]
      : await importFiles({ ...options, files: [fileOf(file)], ...allowed });
  const failed: string[] = [];
  for (const file of given.words) {
    try {
      const results = await ingest(file);
      progress.clear();
      for (const one of results) {
        const lines = 'runs' in one ? one.runs.map(runLine) : one.datasets.map(previewLine);
        print(...lines.map((line) => `${path.basename(one.file)} (${one.format.title}): ${line}`));
        if ('revisions' in one) print(...one.revisions.map(revisionLine));
        for (const note of one.notes) printToStderr(`${path.basename(file)}: ${note}`);
      }
    } catch (error) {
      if (given.words.length === 1 || !isOfFile(error)) throw error;
      progress.clear();
      printToStderr(`almanac: ${plainLine(error)}`);
      failed.push(path.basename(file));
    } finally {
      progress.clear();
    }
  }
  if (failed.length === 0) return;
  const done = isDryRun ? 'could not be read' : 'could not be imported';
  throw new Failure(
    'invalid_file',
    `${failed.length} of ${countOf(given.words.length, 'file')} ${done}: ${failed.join(', ')}; see above.`,
  );
}

/** How many of the newest runs to search for the last import. */
const RUNS_LOOKED_AT = 1000;

/** @throws Failure 'wrong_usage' if there is no such import, or something was published after it. */
async function undoLast(given: Given, dataset: string): Promise<void> {
  if (given.words.length > 0 || given.text('team') !== undefined)
    throw wrong('--undo takes the id of one dataset, and neither files nor a team.');
  const { id } = datasetNamed(dataset);
  const dataDir = given.dataDir();
  const reader = openReader(dataDir);
  const last = reader
    .runs(RUNS_LOOKED_AT)
    .find((run) => run.dataset === id && run.kind === 'import' && run.added + run.revised > 0);
  reader.close();
  if (!last) throw wrong(`There is no import of ${id} to undo.`);
  const { file, datasets } = undoFileImport(dataDir, last.id, () => new Date());
  for (const { dataset, added, revised, is_sample } of datasets) {
    const restored = revised > 0 ? `, ${countOf(revised, 'value')} as before` : '';
    const sample = is_sample ? ', and the sample data again' : '';
    print(`${path.basename(file)} is undone, ${dataset}: ${countOf(added, 'row')} less${restored}${sample}`);
  }
}

/** @returns whether only this file is wrong, so that the other files can still be imported. */
function isOfFile(error: unknown): error is Failure {
  return (
    error instanceof Failure &&
    (error.code === 'invalid_file' || error.code === 'unrecognised_file' || isAllowable(error.code))
  );
}

const PHASE_WORDS: Record<IngestProgress['phase'], string> = {
  wait: 'waiting',
  fetch: 'fetching',
  recognise: 'recognising',
  read: 'reading',
  compare: 'comparing',
  publish: 'storing',
};

function progressText({ file, phase, bytes, totalBytes, rows }: IngestProgress): string {
  const percent = totalBytes > 0 ? ` ${Math.floor((100 * bytes) / totalBytes)} %` : '';
  return `${path.basename(file)}: ${PHASE_WORDS[phase]}${phase === 'read' ? percent : ''}, ${countOf(rows, 'row')}`;
}

/** @returns `us_debt: 3,765 rows added, 0 revised, 0 unchanged, 2020-03-09 to 2025-03-06` for a run. */
export function runLine(result: RunResult): string {
  const { dataset, added, revised, unchanged, refined = 0, first, last, lists } = result;
  if (lists) return `${dataset}: ${lists.map(listText).join('; ')}`;
  const range = dayRangeText(first, last);
  const where = range === '' ? '' : `, ${range}`;
  if (added + revised + refined === 0)
    return `${dataset}: nothing new (${countOf(unchanged, 'row')} unchanged${where})`;
  const others = `${wholeText(revised)} revised, ${wholeText(unchanged)} unchanged`;
  return `${dataset}: ${countOf(added, 'row')} added, ${others}${where}`;
}

/** @returns `us_debt: would add 3,765 rows, revise 0, leave 0 unchanged, …` for an import to come. */
function previewLine(counts: PreviewedDataset): string {
  const { dataset, added, revised, unchanged, first, last, replacesSample, lists } = counts;
  const range = first === null ? '' : first === last ? `, ${first}` : `, ${first} to ${last}`;
  const sample = replacesSample ? '; the sample data would go' : '';
  if (lists) return `${dataset}: would be ${lists.map(listText).join('; ')}${sample}`;
  if (added + revised === 0)
    return `${dataset}: nothing new (${countOf(unchanged, 'row')} unchanged${range})`;
  const others = `revise ${wholeText(revised)}, leave ${wholeText(unchanged)} unchanged`;
  return `${dataset}: would add ${countOf(added, 'row')}, ${others}${range}${sample}`;
}

/** @returns `SPX as of 2026-10-02, 503 members: 3 joined, 3 left, 12 changed since 2026-09-30`. */
function listText({ code, asOf, members, before, joined, left, changed }: ListChange): string {
  const list = `${code} as of ${dateText(asOf)}, ${countOf(members, 'member')}`;
  if (!before) return `${list}: new`;
  const since = before.asOf === asOf ? '' : ` since ${dateText(before.asOf)}`;
  if (joined + left + changed === 0) return `${list}: nothing new${since}`;
  const counts = `${wholeText(joined)} joined, ${wholeText(left)} left, ${wholeText(changed)} changed`;
  return `${list}: ${counts}${since}`;
}

/** @returns `  us_debt total_public_debt_outstanding 2024-01-03: 1.00 would become 2.00`. */
function revisionLine({ dataset, series, area, date, before, after }: PreviewedRevision): string {
  const name = area === '' ? series : `${series} ${area}`;
  return `  ${dataset} ${name} ${date}: ${before} would become ${after}`;
}
