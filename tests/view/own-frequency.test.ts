import { describe, expect, it } from 'vitest';
import { parseView } from '../../renderer/view/parse-view.ts';
import { dateText } from '../../service/calendar/dates.ts';
import { cadenceText } from '../../service/series-math/frequency.ts';
import type { ViewSearch } from '../../service/view/address.ts';
import { linesOf } from '../../service/view/lines.ts';
import type { PublishedColumn } from '../../service/view/types.ts';
import { column, QUITS, show, weeks } from './some-columns.ts';

describe('lines with a frequency of their own', () => {
  const claims = column(
    'ui_weekly_claims.initial_claims_sa',
    weeks('2023-01-07', 104),
    Array.from({ length: 104 }, (_, i) => String(200_000 + ((i * 7919) % 1000) * 10)),
  );
  const yields = column(
    'yields.US10Y',
    Array.from({ length: 60 }, (_, i) => dateText(19_723 + Math.floor(i / 5) * 7 + (i % 5))),
    Array.from({ length: 60 }, (_, i) => `4.${String(i + 10)}`),
  );
  const whole = { from: '2023-01-01', to: '2024-12-31' };
  const linesFor = (search: ViewSearch, ...columns: PublishedColumn[]) =>
    linesOf(parseView(search).view, columns, whole);

  it('are what the chart would make of them, and each as it says', () => {
    const own = linesFor(
      { series: 'jolts.quits_level_sa:q:avg,ui_weekly_claims.initial_claims_sa:m:eop:ma3' },
      QUITS,
      claims,
    );
    const [quits] = linesFor({ series: 'jolts.quits_level_sa', frequency: 'q', aggregation: 'avg' }, QUITS);
    const [weekly] = linesFor(
      { series: 'ui_weekly_claims.initial_claims_sa', frequency: 'm', aggregation: 'eop', average: '3' },
      claims,
    );
    expect(own.map(show)).toEqual([show(quits), show(weekly)]);
    expect(own.map(({ unitText, notes }) => [unitText, notes[0]])).toEqual([
      ['thousands', 'Quarterly: the average of monthly observations.'],
      ['claims', 'Monthly: the last value of weekly observations.'],
    ]);
  });

  it('override the chart’s: as published, default method, no average, another day of 100', () => {
    const chart = {
      frequency: 'q',
      aggregation: 'eop',
      average: '4',
      units: 'nbd',
      index_date: '2023-04-01',
    };
    const of = (style: string) => linesFor({ ...chart, series: `jolts.quits_level_sa${style}` }, QUITS)[0];
    expect(of('')?.cadence).toEqual({ frequency: 'q' });
    expect(of(':own')?.cadence).toEqual({ frequency: 'm' });
    expect(of(':own')?.notes).toEqual([]);
    expect([of('')?.to?.method, of(':usual')?.to?.method, of(':avg')?.to?.method]).toEqual([
      'eop',
      'sum',
      'avg',
    ]);
    expect([of('')?.average, of(':ma1')?.average, of(':ma2')?.average]).toEqual([4, undefined, 2]);
    expect(of(':own:ma1:2023-06-20')?.unitText).toBe('Index, 2023-06-01 = 100');
    expect(show(of(':own:ma1:2023-06-20'))).toContain('2023-06-01 100.00000');
  });

  it('go to weeks of any last day, and to half-years', () => {
    const [weekly] = linesFor({ series: 'yields.US10Y:wew:eop' }, yields);
    // 2024-01-01 is a Monday; the first week that ends on Wednesday has three days of the four that it needs.
    expect(show(weekly)?.[0]).toBe('2024-01-10 4.17');
    expect(weekly?.notes[0]).toBe('Weekly, ending Wednesday: the last value of daily observations.');
    expect(cadenceText(weekly?.cadence ?? { frequency: 'd' })).toBe('Weekly, ending Wednesday');
    const [halves] = linesFor({ series: 'jolts.quits_level_sa', frequency: 'sa', aggregation: 'eop' }, QUITS);
    expect(show(halves)).toEqual([
      '2023-01-01 3050',
      '2023-07-01 3110',
      '2024-01-01 3170',
      '2024-07-01 3230',
    ]);
  });

  it.each([
    [
      'ui_weekly_claims.initial_claims_sa:wew',
      'It stays weekly, ending Saturday: other weeks cannot be made of these.',
    ],
    ['jolts.quits_level_sa:w', 'It stays monthly: there is nothing more frequent.'],
  ])('say why they stay as they are: %s', (series, note) => {
    const [line] = linesFor({ series }, claims, QUITS);
    expect([line?.to, line?.notes]).toEqual([undefined, [note]]);
  });

  it('meet in a formula at the lowest of them, or at its own; what the chart averages is averaged once', () => {
    const series = 'jolts.quits_level_sa:avg,ui_weekly_claims.initial_claims_sa';
    const formulas = 'a-b';
    const at = (search: ViewSearch) => linesFor({ series, formulas, ...search }, QUITS, claims)[2];
    expect(at({})?.cadence).toEqual({ frequency: 'm' });
    expect(at({ series: 'jolts.quits_level_sa:q:avg,ui_weekly_claims.initial_claims_sa' })?.cadence).toEqual({
      frequency: 'q',
    });
    expect(show(at({ formulas: 'a-b:q' }))).toEqual(show(at({ frequency: 'q' })));
    expect(show(at({ formulas: 'a-b:q:eop' }))).toEqual(
      show(at({ series: series.replace(':avg', ''), frequency: 'q', aggregation: 'eop' })),
    );
    expect(at({ formulas: 'a-b:w' })?.notes).toContain(
      'It stays monthly, the lowest frequency of its lines.',
    );
    expect(show(at({ average: '3' }))).toEqual(
      show(at({ series: 'jolts.quits_level_sa:avg:ma3,ui_weekly_claims.initial_claims_sa:ma3' })),
    );
  });
});
