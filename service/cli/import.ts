import path from 'node:path';
import { Failure, isAllowable } from '../contract/failure.ts';
import type { FilePreview, IngestProgress } from '../contract/ingest.ts';
import type { ImportedFile } from '../ingest/index.ts';
import { commandLine } from '../process/command-line.ts';
import { dataFolder } from '../process/data-folder.ts';
import { countOf } from '../series-math/decimal-text.ts';
import type { Truth } from '../store/copy/index.ts';
import { ALLOW_JUMPS, type Command, DATA_DIR, type Given, TEAM_OPTIONS } from './command.ts';
import { plainLine, print, progressLine, stopSignal, tell } from './output.ts';
import { previewLine, revisionLine, runLine } from './run-line.ts';
import { datasetOf, dayOption } from './selection-words.ts';
import { withTruth } from './team-options.ts';

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
    { name: 'dry-run', text: 'say what the import would do, and store nothing' },
    {
      name: 'list-date',
      value: 'D',
      text: 'the day of a list that has none of its own, YYYY-MM-DD',
      default: 'the day of the import',
    },
    {
      name: 'list-code',
      value: 'CODE',
      text: 'the code of a list whose file does not name its fund, such as IVV',
    },
    {
      name: 'allow-shrink',
      text: "take a publisher's file that lacks over 5 % of what is held for its time; what is held stays",
    },
    { name: 'allow-jumps', text: ALLOW_JUMPS },
    {
      name: 'undo',
      value: 'DATASET',
      text: 'undo the last import of a dataset, and of all datasets in its file',
    },
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
    if (given.words.length === 0) {
      throw new Failure('wrong_usage', `import needs at least one file: ${commandLine`import FILE...`}`);
    }
    const dataDir = dataFolder(given.text('data-dir'));
    await withTruth(given, dataDir, (truth) => importAll(given, dataDir, truth));
  },
};

async function importAll(given: Given, dataDir: string, truth: Truth | undefined): Promise<void> {
  const { importFiles, previewFile } = await import('../ingest/index.ts');
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
  const ingest = given.has('dry-run')
    ? async (file: string) => tellPreview(await previewFile({ ...options, file: fileOf(file) }))
    : async (file: string) =>
        (await importFiles({ ...options, files: [fileOf(file)], ...allowed })).map(tellImport);
  const wrong: string[] = [];
  for (const file of given.words) {
    try {
      const said = await ingest(file);
      progress.clear();
      for (const { lines, notes } of [said].flat()) {
        for (const line of lines) print(line);
        for (const note of notes) tell(`${path.basename(file)}: ${note}`);
      }
    } catch (error) {
      if (given.words.length === 1 || !isOfFile(error)) throw error;
      progress.clear();
      tell(`almanac: ${plainLine(error)}`);
      wrong.push(path.basename(file));
    } finally {
      progress.clear();
    }
  }
  if (wrong.length === 0) return;
  const done = given.has('dry-run') ? 'could not be read' : 'could not be imported';
  throw new Failure(
    'invalid_file',
    `${wrong.length} of ${countOf(given.words.length, 'file')} ${done}: ${wrong.join(', ')}; why is said above.`,
  );
}

/** How many of the newest runs are searched for the last import. */
const RUNS_LOOKED_AT = 1000;

/** @throws Failure 'wrong_usage' where there is no such import, or something was published after it. */
async function undoLast(given: Given, dataset: string): Promise<void> {
  if (given.words.length > 0 || given.text('team') !== undefined)
    throw new Failure('wrong_usage', '--undo takes the id of one dataset, and neither files nor a team.');
  const { id } = datasetOf('import --undo', [dataset]);
  const dataDir = dataFolder(given.text('data-dir'));
  const [{ undoFileImport }, { openReader }] = await Promise.all([
    import('../ingest/index.ts'),
    import('../store/index.ts'),
  ]);
  const reader = openReader(dataDir);
  const last = reader
    .runs(RUNS_LOOKED_AT)
    .find((run) => run.dataset === id && run.kind === 'import' && run.added + run.revised > 0);
  reader.close();
  if (!last) throw new Failure('wrong_usage', `There is no import of ${id} to undo.`);
  const { file, datasets } = undoFileImport(dataDir, last.id, () => new Date());
  for (const { dataset, added, revised, is_sample } of datasets)
    print(
      `${path.basename(file)} is undone, ${dataset}: ${countOf(added, 'row')} less${revised > 0 ? `, ${countOf(revised, 'value')} as before` : ''}${is_sample ? ', and the sample data again' : ''}`,
    );
}

/** @returns whether only this file is wrong, so that the other files are imported all the same. */
function isOfFile(error: unknown): error is Failure {
  return (
    error instanceof Failure &&
    (error.code === 'invalid_file' || error.code === 'unrecognised_file' || isAllowable(error.code))
  );
}

type Said = { lines: string[]; notes: readonly string[] };

function tellImport({ file, format, runs, notes }: ImportedFile): Said {
  return { lines: runs.map((run) => `${path.basename(file)} (${format.title}): ${runLine(run)}`), notes };
}

function tellPreview({ file, format, datasets, revisions, notes }: FilePreview): Said {
  const what = datasets.map((counts) => `${path.basename(file)} (${format.title}): ${previewLine(counts)}`);
  return { lines: [...what, ...revisions.map(revisionLine)], notes };
}

const DOING: Record<IngestProgress['phase'], string> = {
  wait: 'waiting',
  fetch: 'fetching',
  recognise: 'recognising',
  read: 'reading',
  compare: 'comparing',
  publish: 'storing',
};

function progressText({ file, phase, bytes, totalBytes, rows }: IngestProgress): string {
  const percent = totalBytes > 0 ? ` ${Math.floor((100 * bytes) / totalBytes)} %` : '';
  return `${path.basename(file)}: ${DOING[phase]}${phase === 'read' ? percent : ''}, ${countOf(rows, 'row')}`;
}
