import { setImmediate } from 'node:timers/promises';
import { newestReleased } from '../../contract/calendar.ts';
import { DATASETS, findDataset } from '../../datasets/index.ts';
import type { Dataset } from '../../datasets/types.ts';
import {
  openReader,
  openWriter,
  type Publish,
  type Reader,
  type RunResult,
  type Writer,
} from '../../store/index.ts';
import type { MakeSample } from '../types.ts';
import { makeClaims } from './claims.ts';
import { makeConstituents } from './constituents.ts';
import { makeDebt } from './debt.ts';
import { makeJolts } from './jolts.ts';
import { makeExports, makePersonalIncome } from './monthly-dollars.ts';
import { observedDays } from './observed-days.ts';
import { makeReserveBalances } from './reserve-balances.ts';
import { makeStateClaims } from './state-claims.ts';
import type { SampleDays, SampleMaker } from './types.ts';
import { makeYields } from './yields.ts';

const MAKERS: Record<string, SampleMaker> = {
  ui_weekly_claims: makeClaims,
  jolts: makeJolts,
  ui_state_weekly_claims: makeStateClaims,
  personal_income_and_outlays: makePersonalIncome,
  us_exports: makeExports,
  factors_affecting_reserve_balances: makeReserveBalances,
  us_debt: makeDebt,
  yields: makeYields,
};

/** The states' real history begins in 1986: 106 series of it would take half of the time that a first start may take. */
const STATES_FROM = '2016-01-02';

/**
 * Fills a folder with sample data, a transaction a dataset, to the newest date that can have been released at `now`. The
 * same `now` gives the same bytes on every machine; a later `now` only adds to them. Datasets that hold a sample are left
 * as they are (so an interrupted first start is completed); where any dataset holds other data, nothing is made.
 * @returns the runs, one a dataset made.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version', 'folder_in_use'.
 */
export const makeSample: MakeSample = async ({ dataDir, now }) => {
  const writer = openWriter(dataDir);
  try {
    const reader = openReader(dataDir);
    try {
      return await fill(writer, reader, now());
    } finally {
      reader.close();
    }
  } finally {
    writer.close();
  }
};

async function fill(writer: Writer, reader: Reader, now: Date): Promise<RunResult[]> {
  const runs: RunResult[] = [];
  if (reader.holdings().some(({ origin }) => origin !== 'sample')) return runs;
  for (const dataset of DATASETS) {
    if (reader.origin(dataset.id) !== undefined) continue;
    const publish = begin(writer, reader, dataset.id, now);
    if (!publish) continue;
    try {
      write(publish, dataset, now.getTime());
      runs.push(publish.commit());
    } finally {
      publish.abandon();
    }
    // A service that is already listening answers in between.
    await setImmediate();
  }
  return runs;
}

/** @returns `undefined` where another process published data of this dataset just now. */
function begin(writer: Writer, reader: Reader, dataset: string, now: Date): Publish | undefined {
  try {
    return writer.begin({
      kind: 'sample',
      dataset,
      origin: 'sample',
      source: 'almanac-sample',
      location: '',
      sha256: '',
      fetchedAt: now.toISOString(),
    });
  } catch (error) {
    if (reader.origin(dataset) !== undefined) return undefined;
    throw error;
  }
}

function write(publish: Publish, dataset: Dataset, now: number): void {
  const maker = MAKERS[dataset.id];
  if (!maker) {
    publish.constituents(dataset.headline, newestReleased(dataset, now), makeConstituents());
    return;
  }
  for (const { code, area, days, values } of maker(daysFor(dataset, now))) {
    if (days.length === 0) continue; // a clock before the series began
    const series = publish.series({ dataset: dataset.id, code, area });
    for (const [i, value] of values.entries()) publish.observation(series, days[i] ?? 0, value, i + 1);
  }
}

/** Days are worked out once a start; `national/…` names a series of the national claims, which the states' follow. */
function daysFor(dataset: Dataset, now: number): SampleDays {
  const known = new Map<string, readonly number[]>();
  return (code) => {
    const found = known.get(code);
    if (found) return found;
    const national = findDataset('ui_weekly_claims');
    const days =
      code.startsWith('national/') && national
        ? observedDays(national, code.slice('national/'.length), now)
        : observedDays(dataset, code, now, dataset.byState ? STATES_FROM : undefined);
    known.set(code, days);
    return days;
  };
}
