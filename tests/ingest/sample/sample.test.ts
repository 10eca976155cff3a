import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../../service/calendar/dates.ts';
import { newestReleased } from '../../../service/calendar/releases.ts';
import { DATASETS, findDataset, storedSeries } from '../../../service/datasets/index.ts';
import { STATES } from '../../../service/datasets/states.ts';
import { makeSample } from '../../../service/ingest/sample/index.ts';
import { openReader, openWriter } from '../../../service/store/index.ts';
import {
  makeFolder,
  NOW,
  OBSERVED,
  readEverything,
  readSample,
  type SampleData,
  withSample,
} from './sample-folder.ts';

const { all, constituents, series } = await readSample();

/** SHA-256 of all values of a sample. */
function hash(all: SampleData['all'], constituents: SampleData['constituents']): string {
  const sum = createHash('sha256').update(JSON.stringify(constituents));
  for (const [dataset, values] of all)
    sum.update(JSON.stringify([dataset, [...values].map(([code, days]) => [code, [...days]])]));
  return sum.digest('hex');
}

describe('the sample', () => {
  it('holds every series of the catalogue, marked as sample', async () => {
    using folder = makeFolder();
    const runs = await makeSample({ dataDir: folder.path, now: () => new Date(NOW) });
    expect(runs.map(({ dataset }) => dataset)).toEqual(DATASETS.map(({ id }) => id));
    const reader = openReader(folder.path);
    for (const dataset of OBSERVED) {
      const { id, byState } = dataset;
      const wanted = storedSeries(dataset);
      const held = reader.holdings().find((one) => one.dataset === id);
      expect(held?.origin).toBe('sample');
      expect(held?.updatedAt).toBe(new Date(NOW).toISOString());
      expect(new Set(held?.series.map(({ code }) => code))).toEqual(new Set(wanted.map(({ code }) => code)));
      if (byState) expect(held?.series).toHaveLength(wanted.length * Object.keys(STATES).length);
    }
    expect(reader.origin('constituents')).toBe('sample');
    expect(reader.constituentCodes('constituents')).toEqual(['SP500']);
    reader.close();
  });

  it('is the same each time', async () => {
    const again = await readSample();
    expect(hash(again.all, again.constituents)).toBe(hash(all, constituents));
    expect(all.get('yields')?.size).toBe(14);
  });

  it('uses only arithmetic with the same results on every machine', () => {
    const folder = new URL('../../../service/datasets/', import.meta.url);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^sample\.ts$|\/source\.ts$/.test(name),
    );
    expect(names).toHaveLength(1 + DATASETS.length);
    for (const name of names) {
      const source = readFileSync(new URL(name, folder), 'utf8');
      expect(source, name).not.toMatch(/ \*\* |Math\.(?!round|floor|min|max|imul)|Date\.now|toLocale|Intl/);
    }
  });

  it('only has more days if it is made later', async () => {
    await withSample('2024-07-05T13:00:00Z', (reader) => {
      for (const [dataset, earlier] of readEverything(reader)) {
        for (const [code, values] of earlier) {
          const later = series(dataset, code);
          for (const [on, value] of values) {
            if (later.get(on) !== value) throw new Error(`${dataset}/${code} on ${dateText(on)} changed`);
          }
          expect(later.size).toBeGreaterThan(values.size);
        }
      }
    });
  });

  it.each([
    NOW,
    '2026-11-27T02:00:00Z',
    '2026-01-01T12:00:00Z',
    '2025-03-03T14:59:00Z',
    '2031-07-05T01:00:00Z',
  ])('ends at the newest release as of %s', async (now) => {
    await withSample(now, (reader) => {
      for (const holding of reader.holdings()) {
        const dataset = findDataset(holding.dataset);
        for (const { code, last } of holding.series) {
          if (!dataset) throw new Error(`${holding.dataset} is not in the catalogue`);
          expect(dateText(last)).toBe(dateText(newestReleased(dataset, code, Date.parse(now))));
        }
      }
    });
  });

  it('is completed after an interrupted start, and left alone if complete', async () => {
    using folder = makeFolder();
    const make = () => makeSample({ dataDir: folder.path, now: () => new Date(NOW) });
    const writer = openWriter(folder.path);
    const publish = writer.begin({
      kind: 'sample',
      dataset: 'us_debt',
      origin: 'sample',
      source: 'almanac-sample',
      location: '',
      sha256: '',
      fetchedAt: NOW,
    });
    publish.observation(
      publish.series({ dataset: 'us_debt', code: 'debt_held_by_public', area: '' }),
      19000,
      '1.00',
      1,
    );
    publish.commit();
    writer.close();
    expect((await make()).map(({ dataset }) => dataset)).toEqual(
      DATASETS.map(({ id }) => id).filter((id) => id !== 'us_debt'),
    );
    expect(await make()).toEqual([]);
  });

  it('is not made beside real data', async () => {
    using folder = makeFolder();
    const writer = openWriter(folder.path);
    const publish = writer.begin({
      kind: 'import',
      dataset: 'us_debt',
      origin: 'file',
      source: 'long-csv',
      location: 'debt.csv',
      sha256: '00',
      fetchedAt: NOW,
    });
    publish.observation(
      publish.series({ dataset: 'us_debt', code: 'debt_held_by_public', area: '' }),
      19000,
      '1.00',
      1,
    );
    publish.commit();
    writer.close();
    expect(await makeSample({ dataDir: folder.path, now: () => new Date(NOW) })).toEqual([]);
    const reader = openReader(folder.path);
    expect(reader.holdings().map(({ dataset, count }) => [dataset, count])).toEqual([['us_debt', 1]]);
    reader.close();
  });
});
