import { expect, it } from 'vitest';
import { dateText, MONTH_NAMES } from '../../service/calendar/dates.ts';
import {
  RECESSION_SOURCE,
  RECESSIONS,
  recessionAt,
  recessionBars,
} from '../../service/series-math/recessions.ts';
import { dayOf } from './series.ts';

it('the list has the peaks and troughs that NBER publishes', () => {
  const month = (date: string) => `${MONTH_NAMES[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
  expect(RECESSIONS.map(({ from, to }) => `${month(from)} – ${month(to)}`)).toEqual([
    'February 1945 – October 1945',
    'November 1948 – October 1949',
    'July 1953 – May 1954',
    'August 1957 – April 1958',
    'April 1960 – February 1961',
    'December 1969 – November 1970',
    'November 1973 – March 1975',
    'January 1980 – July 1980',
    'July 1981 – November 1982',
    'July 1990 – March 1991',
    'March 2001 – November 2001',
    'December 2007 – June 2009',
    'February 2020 – April 2020',
  ]);
});

it('bars are cut to the range on the screen', () => {
  const bars = recessionBars(dayOf('2008-06-15'), dayOf('2020-03-01'));
  expect(bars.map(({ from, to }) => [dateText(from), dateText(to)])).toEqual([
    ['2008-06-15', '2009-06-01'],
    ['2020-02-01', '2020-03-01'],
  ]);
  expect(recessionBars(dayOf('2012-01-01'), dayOf('2019-01-01'))).toEqual([]);
  // A recession that only touches the range has no width.
  expect(recessionBars(dayOf('2009-06-01'), dayOf('2020-02-01'))).toEqual([]);
  expect(recessionBars(dayOf('2009-05-31'), dayOf('2020-02-02'))).toHaveLength(2);
});

it('the recession of a day is found, and the list has the day to which it was checked', () => {
  expect(recessionAt(dayOf('2008-09-15'))).toEqual({ from: '2007-12-01', to: '2009-06-01' });
  expect(recessionAt(dayOf('2019-09-15'))).toBeUndefined();
  expect(dayOf(RECESSION_SOURCE.checkedThrough)).toBeGreaterThan(dayOf('2020-04-01'));
});

it('a recession includes its first and last day, but not the day before or after', () => {
  for (const recession of RECESSIONS) {
    const [first, last] = [dayOf(recession.from), dayOf(recession.to)];
    expect([first, last].map(recessionAt)).toEqual([recession, recession]);
    expect([first - 1, last + 1].map(recessionAt)).toEqual([undefined, undefined]);
  }
});

it('an ongoing recession is drawn to the end of the range, marked as ongoing', () => {
  const made = [{ from: '2030-01-01', to: '2030-06-01' }, { from: '2035-03-01' }];
  const [from, to] = [dayOf('2030-02-01'), dayOf('2035-12-31')];
  expect(recessionBars(from, to, made)).toEqual([
    { from, to: dayOf('2030-06-01') },
    { from: dayOf('2035-03-01'), to, isOngoing: true },
  ]);
  expect(recessionBars(from, dayOf('2035-02-01'), made)).toHaveLength(1);
});
