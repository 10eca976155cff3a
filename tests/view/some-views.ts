import fc from 'fast-check';
import { dateText, daysFromCivil } from '../../service/calendar/dates.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { AGGREGATIONS, ASKED_FREQUENCIES, UNITS } from '../../service/series-math/fred-codes.ts';
import { lineId } from '../../service/view/line-words.ts';
import { headingText, lineName } from '../../service/view/names.ts';
import {
  type Heading,
  LINE_TYPES,
  type LineStyle,
  MOST_SERIES,
  PRESETS,
  type View,
} from '../../service/view/types.ts';

/** Arbitrary views that an address can express, and the series they may have. */

export const everyChoice = DATASETS.filter(({ kind }) => kind !== 'list').flatMap((dataset) =>
  dataset.series.map(({ code }) => ({ dataset: dataset.id, code, area: dataset.byState ? 'NY' : '' })),
);
const day = fc.integer({ min: daysFromCivil(1950, 1, 1), max: daysFromCivil(2024, 1, 1) }).map(dateText);
const range = fc.oneof(
  day.map((since) => ({ since })),
  fc.constantFrom(...PRESETS).map((preset) => ({ preset })),
  fc.tuple(day, day).map((two) => {
    const [from, to] = two.sort() as [string, string];
    return { from, to };
  }),
);
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc.constantFrom('Quits, all', 'a:b', 'x, b:y', '=SUM(1)', 'say "so"', 'löhne'),
  )
  .filter((text) => lineName(text) === text);
const style: fc.Arbitrary<LineStyle> = fc.record(
  {
    name,
    units: fc.constantFrom(...UNITS),
    axis: fc.constantFrom('left' as const, 'right' as const),
    type: fc.constantFrom(...LINE_TYPES),
    average: fc.integer({ min: 1, max: 520 }),
    frequency: fc.constantFrom(...ASKED_FREQUENCIES, 'own' as const),
    aggregation: fc.constantFrom(...AGGREGATIONS, 'usual' as const),
    indexDate: day,
  },
  { requiredKeys: [] },
);
const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => headingText(text) === text);
const heading: fc.Arbitrary<Heading> = fc.record({ title: words, subtitle: words }, { requiredKeys: [] });
export const anyView: fc.Arbitrary<View> = fc
  .record({
    // A series may appear several times.
    choices: fc.oneof(
      fc.uniqueArray(fc.constantFrom(...everyChoice), { maxLength: MOST_SERIES - 2 }),
      fc.array(fc.constantFrom(...everyChoice.slice(0, 3)), { maxLength: MOST_SERIES - 2 }),
    ),
    texts: fc.array(
      fc.constantFrom('a-b', '(a-b)/c*100', 'a/b', 'a^2 + 1.5', 'ma(a,4)-lag(b,1)', 'max(a,b,0)'),
      { maxLength: 2 },
    ),
    slots: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }),
    looks: fc.array(fc.record({ hidden: fc.boolean(), style }), { minLength: 8, maxLength: 8 }),
    details: optional(fc.nat(7)),
    explain: optional(fc.tuple(fc.nat(7), day)),
    rest: fc.record({
      heading,
      range,
      units: fc.constantFrom(...UNITS),
      indexDate: optional(day),
      frequency: optional(fc.constantFrom(...ASKED_FREQUENCIES)),
      aggregation: optional(fc.constantFrom(...AGGREGATIONS)),
      average: optional(fc.integer({ min: 2, max: 520 })),
      asOf: optional(
        fc.oneof(
          day,
          day.map((known) => `${known}T14:02:00.250Z`),
        ),
      ),
      withNow: fc.boolean(),
      type: fc.constantFrom(...LINE_TYPES),
      isLog: fc.boolean(),
      hasRecessions: fc.boolean(),
      tableOpen: fc.boolean(),
      tableLayout: fc.constantFrom('wide' as const, 'long' as const),
      newestFirst: fc.boolean(),
    }),
  })
  .map(({ choices, texts, slots, looks, details, explain, rest }): View => {
    const look = (i: number) => ({ slot: slots[i] as number, ...(looks[i] as (typeof looks)[number]) });
    const series = choices.map((choice, i) => ({ choice, ...look(i) }));
    const formulas = texts.map((text, i) => ({ text, ...look(choices.length + i) }));
    const ids = [...series, ...formulas].map((one) => lineId({ series, formulas }, one));
    const line = explain && ids[explain[0]];
    return {
      ...rest,
      series,
      formulas,
      details: details === undefined ? undefined : choices[details] && seriesId(choices[details]),
      explained: explain && line !== undefined ? { line, date: explain[1] } : undefined,
    };
  });
