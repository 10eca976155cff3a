import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { DATASETS } from '../../../service/datasets/index.ts';
import { makeSample } from '../../../service/ingest/sample/index.ts';
import { openReader, type Reader } from '../../../service/store/index.ts';
import { constituentBytes } from '../../../service/tables/row-bytes.ts';
import { encoded } from '../../store/encoded.ts';

export function makeFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'almanac-sample-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Makes a sample as of `now`, calls `look` on it, and removes it. */
export async function withSample<T>(now: string, look: (reader: Reader) => T): Promise<T> {
  using folder = makeFolder();
  await makeSample({ dataDir: folder.path, now: () => new Date(now) });
  const reader = openReader(folder.path);
  try {
    return look(reader);
  } finally {
    reader.close();
  }
}

/** Every observation of a dataset by code, or code and state ('initial_claims CA'), and by day. */
export function readAll(reader: Reader, dataset: string): Map<string, Map<number, string>> {
  const held = reader.holdings().find((holding) => holding.dataset === dataset);
  const all = new Map<string, Map<number, string>>();
  for (const { code, area, first, last, count } of held?.series ?? []) {
    const areas = area === '' ? undefined : [area];
    const { body } = encoded(
      reader.observations({ dataset, codes: [code], areas, from: first, to: last }, { limit: count }),
      'csv',
    );
    const values = new Map<number, string>();
    for (const line of body.toString().split('\n').slice(0, -1)) {
      const cells = line.split(',');
      values.set(dayNumber(cells[0] ?? '') ?? Number.NaN, cells.at(-1) ?? '');
    }
    all.set(area === '' ? code : `${code} ${area}`, values);
  }
  return all;
}

export const NOW = '2026-11-21T12:00:00Z';
export const OBSERVED = DATASETS.filter((dataset) => dataset.kind === 'observations');
export type Values = Map<string, Map<number, string>>;
type SampleConstituent = { as_of: string; ticker: string; name: string; sector: string; weight: string };

export function readEverything(reader: Reader): Map<string, Values> {
  return new Map(OBSERVED.map(({ id }) => [id, readAll(reader, id)]));
}

export function readConstituents(reader: Reader): SampleConstituent[] {
  const { body } = constituentBytes(
    'SP500',
    reader.constituents('SP500', { offset: 0, limit: 5000 }),
    'json',
  );
  return JSON.parse(`[${body.toString()}]`);
}

export type SampleData = {
  all: Map<string, Values>;
  constituents: SampleConstituent[];
  /** @returns the values of a series by day. */
  series(dataset: string, code: string): Map<number, string>;
};

let read: Promise<SampleData> | undefined;

/** The sample as of `NOW`, made and read once for all test files that use it. */
export function readSample(): Promise<SampleData> {
  read ??= withSample(NOW, (reader) => {
    const all = readEverything(reader);
    return {
      all,
      constituents: readConstituents(reader),
      series(dataset, code) {
        const found = all.get(dataset)?.get(code);
        if (!found) throw new Error(`The sample has no ${dataset}/${code}`);
        return found;
      },
    };
  });
  return read;
}
