import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dayNumber } from '../../service/calendar/dates.ts';
import type { Origin } from '../../service/contract/catalog.ts';
import { type Dataset, findDataset } from '../../service/datasets/index.ts';

import { openReader, openWriter, type Reader } from '../../service/store/index.ts';
import type { ExportContext, ExportSelection } from '../../service/tables/index.ts';

/** `date, code, value[, area]`, the first three as in the CSV. */
export type Observed = [date: string, code: string, value: string, area?: string];

export const CREATED = new Date('2026-11-21T06:42:16Z');

/** A temporary folder with a real store; `close` removes both. */
export function makeFolder(): { dataDir: string; reader: () => Reader; close: () => void } {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-export-'));
  let opened: Reader | undefined;
  return {
    dataDir,
    reader: () => {
      opened ??= openReader(dataDir);
      return opened;
    },
    close: () => {
      opened?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Publishes observations as one run. */
export function hold(
  dataDir: string,
  dataset: string,
  rows: readonly Observed[],
  origin: Origin = 'file',
): void {
  const writer = openWriter(dataDir);
  const publish = writer.begin({
    kind: origin === 'sample' ? 'sample' : 'import',
    dataset,
    origin,
    source: 'test',
    location: 'test.csv',
    sha256: '0'.repeat(64),
    fetchedAt: CREATED.toISOString(),
  });
  rows.forEach(([date, code, value, area = ''], index) => {
    publish.observation(publish.series({ dataset, code, area }), dayOf(date), value, index + 1);
  });
  publish.commit();
  writer.close();
}

export function dayOf(date: string): number {
  const day = dayNumber(date);
  if (day === undefined) throw new Error(`${date} is no date`);
  return day;
}

export function datasetOf(id: string): Dataset {
  const dataset = findDataset(id);
  if (!dataset) throw new Error(`${id} is no dataset`);
  return dataset;
}

export function contextOf(
  reader: Reader,
  id: string,
  selection: Partial<Omit<ExportSelection, 'dataset'>> = {},
): ExportContext {
  const dataset = datasetOf(id);
  return {
    reader,
    selection: { dataset, codes: dataset.series.map(({ code }) => code), ...selection },
    origin: reader.origin(id),
    created: CREATED,
    version: '0.0.0-test',
  };
}

/** Three days of the national debt; one number has more digits than Excel keeps, one ends in a zero. */
export const DEBT: Observed[] = [
  ['2024-01-02', 'debt_held_by_public', '27000000000000.10'],
  ['2024-01-02', 'intragovernmental_holdings', '7000000000000.00'],
  ['2024-01-02', 'total_public_debt_outstanding', '34000000000000.10'],
  ['2024-01-03', 'debt_held_by_public', '27000000000001.00'],
  ['2024-01-03', 'total_public_debt_outstanding', '38967833861543.11'],
  ['2024-01-04', 'intragovernmental_holdings', '-7000000000000.5'],
];
