import { expect, onTestFinished, test } from 'vitest';
import { DATASETS } from '../../service/datasets/index.ts';
import { entryOf } from '../../service/datasets/series-choice.ts';
import type { Reader } from '../../service/store/index.ts';
import { call, clientOf } from './client.ts';

/** What no dataset has today, and a later one can have: a series that has ended, and more words than an answer has room for. */

const reader = { holdings: () => [] } as unknown as Reader;

test('of a series that has ended it says since when', async () => {
  const client = await clientOf({ reader });
  const { series } = entryOf({ dataset: 'jolts', code: 'quits_rate_sa', area: '' });
  Object.assign(series, { discontinuedOn: '2026-10-31' });
  onTestFinished(() => {
    delete series.discontinuedOn;
  });
  const { structuredContent, content } = await call(client, 'describe_series', {
    series: 'jolts.quits_rate_sa',
  });
  expect(structuredContent?.discontinued_on).toBe('2026-10-31');
  expect(content[0]?.text.split('\n')).toContain('Ended on 2026-10-31.');
});

/** Makes texts of a dataset longer for the rest of a test. */
function lengthen(id: string, change: (one: (typeof DATASETS)[number]) => object): void {
  const dataset = DATASETS.find((one) => one.id === id);
  if (!dataset) throw new Error(id);
  const kept = { title: dataset.title, notes: dataset.notes };
  Object.assign(dataset, change(dataset));
  onTestFinished(() => {
    Object.assign(dataset, kept);
  });
}

test.each([
  [800, 9, null],
  [950, 8, '1 dataset does not fit.'],
  [1200, 7, '2 datasets do not fit.'],
])(
  'with a title of %i letters %i datasets are listed, and the others counted',
  async (letters, count, leftOut) => {
    lengthen('ui_weekly_claims', () => ({ title: 'x'.repeat(letters) }));
    const { structuredContent, content } = await call(await clientOf({ reader }), 'list_datasets', {});
    const { left_out, datasets } = structuredContent as { left_out: string | null; datasets: object[] };
    expect([datasets.length, left_out]).toEqual([count, leftOut]);
    const lines = content[0]?.text.split('\n') ?? [];
    expect(lines.at(-1)).toBe('Charts: almanac://view');
    expect(lines.slice(count, -1)).toEqual(leftOut === null ? [] : [leftOut]);
  },
);

test('the first notes that fit are given, as text and typed', async () => {
  const notes = Array.from({ length: 6 }, (_, i) => `${i}${'x'.repeat(500)}`);
  lengthen('jolts', () => ({ notes }));
  const { structuredContent, content } = await call(await clientOf({ reader }), 'describe_series', {
    series: 'jolts.quits_rate_sa',
  });
  const given = notes.slice(0, 4);
  expect(structuredContent?.notes).toEqual(given);
  expect(content[0]?.text.split('\n').filter((line) => /^\dx/.test(line))).toEqual(given);
});
