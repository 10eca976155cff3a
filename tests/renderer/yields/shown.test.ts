import { describe, expect, test } from 'vitest';
import { readYieldsSearch } from '../../../renderer/yields/search.ts';
import { createScrub, monthRows } from '../../../renderer/yields/shown.ts';
import { timeAxis } from '../../../renderer/yields/time-plot.tsx';
import { curveRequests } from '../../../renderer/yields/yields-search.ts';
import { curveLegend, daysOfView } from '../../../renderer/yields/yields-take-away.tsx';
import { tileDays } from '../../../renderer/yields/yields-tile.tsx';
import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../../service/contract/catalog.ts';
import { fewCurves } from './few-days.ts';
import { shownFew } from './shown-few.ts';
import { someCurves } from './some-curves.ts';

const few = fewCurves();
const at = (row: number | undefined) => (row === undefined ? undefined : dateText(few.days[row] as number));
describe('what the screen draws', () => {
  test('has the rows and days of the range, the comparisons, the band and the spreads', () => {
    const { rows, days, compared, band, spreads } = shownFew({
      range: '1Y',
      vs: '1w,2022-10-18',
      spread: 'US30Y_US5Y',
    });
    expect([at(rows.start), at(rows.end - 1), dateText(days.from), dateText(days.to)]).toEqual([
      ...['2024-03-07', '2025-03-07', '2024-03-07', '2025-03-07'],
    ]);
    expect(compared.map(({ word, row }) => [word, at(row)])).toEqual([
      ['1w', '2025-02-28'],
      ['2022-10-18', '2022-10-18'],
    ]);
    expect([band?.from, band?.to, spreads.map(({ name }) => name)]).toEqual([
      '2024-03-07',
      '2025-03-07',
      ['5s30s'],
    ]);
    expect(shownFew({}, { isWhole: false }).band).toBeUndefined();
    expect(shownFew({}).spreads.map(({ name }) => name)).toEqual(['2s10s', '3m10y']);
  });

  test('begins with the first held day where the range is longer', () => {
    const { rows, days } = shownFew({ range: '10Y' });
    expect([rows, dateText(days.from)]).toEqual([{ start: 0, end: 15 }, '2022-10-18']);
  });

  test('a month has its days, and the last day before it if there is one', () => {
    const of = (search: Parameters<typeof readYieldsSearch>[0]) => {
      const { month, rows, before } = monthRows(shownFew(search));
      return [month, rows.map(at), before === undefined ? undefined : dateText(before)];
    };
    expect(of({})).toEqual(['2025-03', ['2025-03-05', '2025-03-06', '2025-03-07'], '2025-02-28']);
    expect(of({ date: '2024-03-07' })).toEqual(['2024-03', ['2024-03-07', '2024-03-08'], '2024-02-29']);
    expect(of({ month: '2022-10' })).toEqual(['2022-10', ['2022-10-18', '2022-10-19'], undefined]);
    expect(of({ month: '2024-12' })).toEqual(['2024-12', ['2024-12-31'], '2024-11-30']);
    expect(of({ month: '2023-01' })).toEqual(['2023-01', [], '2022-12-31']);
    // The first of September is not in August, and the first of August is not the day before August.
    const day = { '10Y': '4.00' };
    const curves = someCurves({ '2024-07-31': day, '2024-08-01': day, '2024-08-30': day, '2024-09-01': day });
    const { rows, before } = monthRows({ ...shownFew({ month: '2024-08' }), curves });
    expect([rows, dateText(before as number)]).toEqual([[1, 2], '2024-07-31']);
  });

  test('Take away covers the days that are shown', () => {
    const of = (search: Parameters<typeof readYieldsSearch>[0]) =>
      Object.values(daysOfView(shownFew(search))).join(' ');
    expect([
      of({}),
      of({ vs: '1w,2025-03-07', date: '2025-03-06' }),
      of({ vs: 'off' }),
      of({ view: 'history', range: '1Y' }),
      of({ view: 'month', month: '2025-02' }),
      of({ view: 'month', month: '2023-01' }),
    ]).toEqual([
      '2024-03-07 2025-03-07',
      '2025-02-27 2025-03-07',
      '2025-03-07 2025-03-07',
      '2024-03-07 2025-03-07',
      '2025-02-07 2025-02-28',
      '2025-03-07 2025-03-07',
    ]);
  });

  test('the legend of an image names the days of its curves; for a holiday, the day before', () => {
    expect(curveLegend(shownFew({ vs: '1w,2023-01-02,2023-07-04' }))).toEqual([
      { slot: 0, text: '2025-03-07', made: '', dash: '' },
      { slot: 1, text: '2025-02-28 (1w)', made: '', dash: '7 3' },
      { slot: 3, text: '2023-07-03', made: '', dash: '10 3 2 3' },
    ]);
  });
});

describe('the requests', () => {
  const held = { last_date: '2025-03-07' } as CatalogDataset;
  const asked = (date?: string, asOf?: string) => {
    const paths = curveRequests(held, date, asOf);
    return paths && [paths.day, paths.whole].map((path) => path.replace(/^.*US20Y,US30Y\?/, ''));
  };

  test('ask for the curve of the day and for all curves, as of the instant of the address', () => {
    expect(asked()).toEqual(['date=2025-03-07&format=csv&layout=wide', 'format=csv&layout=wide']);
    expect(asked('2024-01-05')?.[0]).toEqual('date=2024-01-05&format=csv&layout=wide');
    expect(asked('2025-03-07')?.[0]).toBe(asked()?.[0]);
    expect(asked('2025-03-08')?.[0]).toBe(asked()?.[0]);
    expect(asked('soon')?.[0]).toBe(asked()?.[0]);
    expect(asked('2024-01-05', '2025-03-01')).toEqual([
      'date=2024-01-05&as_of=2025-03-01&format=csv&layout=wide',
      'as_of=2025-03-01&format=csv&layout=wide',
    ]);
  });

  test('are not made if nothing is held, or before the catalogue has loaded', () => {
    expect(curveRequests(undefined, '2024-01-05')).toBeUndefined();
    expect(curveRequests({ last_date: null } as CatalogDataset, '2024-01-05')).toBeUndefined();
  });
});

test('an axis of days has a place for each day, and a day for each place', () => {
  const axis = timeAxis({ from: 20_000, to: 20_100 }, { left: 40, right: 1040, top: 0, bottom: 90 });
  expect([axis.domain, axis.xOf(20_000), axis.xOf(20_025), axis.dayAt(40), axis.dayAt(290)]).toEqual([
    ...[[20_000, 20_100], 40, 290, 20_000, 20_025],
  ]);
  // There is about one label in 90 pixels.
  expect(axis.labels.join('; ')).toBe(
    'Oct 6, 2024; Oct 13; Oct 20; Oct 27; Nov 3; Nov 10; Nov 17; Nov 24; Dec 1; Dec 8; Dec 15; Dec 22; Dec 29; Jan 5, 2025; Jan 12',
  );
  expect(axis.ticks).toEqual(
    Array.from(axis.labels, (_, week) => (dayNumber('2024-10-06') as number) + 7 * week),
  );
  const none = timeAxis({ from: 20_000, to: 20_000 }, { left: 40, right: 40, top: 0, bottom: 90 });
  expect([none.xOf(20_000), none.dayAt(40)]).toEqual([40, 20_000]);
  expect(timeAxis({ from: 19_000, to: 20_000 }, { left: 40, right: 100, top: 0, bottom: 90 }).labels).toEqual(
    ['2023', '2024'],
  );
});

test('the scrubbed day moves and comes to rest, and followers are called until they leave', () => {
  const scrub = createScrub(3);
  const drawn: string[] = [];
  const leave = scrub.follow(() => drawn.push(`a${scrub.row()}`));
  scrub.follow(() => drawn.push(`b${scrub.row()}`));
  expect([scrub.row(), scrub.isMoving()]).toEqual([3, false]);
  scrub.move(5);
  expect(scrub.isMoving()).toBe(true);
  leave();
  scrub.rest(7);
  expect([scrub.row(), scrub.isMoving(), drawn.join(' ')]).toEqual([7, false, 'a5 b5 b7']);
});

const BOARD = { from: '2020-03-07', to: '2025-03-07' };
test.each<[Parameters<typeof readYieldsSearch>[0], string, typeof BOARD?]>([
  // A curve needs the days from its earliest comparison on, and the week before that.
  [{}, '2024-02-29 2025-03-07'],
  [{ vs: 'off', date: '2023-07-03' }, '2023-06-26 2023-07-03'],
  [{ vs: 'off', date: '2025-03-20' }, '2025-02-28 2025-03-07'],
  [{ vs: '1m,2007-01-05' }, '2006-12-29 2025-03-07'],
  // A history needs the days of the board, or its own range.
  [{ view: 'history' }, '2020-03-07 2025-03-07', BOARD],
  [{ view: 'history', range: '1Y' }, '2024-03-07 2025-03-07'],
  // A month needs its own days and the week before, up to the newest day that is held.
  [{ view: 'month' }, '2025-02-22 2025-03-07'],
  [{ view: 'month', month: '2024-02' }, '2024-01-25 2024-02-29'],
])('a tile of %j needs the days %s', (search, days, board) => {
  const held = { from: '1990-01-02', to: '2025-03-07' };
  expect(Object.values(tileDays(readYieldsSearch(search).state, held, board)).join(' ')).toBe(days);
});
