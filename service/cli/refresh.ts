import path from 'node:path';
import { environmentKey } from '../contract/access.ts';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE } from '../contract/names.ts';
import { startRefresh } from '../ingest/fetch/index.ts';
import type { RefreshEvent, RefreshOutcome, RefreshProgress } from '../ingest/fetch/types.ts';
import { readRefreshSettings } from '../ingest/schedule/index.ts';
import { countOf } from '../series-math/decimal-text.ts';
import type { Truth } from '../store/copy/index.ts';
import { expectWritable } from '../store/index.ts';
import { ALLOW_JUMPS, type Command, DATA_DIR, type Given, option, TEAM_OPTIONS } from './command.ts';
import { runLine } from './import.ts';
import { withTruth } from './open-data.ts';
import {
  alignColumns,
  dayRangeText,
  print,
  printToStderr,
  progressLine,
  stopSignal,
  wholeText,
} from './output.ts';
import { datasetNamed } from './selection-words.ts';

export const refresh: Command = {
  usage: [
    'refresh [DATASET...] [--fred] [--allow-shrink] [--allow-jumps] [--data-dir DIR]',
    'refresh [DATASET...] --team ADDRESS [--team-password-file FILE] …',
  ],
  description: [
    'Fetches new data from the publishers and stores what is new or revised. Without a dataset: all nine. One that fails does',
    'not stop the others; the status is then 1. What a publisher has no newer file of is not fetched again.',
    'HTTP_PROXY, HTTPS_PROXY and NO_PROXY say through which proxy. ALMANAC_CONTACT, such as me@example.org, is sent to the',
    'publishers as a contact. Without it, and without --fred, the settings of the Data screen apply. ALMANAC_KEY_BLS is sent to BLS,',
    'which allows more requests a day with a key (it works without).',
    'ALMANAC_MIRROR=URL fetches URL/host/path instead of https://host/path. With --team the data go to the team.',
  ],
  options: [
    option(
      '--fred',
      'take from FRED what a publisher does not give; its terms: https://fred.stlouisfed.org/legal/',
    ),
    option('--allow-shrink', 'take files that lack many stored observations; those stay'),
    ALLOW_JUMPS,
    DATA_DIR,
    ...TEAM_OPTIONS,
  ],
  examples: ['refresh us_debt yields', 'refresh --fred'],
  async run(given) {
    await withTruth(given, (dataDir, truth) => refreshAll(given, dataDir, truth));
  },
};

async function refreshAll(given: Given, dataDir: string, truth: Truth | undefined): Promise<void> {
  const datasets = given.words.length > 0 ? given.words.map((id) => datasetNamed(id).id) : undefined;
  expectWritable(path.join(dataDir, DATA_FILE));
  const kept = readRefreshSettings(dataDir);
  for (const note of kept.notes) printToStderr(note);
  const signal = stopSignal();
  const { events, sources, cancel } = startRefresh({
    dataDir,
    truth,
    now: () => new Date(),
    datasets,
    settings: {
      allowFred: given.has('fred') || kept.allow_fred,
      allowShrink: given.has('allow-shrink'),
      allowJumps: given.has('allow-jumps'),
      contact: process.env.ALMANAC_CONTACT || kept.contact,
      mirror: process.env.ALMANAC_MIRROR || undefined,
      keyFor: async (publisher) => environmentKey(process.env, publisher),
    },
  });
  signal.addEventListener('abort', cancel);
  const outcomes = await follow(events, sources);
  if (outcomes.length > 1) print('', ...alignColumns([SUMMARY_HEADER, ...outcomes.map(outcomeRow)], 3, 4, 5));
  const failed = outcomes.filter(({ state }) => state === 'failed' || state === 'cancelled');
  const [first] = failed;
  if (!first) return;
  if (outcomes.length === 1 && first.refused) throw new Failure(first.refused.code, first.refused.message);
  throw new Failure(
    'publisher_unreachable',
    `${failed.length} of ${outcomes.length} sources were not refreshed; see above.`,
  );
}

/** Shows progress, and each failed source at once; a single source's failure becomes the command's. */
async function follow(
  events: AsyncIterable<RefreshEvent>,
  sources: number,
): Promise<readonly RefreshOutcome[]> {
  const progress = progressLine();
  const outcomes: RefreshOutcome[] = [];
  try {
    for await (const event of events) {
      if (event.t === 'progress') {
        progress.show(progressText(event));
        continue;
      }
      progress.clear();
      if (event.t === 'stored') {
        for (const run of event.runs) print(`${event.source}: ${runLine(run)}`);
        for (const note of event.notes) printToStderr(`${event.source}: ${note}`);
      } else if (event.t === 'unchanged') print(`${event.source}: nothing new at the publisher`);
      else if (event.t === 'note') printToStderr(event.text);
      else if (event.t === 'outcome') {
        outcomes.push(event);
        if (event.refused && sources > 1) printToStderr(`almanac: ${event.refused.message}`);
      }
    }
  } finally {
    progress.clear();
  }
  return outcomes;
}

const SUMMARY_HEADER = ['DATASET', 'SOURCE', 'RESULT', 'ADDED', 'REVISED', 'UNCHANGED', 'DATES'];

/** @returns a line of progress: `BEA national accounts: fetching 12.4 of 36.7 MB`. */
function progressText({ source, phase, bytes, totalBytes, rows }: RefreshProgress): string {
  if (phase === 'waiting') return `${source}: waiting to try again`;
  if (phase !== 'fetching') return `${source}: ${phase}, ${countOf(rows, 'row')}`;
  const total = totalBytes ? ` of ${megabytes(totalBytes)}` : '';
  return `${source}: fetching${bytes > 0 ? ` ${megabytes(bytes)}${total} MB` : ''}`;
}

const RESULTS: Record<RefreshOutcome['state'], string> = {
  stored: 'stored',
  unchanged: 'nothing new',
  failed: 'FAILED',
  cancelled: 'stopped',
};

/** @returns a source's cells in the summary: dataset, source, result, added, revised, unchanged, dates. */
function outcomeRow({ dataset, source, state, runs }: RefreshOutcome): string[] {
  if (runs.length === 0) return [dataset, source, RESULTS[state]];
  const sum = (kind: 'added' | 'revised' | 'unchanged') =>
    wholeText(runs.reduce((before, run) => before + run[kind], 0));
  const days = runs.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last]));
  const dates = days.length > 0 ? dayRangeText(Math.min(...days), Math.max(...days)) : '';
  return [dataset, source, RESULTS[state], sum('added'), sum('revised'), sum('unchanged'), dates];
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
