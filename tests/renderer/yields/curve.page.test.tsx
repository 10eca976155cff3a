import { act, fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { letterColour } from '../../../renderer/chart/index.ts';
import { CurveLegend, CurvePlot } from '../../../renderer/yields/curve-plot.tsx';
import { dateOf } from '../../../renderer/yields/curves.ts';
import { TENORS } from '../../../service/datasets/yields/curve.ts';
import { draw } from './draw.tsx';
import { FEW_DAYS } from './few-days.ts';
import { shownFew } from './shown-few.ts';

type Drawn = ReturnType<typeof draw>;

/** The paths of each curve, by the word of its comparison; 'day' for the shown day. */
const paths = ({ all }: Drawn) =>
  Object.fromEntries(
    all('[data-compared]').map((group) => [
      group.dataset.compared || 'day',
      ['solid', 'dashed', 'dots'].map((name) =>
        group.querySelector(`[data-path=${name}]`)?.getAttribute('d'),
      ),
    ]),
  );

/** The yields at the dots of a curve, computed from the axis's highest and lowest label. */
function yieldsOf(drawn: Drawn, word: string): string[] {
  const ticks = drawn.all('.recharts-yAxis-tick-labels text, .recharts-yAxis text').map((text) => ({
    value: Number(text.textContent),
    y: Number(text.getAttribute('y')),
  }));
  const [a, b] = [ticks[0], ticks.at(-1)] as [(typeof ticks)[number], (typeof ticks)[number]];
  const dots = drawn.one(`[data-compared="${word}"] [data-path=dots]`).getAttribute('d') ?? '';
  return dots
    .split('h0')
    .filter((dot) => dot !== '')
    .map((dot) => Number(dot.split(' ')[1]))
    .map((y) => (a.value + ((y - a.y) / (b.y - a.y)) * (b.value - a.value)).toFixed(2));
}

test('the curves of the day and of the compared days are drawn at their yields, and follow the scrub', () => {
  const shown = shownFew({ date: '2025-03-05', vs: '1m,2022-10-18,2021-01-04' });
  const drawn = draw(<CurvePlot shown={shown} summary="A curve" />);
  const of = (date: string) => Object.values(FEW_DAYS[date] ?? {});
  expect(drawn.all('[role=img]').map((one) => one.getAttribute('aria-label'))).toEqual(['A curve']);
  expect(yieldsOf(drawn, '')).toEqual(of('2025-03-05'));
  expect(yieldsOf(drawn, '2022-10-18')).toEqual(of('2022-10-18'));
  // These two comparisons have no curve, so nothing is drawn.
  expect(yieldsOf(drawn, '1m')).toEqual([]);
  expect(yieldsOf(drawn, '2021-01-04')).toEqual([]);
  expect(paths(drawn)).toEqual({
    '1m': ['', '', ''],
    '2021-01-04': ['', '', ''],
    '2022-10-18': [
      'M66 537.1L229.4 487.3L311.1 417.5L474.5 300.5L556.2 288L637.8 305.4L719.5 302.9L801.2 360.2L882.9 380.2L964.6 410.1L1046.3 347.8L1128 402.6',
      '',
      'M66 537.1h0M229.4 487.3h0M311.1 417.5h0M474.5 300.5h0M556.2 288h0M637.8 305.4h0M719.5 302.9h0M801.2 360.2h0M882.9 380.2h0M964.6 410.1h0M1046.3 347.8h0M1128 402.6h0',
    ],
    day: [
      'M66 317.9L147.7 322.9L229.4 327.9L311.1 327.9L392.8 330.3L474.5 345.3L556.2 392.6L637.8 410.1L719.5 407.6L801.2 395.1L882.9 367.7L964.6 342.8M1128 268.1',
      'M964.6 342.8L1128 268.1',
      'M66 317.9h0M147.7 322.9h0M229.4 327.9h0M311.1 327.9h0M392.8 330.3h0M474.5 345.3h0M556.2 392.6h0M637.8 410.1h0M719.5 407.6h0M801.2 395.1h0M882.9 367.7h0M964.6 342.8h0M1128 268.1h0',
    ],
  });
  expect(drawn.one('[data-band]').getAttribute('d')).toEqual(
    'M66 36.4L229.4 46.4L311.1 48.9L392.8 31.4L474.5 26.5L556.2 53.9L637.8 178.4L719.5 265.6L801.2 320.4L882.9 310.4L964.6 290.5L1046.3 225.7L1128 240.7L1128 432.5L1046.3 372.7L964.6 425L882.9 405.1L801.2 405.1L719.5 420L637.8 415L556.2 392.6L474.5 350.3L392.8 337.8L311.1 390.1L229.4 469.8L66 524.6Z',
  );
  expect(drawn.texts('[data-value]').join(' ')).toBe(
    '4.38 4.36 4.34 4.34 4.33 4.27 4.08 4.01 4.02 4.07 4.18 4.28  4.58',
  );
  expect(drawn.attributes('[data-value]', 'y').join(' ')).toBe(
    '309 314 319 319 321 336 384 401 399 386 359 334 1400 259',
  );
  expect(drawn.attributes('[data-hollow]', 'visibility')).toEqual(TENORS.map(() => 'hidden'));
  expect(drawn.texts('[data-end]')).toEqual(['', '2022-10', '']);

  act(() => shown.scrub.move(14));
  expect(yieldsOf(drawn, '')).toEqual(of('2025-03-07'));
  expect(yieldsOf(drawn, '1m')).toEqual(of('2025-02-07'));
  expect(yieldsOf(drawn, '2022-10-18')).toEqual(of('2022-10-18'));
  expect(drawn.texts('[data-value]')).toEqual(of('2025-03-07'));
  expect([drawn.texts('[data-end]'), drawn.attributes('[data-end]', 'y')]).toEqual([
    ['1m', '2022-10', ''],
    ['241', '403', null],
  ]);
  act(() => shown.scrub.move(0));
  expect(yieldsOf(drawn, '')).toEqual(of('2022-10-18'));
  expect(
    drawn
      .texts('[data-since]')
      .map((text, i) => text && `${TENORS[i]?.label} ${text}`)
      .filter(Boolean),
  ).toEqual(['1.5M 2025-02-18', '4M 2022-10-19']);
  expect(drawn.attributes('[data-hollow]', 'visibility').map((one) => one === 'visible')).toEqual(
    TENORS.map(({ label }) => label === '1.5M' || label === '4M'),
  );
});

test('tenors are spaced evenly, by years or by the roots of years, and named if there is room', () => {
  const plot = (x: string) => <CurvePlot shown={shownFew({ x, vs: 'off', band: 'off' })} summary="" />;
  const drawn = draw(plot('root'));
  const at = (x: string) => {
    drawn.again(plot(x));
    return [
      drawn.attributes('[data-hollow]', 'cx').map((one) => Math.round(Number(one))),
      drawn.texts('.recharts-xAxis-tick-labels text').join(' '),
      drawn.texts('[data-value]').join(' '),
      drawn.one('[data-band]').getAttribute('d'),
    ];
  };
  expect(at('even')).toEqual([
    [66, 148, 229, 311, 393, 474, 556, 638, 720, 801, 883, 965, 1046, 1128],
    '1M 1.5M 2M 3M 4M 6M 1Y 2Y 3Y 5Y 7Y 10Y 20Y 30Y',
    '4.38 4.37 4.36 4.34 4.32 4.30 4.05 3.99 4.01 4.09 4.20 4.32 4.65 4.62',
    '',
  ]);
  expect(at('years')).toEqual([
    [66, 67, 69, 72, 75, 81, 99, 134, 170, 241, 312, 418, 773, 1128],
    '1M      1Y 2Y 3Y 5Y 7Y 10Y 20Y 30Y',
    '             ',
    '',
  ]);
  expect(at('root')).toEqual([
    [66, 79, 90, 109, 125, 152, 212, 296, 361, 465, 548, 654, 922, 1128],
    '1M    4M 6M 1Y 2Y 3Y 5Y 7Y 10Y 20Y 30Y',
    '             ',
    '',
  ]);
});

const axisEnds = ({ texts }: Drawn) => {
  const labels = texts('.recharts-yAxis-tick-labels text');
  return `${labels[0]} to ${labels.at(-1)}`;
};

test('a fitted axis fits the shown curves and the band, a fixed axis the range and the compared days', () => {
  const drawn = draw(null);
  const ends = (search: Parameters<typeof shownFew>[0], isWhole = true) => {
    drawn.again(<CurvePlot shown={shownFew(search, { isWhole })} summary="" />);
    return axisEnds(drawn);
  };
  expect([
    ends({ y: 'fixed' }),
    ends({ y: 'fixed', vs: 'off', range: '-3M' }),
    ends({ y: 'fixed', vs: '2022-10-18', range: '-3M' }),
    ends({ y: 'fixed', date: '2022-10-19', vs: 'off', range: '-3M' }),
    ends({ vs: 'off', band: 'off' }),
    ends({ vs: '1y', band: 'off' }),
    ends({ vs: 'off' }),
    ends({ vs: 'off', band: 'min-max', range: '-3M' }),
    ends({ vs: 'off' }, false),
  ]).toEqual([
    '3.4 to 5.6',
    '3.9 to 4.9',
    '3.5 to 4.9',
    '3.5 to 4.9',
    '3.95 to 4.65',
    '3.8 to 5.6',
    '3.4 to 5.6',
    '3.9 to 4.9',
    '3.95 to 4.65',
  ]);
});

test('dragging to a day outside a fitted axis switches to the axis of the range until the drag ends', () => {
  const shown = shownFew({ vs: 'off', band: 'off' });
  const drawn = draw(<CurvePlot shown={shown} summary="" />);
  const go = (move: () => void) => {
    act(move);
    return axisEnds(drawn);
  };
  expect(axisEnds(drawn)).toBe('3.95 to 4.65');
  // The day before fits into the axis.
  expect(go(() => shown.scrub.move(13))).toBe('3.95 to 4.65');
  expect(go(() => shown.scrub.move(6))).toBe('3.4 to 5.6');
  // Until the drag ends, the axis stays wide, even for a day that would fit the first one.
  expect(go(() => shown.scrub.move(13))).toBe('3.4 to 5.6');
  expect(go(() => shown.scrub.rest(14))).toBe('3.95 to 4.65');
});

test('labels at the ends of near curves are pushed apart, from the highest down', () => {
  const drawn = draw(<CurvePlot shown={shownFew({ vs: '1d,1w,2025-02-27,2025-03-05' })} summary="" />);
  const ends = drawn
    .all('[data-end]')
    .map((one) => [one.textContent, Number(one.getAttribute('y'))] as const);
  expect(ends).toEqual([
    ['1d', 280],
    ['1w', 304],
    ['2025-02', 292],
    ['2025-03', 268],
  ]);
  expect(drawn.attributes('[data-end]', 'x')).toEqual(['1140', '1140', '1140', '1140']);
});

test('the legend shows the dates of the curves, which follow the scrub, and the years of the band', () => {
  const shown = shownFew({ vs: '1w,1y,2023-07-05' });
  const drawn = draw(<CurveLegend shown={shown} />);
  const words = () => drawn.texts('.row.gap-6');
  expect(words()).toEqual([
    ...['2025-03-07', '1w2025-02-28', '1y2024-03-07', '2023-07-05', '10th to 90th percentile, 2022–2025'],
  ]);
  act(() => shown.scrub.move(6));
  expect(words().slice(0, 4)).toEqual(['2024-03-07', '1wno curve', '1y2023-03-06', '2023-07-05']);
  expect(drawn.attributes('.row.gap-6 path', 'stroke-dasharray')).toEqual([null, '7 3', '2 3', '10 3 2 3']);
  drawn.again(<CurveLegend shown={shownFew({ vs: 'YTD', band: 'off' })} />);
  expect(words()).toEqual(['2025-03-07', 'YTD2024-12-31']);
  drawn.again(<CurveLegend shown={shownFew({ range: '-3M', band: 'min-max' })} />);
  expect(words().at(-1)).toBe('Lowest to highest, 2024–2025');
  drawn.again(<CurveLegend shown={shownFew({ range: '-1M', band: 'min-max' })} />);
  expect(words().at(-1)).toBe('Lowest to highest, 2025');
  drawn.again(<CurveLegend shown={shownFew({ band: 'off', vs: 'off' })} />);
  expect(words()).toEqual(['2025-03-07']);
});

test('a compared curve has the same colour and dash on the plot and in the legend', () => {
  const shown = shownFew({ vs: '1d,1w,1m,YTD,1y' });
  const plot = draw(<CurvePlot shown={shown} summary="" />);
  const legend = draw(<CurveLegend shown={shown} />);
  const colours = plot.attributes('[data-compared]', 'stroke');
  expect(new Set(colours).size).toBe(6);
  expect(legend.attributes('.row.gap-6 path', 'stroke')).toEqual([colours.at(-1), ...colours.slice(0, 5)]);
  expect(legend.attributes('.row.gap-6 path', 'stroke-dasharray').slice(1)).toEqual(
    plot.attributes('[data-compared]:not([data-compared=""]) [data-path=solid]', 'stroke-dasharray'),
  );
  expect(plot.attributes('[data-end]', 'fill')).toEqual(
    [1, 2, 3, 4, 5].map((slot) => letterColour(slot, 'light')),
  );
  const dark = draw(<CurvePlot shown={shownFew({ vs: '1d' }, { scheme: 'dark' })} summary="" />);
  expect(dark.attributes('[data-compared]', 'stroke')).not.toContain(colours[0]);
});

test('the pointer shows the yields of a tenor on the drawn and the compared days; a press explains the nearest', () => {
  const explained: string[] = [];
  const shown = shownFew({ vs: '1w,1y,2022-10-18' }, { explain: (word) => explained.push(word) });
  const drawn = draw(<CurvePlot shown={shown} summary="" />);
  const reading = drawn.one('[role=presentation]');
  const tip = () => [...(reading.lastElementChild?.children ?? [])].map(({ textContent }) => textContent);
  const place = () => [...reading.children].map((one) => (one as HTMLElement).style.transform);
  const seen = () => [...reading.children].map((one) => (one as HTMLElement).style.visibility);
  // A plot that appears under a resting pointer does not know its place, and draws no line.
  fireEvent.pointerEnter(reading);
  expect(seen()).toEqual(['hidden', 'hidden']);
  fireEvent.pointerMove(reading, { clientX: 960, clientY: 300 });
  expect(seen()).toEqual(['', '']);
  expect(tip()).toEqual([
    '10 years',
    '2025-03-07  4.32 %',
    '1w: 2025-02-28  4.24 %, +8 bp since',
    '1y: 2024-03-07  4.10 %, +22 bp since',
    '2022-10-18  4.01 %, +31 bp since',
  ]);
  expect(place()).toEqual([
    'translateX(964.6153846153846px)',
    'translateX(952.6153846153846px) translateX(-100%)',
  ]);
  // The 1.5-month tenor did not exist a year before.
  fireEvent.pointerDown(reading, { clientX: 150, clientY: 300 });
  expect(tip()).toEqual(['1.5 months', '2025-03-07  4.37 %', '1w: 2025-02-28  4.37 %, ±0 bp since']);
  expect(place()).toEqual([
    'translateX(147.69230769230768px)',
    'translateX(159.69230769230768px) translateX(0)',
  ]);
  act(() => shown.scrub.move(12));
  fireEvent.pointerMove(reading, { clientX: 1046, clientY: 300 });
  expect(dateOf(shown.curves, 12)).toBe('2025-03-05');
  expect(tip()).toEqual(['20 years', '2022-10-18  4.26 %']);
  act(() => shown.scrub.rest(14));

  const cy = (date: string) =>
    Number(
      drawn
        .one(`[data-compared="${date}"] [data-path=dots]`)
        .getAttribute('d')
        ?.split('h0')
        .at(-4)
        ?.split(' ')[1],
    );
  for (const word of ['', '1w', '2022-10-18']) fireEvent.click(reading, { clientX: 964, clientY: cy(word) });
  expect(explained).toEqual(['US10Y', 'US10Y.on.2025-02-28', 'US10Y.on.2022-10-18']);
  fireEvent.pointerLeave(reading);
  expect(seen()).toEqual(['hidden', 'hidden']);
});
