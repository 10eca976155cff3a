import path from 'node:path';
import { minuteText } from '../calendar/dates.ts';
import { freshnessOf, freshnessText, newestLists } from '../calendar/freshness.ts';
import type { DatasetFreshness } from '../contract/catalog.ts';
import type { Integrity } from '../contract/incidents.ts';
import { DATASETS } from '../datasets/index.ts';
import { readRefreshSettings } from '../ingest/schedule/index.ts';
import { incidentLine, openIncidents } from '../process/incidents.ts';
import { type DatasetHolding, integrityOf, type LastRun, type Reader } from '../store/index.ts';
import { type Command, DATA_DIR, expectNoWords, JSON_SWITCH } from './command.ts';
import { withData } from './open-data.ts';
import {
  alignColumns,
  dateOrNull,
  dayRangeText,
  print,
  printable,
  printJson,
  printToStderr,
  wholeText,
} from './output.ts';

export const status: Command = {
  usage: ['status [--json] [--data-dir DIR]'],
  description: [
    'Shows what the data folder holds of each dataset: rows, first and last date, where the data came from, and when',
    'they last changed, whether all that was released is here, and the last import or refresh; and whether the data file is',
    'known to be damaged. The newest list of each index and fund has a line of its own, with its day. Works on an empty folder',
    'and while a service runs.',
  ],
  options: [JSON_SWITCH, DATA_DIR],
  examples: ['status', 'status --json'],
  async run(given) {
    expectNoWords(given, 'status');
    await withData(given, async (reader, dataDir) => {
      const datasets = statusesOf(reader);
      const integrity = integrityOf(dataDir);
      const incidents = openIncidents(dataDir);
      const { notes } = readRefreshSettings(dataDir);
      if (given.has('json')) {
        return printJson({ ...asJson(dataDir, datasets, integrity), incidents, settings_notes: notes });
      }
      for (const incident of incidents) printToStderr(incidentLine(incident, dataDir));
      print(...asTable(dataDir, datasets, notes));
      if (reader) print(`\n${integrityText(integrity)}`);
    });
  },
};

type DatasetStatus = ReturnType<typeof statusesOf>[number];

function statusesOf(reader: Reader | undefined) {
  const [held, runs, now] = [reader?.holdings() ?? [], reader?.lastRuns() ?? [], Date.now()];
  return DATASETS.map((dataset) => {
    const { id, title } = dataset;
    const holding = held.find((one) => one.dataset === id);
    const run = runs.find((one) => one.dataset === id);
    return { id, title, holding, run, freshness: holding ? freshnessOf(dataset, holding, now) : null };
  });
}

function integrityText({ checked_at, damage }: Integrity): string {
  if (damage) return `DAMAGED, found ${minuteText(damage.found_at)}: ${damage.message}`;
  return checked_at === null
    ? 'The data file was not checked yet: a running service checks it.'
    : `The data file was whole when it was last checked, ${minuteText(checked_at)}.`;
}

function asJson(dataDir: string, datasets: readonly DatasetStatus[], { checked_at, damage }: Integrity) {
  return {
    data_dir: dataDir,
    checked_at,
    damage,
    datasets: datasets.map(({ id, title, holding, run, freshness }) => ({
      id,
      title,
      rows: holding?.count ?? 0,
      first_date: dateOrNull(holding?.first),
      last_date: dateOrNull(holding?.last),
      origin: holding?.origin ?? null,
      last_update: holding?.updatedAt ?? null,
      freshness,
      ...(holding && newestLists(holding).length > 0 && { lists: newestLists(holding) }),
      last_run: run
        ? {
            kind: run.kind,
            at: run.fetchedAt,
            source: run.source,
            location: run.location,
            added: run.added,
            revised: run.revised,
            unchanged: run.unchanged,
          }
        : null,
    })),
  };
}

function asTable(dataDir: string, datasets: readonly DatasetStatus[], notes: readonly string[]): string[] {
  const rows = datasets.map(({ id, holding, run, freshness }) =>
    holding
      ? [
          id,
          wholeText(holding.count),
          dayRangeText(holding.first, holding.last),
          holding.origin,
          minuteText(holding.updatedAt),
          standing(freshness, holding),
          run ? lastRunText(run) : '',
        ]
      : [id, '0', 'no data'],
  );
  const header = ['DATASET', 'ROWS', 'DATES', 'ORIGIN', 'LAST CHANGE', 'FRESHNESS', 'LAST RUN'];
  const lists = datasets.flatMap(({ holding }) => (holding ? newestLists(holding) : []));
  const listRows = lists.map(({ code, as_of, members }) => [code, wholeText(members), as_of]);
  return [
    `Data folder: ${dataDir}`,
    ...notes,
    '',
    ...alignColumns([header, ...rows], 1),
    ...(lists.length > 0 ? ['', ...alignColumns([['NEWEST LIST', 'MEMBERS', 'AS OF'], ...listRows], 1)] : []),
  ];
}

/** The most series that a line names. */
const NAMED = 2;

/** @returns a dataset's freshness. If only some series are late: `Late 256 days (debt_held_by_public)`. */
function standing(freshness: DatasetFreshness | null, { series }: DatasetHolding): string {
  const text = freshnessText(freshness);
  const behind = freshness?.behind ?? [];
  const held = new Set(series.map(({ code }) => code)).size;
  if (behind.length === 0 || behind.length === held) return text;
  const named = behind.slice(0, NAMED).join(', ');
  const more = behind.length > NAMED ? ` and ${behind.length - NAMED} more` : '';
  return `${text} (${named}${more})`;
}

function lastRunText({ kind, fetchedAt, location }: LastRun): string {
  const from = printable(kind === 'import' ? path.basename(location) : location);
  return `${kind} ${minuteText(fetchedAt)}${from === '' ? '' : `, ${from}`}`;
}
