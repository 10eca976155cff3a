import { dateText } from '../calendar/dates.ts';
import { expectedLast, fileLagDaysOf, releaseTiming } from '../calendar/releases.ts';
import type { FileToIngest, IngestedFile, UndoneImport } from '../contract/ingest.ts';
import { DATASETS, findDataset } from '../datasets/index.ts';
import { STATES } from '../datasets/states.ts';
import type { NationalSums } from '../datasets/types.ts';
import { countOf, groupDigits } from '../series-math/decimal-text.ts';
import type { Truth } from '../store/copy/index.ts';
import {
  observationTexts,
  openReader,
  openWriter,
  type Reader,
  type RunResult,
  type SeriesSelection,
} from '../store/index.ts';
import { jumpNotes, jumpsFromHeld, refuseJumps, strangeLists } from './implausible.ts';
import { type IngestWriter, openIngestWriter, stagedAgain } from './ingest-writer.ts';
import { refuseUnnamed } from './list-facts.ts';
import { sampleStart, writeSample } from './sample/index.ts';
import { keptNotes, refuseShrinking } from './shrink.ts';
import { type StageOptions, stageFile } from './stage-file.ts';

const WEEK = 7;

export type ImportOptions = StageOptions & {
  files: readonly (string | FileToIngest)[];
  /** Accepts a publisher's file that lacks many stored days between its own days. Stored days stay. */
  allowShrink?: boolean | undefined;
  /** Accepts a file with implausible values, or with changes to much of a never revised history. */
  allowJumps?: boolean | undefined;
  /** True if the newest data are fetched elsewhere right afterwards, so that a lag needs no note. */
  isCompleted?: boolean | undefined;
  /** The team's database, if the folder has a team's copy: the files are stored there first. */
  truth?: Truth | undefined;
};

/** The result of importing one file. */
export type ImportedFile = Omit<IngestedFile, 'runs'> & { runs: RunResult[] };

/** Imports files in order, each wholly or not at all. @throws Failure; the files before it stay imported. */
export async function importFiles({ files, ...options }: ImportOptions): Promise<ImportedFile[]> {
  const imported: ImportedFile[] = [];
  let writer: IngestWriter | undefined;
  const openOnce = () => {
    writer ??= openIngestWriter(options.dataDir, options.truth, options.now);
    return writer;
  };
  try {
    for (const file of files) {
      const named = typeof file === 'string' ? { path: file } : file;
      imported.push(await stagedAgain(options.truth, () => importFile(named, openOnce, options)));
    }
  } finally {
    writer?.close();
  }
  return imported;
}

/** Stages a file in one transaction, compares it with the stored data, and commits. */
async function importFile(
  file: FileToIngest,
  openStore: () => IngestWriter,
  options: Omit<ImportOptions, 'files'>,
): Promise<ImportedFile> {
  const {
    dataDir,
    onProgress,
    provenance,
    allowShrink = false,
    allowJumps = false,
    isCompleted = false,
  } = options;
  const imported = await stageFile(
    file,
    () => openStore().beginMany(),
    options,
    async (staged) => {
      const { many, name, format, bytes, sha256, rows, notes, absent, lists } = staged;
      const { id, title, role } = format;
      const kind = provenance?.kind ?? 'import';
      refuseUnnamed(staged);
      // Our own CSV may have any rows. A publisher's file has all rows between its first and last day.
      const isJudged = role !== 'any rows';
      if (isJudged && !allowShrink) refuseShrinking({ file: name, absent, lists, kind });
      const jumps = [
        ...staged.findings,
        ...strangeLists(lists),
        ...jumpsFromHeld(staged.levels, staged.held, staged.format.place),
      ];
      if (!allowJumps) refuseJumps(name, jumps, kind === 'refresh' ? staged.datasets[0] : undefined);
      // A refresh may have fetched only a part.
      const kept = isJudged ? keptNotes(absent, format.isPeriod === true || kind === 'refresh') : [];
      onProgress?.({ file: name, phase: 'publish', bytes, totalBytes: bytes, rows });
      return {
        file: name,
        format: { id, title },
        runs: await many.commit(sha256),
        notes: [...notes, ...jumpNotes(jumps), ...kept],
      };
    },
  );
  const lag = isCompleted ? [] : lagNotes(imported.format.id, imported.runs, options.now().getTime());
  const { runs } = imported;
  const notes = [...imported.notes, ...refinedNotes(runs), ...lag, ...stateSumNotes(dataDir, runs)];
  return { ...imported, notes };
}

/** @returns a note if a file comes late and lacks the newest release. @param now ms since 1970 UTC. */
function lagNotes(formatId: string, runs: readonly RunResult[], now: number): string[] {
  return runs.flatMap(({ dataset, last }) => {
    const known = findDataset(dataset);
    const lagDays = fileLagDaysOf(known, [formatId]);
    const timing = releaseTiming(known);
    if (lagDays === 0 || !timing || last === null || last >= expectedLast(timing, now)) return [];
    const publisher = known?.publisher.split(',')[0] ?? 'the publisher';
    return [
      `The file ends with ${dateText(last)}: that of the ${publisher} comes about ${lagDays / WEEK} weeks after the release. FRED has the newest sooner: refresh ${dataset} with --fred, or allow FRED on the Data screen.`,
    ];
  });
}

/** @returns a note if a publisher's figures replaced a stand-in's rounded ones, which is not a revision. */
export function refinedNotes(runs: readonly { refined?: number }[]): string[] {
  const count = runs.reduce((sum, { refined = 0 }) => sum + refined, 0);
  if (count === 0) return [];
  const [were, take] =
    count === 1
      ? ['1 observation was a rounding', 'its own figure takes its place']
      : [`${groupDigits(String(count))} observations were roundings`, 'its own figures take their place'];
  return [`${were} of what the publisher says; ${take}, which is no revision.`];
}

/** The allowed difference: national and state figures are revised in different weeks. */
const TOLERANCE_PERCENT = 1;
const PAGE_ROWS = 20_000;

type StateSumDifference = { day: number; states: number; nation: number };

/**
 * Compares the sum of all states with the national figure, in the weeks of some runs for which the store has
 * the nation and every state, none of it sample data.
 * @param runs of one file, after their commit; runs that changed nothing are ignored.
 * @returns a sentence for each series whose sums differ by more than 1 %. The data are as published.
 */
function stateSumNotes(dataDir: string, runs: readonly RunResult[]): string[] {
  // A file that changed nothing needs no second note.
  const changing = runs.filter(({ added, revised }) => added + revised > 0);
  return DATASETS.flatMap(({ id, ...dataset }) =>
    dataset.kind === 'observations' && dataset.nationalSums
      ? notesOf(dataDir, id, dataset.nationalSums, changing)
      : [],
  );
}

function notesOf(
  dataDir: string,
  states: string,
  { nation, pairs }: NationalSums,
  runs: readonly RunResult[],
): string[] {
  const weeks = runs.flatMap(({ dataset, first, last }) =>
    (dataset === nation.id || dataset === states) && first !== null && last !== null ? [first, last] : [],
  );
  if (weeks.length === 0) return [];
  const reader = openReader(dataDir);
  try {
    const origins = [reader.origin(nation.id), reader.origin(states)];
    if (origins.some((origin) => origin === undefined || origin === 'sample')) return [];
    const [from, to] = [Math.min(...weeks), Math.max(...weeks)];
    return pairs.flatMap((pair) => {
      const { compared, wrong } = compare(
        reader,
        { dataset: nation.id, codes: [pair.nation], from, to },
        { dataset: states, codes: [pair.state] },
      );
      return wrong.length === 0 ? [] : [sentence(pair.words, compared, wrong)];
    });
  } finally {
    reader.close();
  }
}

function compare(
  reader: Reader,
  ofNation: SeriesSelection,
  ofStates: Pick<SeriesSelection, 'dataset' | 'codes'>,
) {
  const nation = new Map<number, number>();
  for (const { day, value } of rows(reader, ofNation)) nation.set(day, Number(value));
  const days = [...nation.keys()];
  if (days.length === 0) return { compared: 0, wrong: [] };
  const selection = {
    ...ofStates,
    from: days[0] ?? ofNation.from,
    to: days.at(-1) ?? ofNation.to,
  };
  const sums = new Map<number, { areas: number; sum: number }>();
  for (const { day, value } of rows(reader, selection)) {
    const { areas, sum } = sums.get(day) ?? { areas: 0, sum: 0 };
    sums.set(day, { areas: areas + 1, sum: sum + Number(value) });
  }
  const complete = [...sums].filter(
    ([day, { areas }]) => nation.has(day) && areas === Object.keys(STATES).length,
  );
  const wrong = complete
    .map(([day, { sum }]): StateSumDifference => ({ day, states: sum, nation: nation.get(day) ?? 0 }))
    .filter((difference) => differencePercent(difference) > TOLERANCE_PERCENT);
  return { compared: complete.length, wrong };
}

/** Reads a selection page by page. A double holds counts of claims exactly. */
function* rows(reader: Reader, selection: SeriesSelection): Generator<{ day: number; value: string }> {
  let after: ReturnType<Reader['observations']>['last'];
  for (;;) {
    const page = reader.observations(selection, { after, limit: PAGE_ROWS });
    yield* observationTexts(page);
    if (!page.more) return;
    after = page.last;
  }
}

/** @returns by how many percent the states' sum differs from the national figure. */
function differencePercent({ states, nation }: StateSumDifference): number {
  return (Math.abs(states - nation) * 100) / nation;
}

function sentence(words: string, compared: number, wrong: readonly StateSumDifference[]): string {
  const most = wrong.reduce((a, b) => (differencePercent(b) > differencePercent(a) ? b : a));
  return (
    `In ${wrong.length} of ${countOf(compared, 'week')} the ${words} of all states do not add up to the national figure within ` +
    `${TOLERANCE_PERCENT} %: most on ${dateText(most.day)}, where the states make ${groupDigits(String(most.states))} and ` +
    `the nation has ${groupDigits(String(most.nation))}; one of the two may be an older release.`
  );
}

/** Undoes an import; replaced sample data are made again. @throws Failure 'wrong_usage', 'team_refused'. */
export function undoFileImport(dataDir: string, run: number, now: () => Date): UndoneImport {
  const writer = openWriter(dataDir, undefined, now);
  try {
    const undo = writer.beginUndo(run);
    try {
      for (const { dataset, sampleAt } of undo.undone) {
        const known = findDataset(dataset);
        if (sampleAt !== null && known)
          writeSample(undo.run(sampleStart(dataset, sampleAt)), known, Date.parse(sampleAt));
      }
      undo.commit('');
      return {
        file: undo.undone[0]?.location ?? '',
        datasets: undo.undone.map(({ dataset, added, revised, sampleAt }) => ({
          dataset,
          added,
          revised,
          is_sample: sampleAt !== null,
        })),
      };
    } finally {
      undo.abandon();
    }
  } finally {
    writer.close();
  }
}
