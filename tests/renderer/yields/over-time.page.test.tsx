import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HeatMap } from '../../../renderer/yields/heat-map.tsx';
import { TenorOverTime, TimePlot } from '../../../renderer/yields/time-plot.tsx';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { draw } from './draw.tsx';
import { paintings } from './paintings.ts';
import { shownFew } from './shown-few.ts';

/** The label, the mark, the paths and the axis of a plot. */
function plotOf({ one, all, attributes, texts }: ReturnType<typeof draw>) {
  const [line, dot] =
    all('svg .recharts-surface g > g, svg g').filter((g) => g.querySelector(':scope > circle'))[0]
      ?.children ?? [];
  const group = line?.parentElement;
  return {
    label: one('[role=img]').getAttribute('aria-label'),
    paths: attributes('path[clip-path$="below)"], path[clip-path$="plot)"]', 'd'),
    y: texts('.recharts-yAxis-tick-labels text').join(' '),
    mark: [
      group?.getAttribute('visibility'),
      line?.getAttribute('transform'),
      dot?.getAttribute('visibility'),
      dot?.getAttribute('transform'),
    ],
  };
}
test('a tenor over time is drawn on the days that have it, with the shown day and its value', () => {
  const shown = shownFew({ range: '-3M', date: '2025-03-05', tenor: 'US20Y' });
  const drawn = draw(<TenorOverTime shown={shown} code="US20Y" />);
  expect(plotOf(drawn)).toEqual({
    label: 'Treasury par yield, 20 years, percent, 2024-12-07 to 2025-03-07',
    mark: ['visible', 'translate(1155.5 0)', 'hidden', null],
    paths: ['M-3430.7 938.8h0M344 6h0M825.3 203.3h0M1078.7 490.3L1091.3 562.1L1167.3 400.6L1180 382.7'],
    y: '4.54 4.56 4.58 4.60 4.62 4.64 4.66 4.68 4.70 4.72 4.74 4.76 4.78 4.80 4.82 4.84 4.86',
  });
  act(() => shown.scrub.move(14));
  expect(plotOf(drawn).mark).toEqual([
    'visible',
    'translate(1180.5 0)',
    'inherit',
    'translate(1180 382.68749999999966)',
  ]);
  act(() => shown.scrub.move(7));
  expect(plotOf(drawn).mark[0]).toBe('hidden');
  const past = shownFew({}, { range: { from: '2023-01-01', to: '2024-03-06' } });
  const ended = draw(<TenorOverTime shown={past} code="US20Y" />);
  act(() => past.scrub.move(6));
  expect(plotOf(ended).mark[0]).toBe('hidden');
  const less = draw(<TenorOverTime shown={shownFew({ range: '-3M', tenor: 'US20Y.median' })} code="US20Y" />);
  expect(plotOf(less)).toEqual({
    label: 'Treasury par yield, 20 years, percentage points from its median, 2024-12-07 to 2025-03-07',
    mark: ['visible', 'translate(1180.5 0)', 'inherit', 'translate(1180 382.6875)'],
    paths: ['M-3430.7 938.8h0M344 6h0M825.3 203.3h0M1078.7 490.3L1091.3 562.1L1167.3 400.6L1180 382.7'],
    y: '−0.10 −0.08 −0.06 −0.04 −0.02 0 0.02 0.04 0.06 0.08 0.10 0.12 0.14 0.16 0.18 0.20 0.22',
  });
});

test('values below zero are shaded up to zero, and the axis always includes zero', () => {
  const days = shownFew({ range: '-1Y' });
  const spread = shownFew({ range: '-1Y' }).spreads[1];
  if (!spread) throw new Error('No spread');
  const plot = (isInverted: boolean) =>
    draw(
      <TimePlot
        shown={days}
        days={spread.days}
        numbers={spread.numbers}
        slot={2}
        isInverted={isInverted}
        summary="3m10y"
      />,
    );
  expect(plotOf(plot(true))).toEqual({
    label: '3m10y',
    mark: ['visible', 'translate(1180.5 0)', 'inherit', 'translate(1180 163.0947368421053)'],
    paths: [
      'M-725.2 157.1L-725.2 586L-725.2 157.1ZM40 157.1L40 567.9L43.1 567.9L43.1 157.1ZM973.9 157.1L973.9 93.6L973.9 157.1ZM1092.5 157.1L1092.5 114.8L1092.5 157.1ZM1155 157.1L1155 169.1L1158.1 181.2L1173.8 175.2L1176.9 172.2L1180 163.1L1180 157.1Z',
      'M-725.2 586h0M40 567.9L43.1 567.9M973.9 93.6h0M1092.5 114.8h0M1155 169.1L1158.1 181.2L1173.8 175.2L1176.9 172.2L1180 163.1',
    ],
    y: '−1.4 −1.3 −1.2 −1.1 −1.0 −0.9 −0.8 −0.7 −0.6 −0.5 −0.4 −0.3 −0.2 −0.1 0 0.1 0.2 0.3 0.4 0.5',
  });
  expect(plotOf(plot(false)).paths).toHaveLength(1);
  const empty = draw(
    <TimePlot
      shown={days}
      days={Int32Array.of()}
      numbers={Float64Array.of()}
      slot={0}
      isInverted={false}
      summary=""
    />,
  );
  expect(plotOf(empty).y).toBe('0 0.5 1.0');
});

test('recessions of the range are shaded, and the day on which the method changed is marked', () => {
  paintings();
  const between = (from: string, to: string) => ({
    ...shownFew({}),
    days: { from: dayNumber(from) as number, to: dayNumber(to) as number },
  });
  const plot = (from: string, to: string) =>
    draw(
      <TimePlot
        shown={between(from, to)}
        days={Int32Array.of()}
        numbers={Float64Array.of()}
        slot={0}
        isInverted={false}
        summary=""
      />,
    ).all('rect[fill="var(--chart-recession)"]').length;
  expect([plot('2019-01-01', '2020-12-31'), plot('2022-01-01', '2024-12-31')]).toEqual([1, 0]);
  const map = draw(<HeatMap shown={between('2021-12-01', '2021-12-31')} height={130} />);
  expect(map.texts('title')).toEqual(['2021-12-06: the Treasury changed how it fits the curve']);
  expect(map.one('svg[data-heat] > path').getAttribute('d')).toBe('M230 112l-3.5 6h7Z');
  expect(draw(<HeatMap shown={between('2021-12-07', '2021-12-31')} height={130} />).texts('title')).toEqual(
    [],
  );
});
