import { dateText } from '../calendar/dates.ts';
import { DATASETS } from '../datasets/index.ts';
import { STATES } from '../datasets/states.ts';
import type { NationalSums } from '../datasets/types.ts';
import { countOf, groupDigits } from '../series-math/decimal-text.ts';
import {
  observationTexts,
  openReader,
  type Reader,
  type RunResult,
  type SeriesSelection,
} from '../store/index.ts';

/** The nation's and the states' figures are revised in different weeks, so they may differ by this much. */
const TOLERANCE_PERCENT = 1;
const PAGE_ROWS = 20_000;

type StateSumDifference = { day: number; states: number; nation: number };

/**
 * Compares the sum of all states with the national figure in the weeks of some runs, where the store has the week for the nation and
 * for every state and none of it is sample data.
 * @param runs of one file, after their commit. Those that changed nothing are ignored.
 * @returns a sentence for each series whose sums differ by more than 1 %: the user should know, but the data are as published.
 */
export function stateSumNotes(dataDir: string, runs: readonly RunResult[]): string[] {
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
    .filter((difference) => far(difference) > TOLERANCE_PERCENT);
  return { compared: complete.length, wrong };
}

/** The dates and values of a selection, page by page. A double holds counts of claims exactly. */
function* rows(reader: Reader, selection: SeriesSelection): Generator<{ day: number; value: string }> {
  let after: ReturnType<Reader['observations']>['last'];
  for (;;) {
    const page = reader.observations(selection, { after, limit: PAGE_ROWS });
    yield* observationTexts(page);
    if (!page.more) return;
    after = page.last;
  }
}

/** By how many percent of the national figure the states' sum differs from it. */
function far({ states, nation }: StateSumDifference): number {
  return (Math.abs(states - nation) * 100) / nation;
}

function sentence(words: string, compared: number, wrong: readonly StateSumDifference[]): string {
  const most = wrong.reduce((a, b) => (far(b) > far(a) ? b : a));
  return (
    `In ${wrong.length} of ${countOf(compared, 'week')} the ${words} of all states do not add up to the national figure within ` +
    `${TOLERANCE_PERCENT} %: most on ${dateText(most.day)}, where the states make ${groupDigits(String(most.states))} and ` +
    `the nation has ${groupDigits(String(most.nation))}; one of the two may be an older release.`
  );
}
