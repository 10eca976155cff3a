import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { seriesEntry } from '../../service/api/catalog.ts';
import { CatalogSeries } from '../../service/contract/catalog.ts';
import { DATASETS, findSeries } from '../../service/datasets/index.ts';
import type { Series } from '../../service/datasets/types.ts';
import { US_DEBT } from '../../service/datasets/us_debt/definition.ts';
import { testApp } from './folder.ts';

/** Which series have ended: declared in the catalogue, and told of no other. */

type Entry = { code: string; discontinued: boolean; discontinued_on: string | null };

it('the catalogue says of every series whether its publisher has ended it', async () => {
  const { get } = await testApp();
  const { datasets } = JSON.parse((await get('/api/v1/catalog')).text);
  const told = datasets.flatMap(({ series }: { series: Entry[] }) => series);
  const declared = DATASETS.flatMap(({ series }) => series.filter((one) => one.discontinuedOn !== undefined));
  expect(told.length).toBeGreaterThan(60);
  expect(told.filter((one: Entry) => one.discontinued).map((one: Entry) => one.code)).toEqual(
    declared.map(({ code }) => code),
  );
  // Nothing that is served has been ended by its publisher.
  expect(declared).toEqual([]);
});

it('an ended series is listed with its last date', () => {
  const going = findSeries('us_debt', 'debt_held_by_public') as Series;
  const held = { count: 0, first_date: null, last_date: null };
  const ended = seriesEntry(US_DEBT, { ...going, discontinuedOn: '2020-03-31' }, held);
  expect(ended).toMatchObject({ discontinued: true, discontinued_on: '2020-03-31' });
  expect([...Value.Errors(CatalogSeries, ended)]).toEqual([]);
  expect(seriesEntry(US_DEBT, going, held)).toMatchObject({ discontinued: false, discontinued_on: null });
});
