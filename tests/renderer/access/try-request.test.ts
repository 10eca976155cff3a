import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstTest,
  parseTryPath,
  type TryForm,
  tryPath,
  usualForm,
} from '../../../renderer/access/try-request.ts';
import { DATASETS, findDataset } from '../../../service/datasets/index.ts';

const form = (part: Partial<TryForm>): TryForm => ({
  dataset: 'us_debt',
  series: ['debt_held_by_public'],
  date_from: '2024-01-01',
  date_to: '2024-02-01',
  state: '',
  limit: '',
  offset: '',
  format: 'json',
  ...part,
});

test.each([
  [
    form({}),
    '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-02-01',
  ],
  [
    form({ dataset: 'ui_state_weekly_claims', series: ['initial_claims'], state: 'CA,NY', format: 'csv' }),
    '/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&date_from=2024-01-01&date_to=2024-02-01&state=CA,NY&format=csv',
  ],
  [
    form({ dataset: 'yields', series: ['US2Y', 'US10Y'], limit: '5', offset: '10' }),
    '/yields/series=US2Y,US10Y?limit=5&offset=10',
  ],
  [form({ dataset: 'constituents', series: ['SP500'] }), '/constituents/series=SP500'],
  // Empty fields are left out, so that the API names what is missing.
  [form({ series: [], date_from: '' }), '/api/v1/economic-data/us_debt?date_to=2024-02-01'],
  // Typed text cannot become another parameter.
  [
    form({ date_from: '2024&x=#1' }),
    '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024%26x%3D%231&date_to=2024-02-01',
  ],
])('a form is turned into the path of a request', (given, path) => {
  expect(tryPath(given)).toBe(path);
});

test('a form can be read back from its path', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'aZ09-&=?#%+ ,é') }).map((text) => text.trim());
  fc.assert(
    fc.property(
      fc.constantFrom(...DATASETS),
      fc.record({ date_from: typed, date_to: typed, state: typed, limit: typed, offset: typed }),
      fc.constantFrom('json' as const, 'csv' as const),
      fc.array(fc.constantFrom('a', 'US10Y', 'Ä b'), { maxLength: 3 }),
      (dataset, texts, format, series) => {
        const isMarket = dataset.group === 'market-data';
        const whole = form({
          ...texts,
          dataset: dataset.id,
          series,
          format,
          ...(isMarket ? { date_from: '', date_to: '' } : { limit: '', offset: '' }),
          ...(!dataset.byState && { state: '' }),
        });
        expect(parseTryPath(tryPath(whole))).toEqual(whole);
      },
    ),
  );
});

test.each([
  '',
  '/',
  '/healthz',
  '/api/v1/economic-data/none?series=a',
  'https://example.org/yields/series=a',
])('no form is read from %s', (path) => {
  expect(parseTryPath(path)).toBeUndefined();
});

test('a broken percent sign in a link is kept', () => {
  expect(parseTryPath('/yields/series=%E0%A4')?.series).toEqual(['%E0%A4']);
});

describe('the usual request', () => {
  test.each(DATASETS.map((dataset) => [dataset.id, dataset] as const))(
    'of %s asks for its headline series',
    (_, dataset) => {
      const usual = usualForm(dataset, '2026-10-31');
      expect(usual.series).toEqual([dataset.headline]);
      expect(parseTryPath(tryPath(usual))).toEqual(usual);
    },
  );

  test('to test a key names a series that the API has', () => {
    const asked = parseTryPath(firstTest({ is_for_fred: false }).path);
    expect(findDataset(asked?.dataset ?? '')?.series.map(({ code }) => code)).toContain(asked?.series[0]);
  });
});
