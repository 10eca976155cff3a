import { inDateStyle, shownDate } from '../../service/calendar/dates.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { periodText } from '../../service/series-math/align.ts';
import { AGGREGATION_NAMES } from '../../service/series-math/fred-codes.ts';
import { cadenceText } from '../../service/series-math/frequency.ts';
import { RECESSION_SOURCE } from '../../service/series-math/recessions.ts';
import { shortValue } from '../../service/series-math/short-value.ts';
import { averaged, averageText, unitsWords } from '../../service/series-math/units.ts';
import {
  inBaseUnits,
  type Line,
  linesOf,
  slotLetter,
  type View,
  type ViewProvenance,
  viewProvenance,
} from '../../service/view/index.ts';
import type { DateRange, Heading } from '../../service/view/types.ts';
import { emptyColumn } from '../api/index.ts';
import { axisLabel, type ChartSeries, planAxes } from '../chart/index.ts';
import type { ImageWords } from './chart-image.ts';

/** @returns the texts of a chart's image. @param hasRecessions whether the chart shades recessions */
export function imageWords(
  lines: readonly Line[],
  series: readonly ChartSeries[],
  provenance: ViewProvenance,
  hasRecessions: boolean,
): ImageWords {
  const shown = lines.filter(({ hidden }) => !hidden);
  const plan = planAxes(series);
  const drawn = [...plan.left, ...plan.right];
  const hasLeft = plan.left.length > 0;
  const isUndrawn = ({ id }: Line) => plan.undrawn.some(({ column }) => column.id === id);
  const publishers = new Set(provenance.lines.flatMap(({ publisher }) => publisher ?? []));
  const loaded = provenance.lines.flatMap((one) => one.loaded?.slice(0, 10) ?? []).sort();
  return {
    title: provenance.title,
    subtitle: inDateStyle(provenance.subtitle),
    legend: shown.map((line) => ({
      slot: line.slot,
      ...(drawn.length > 1 &&
        drawn.some(({ slot }) => slot === line.slot) && { letter: slotLetter(line.slot) }),
      text: legendText(line, isUndrawn(line)),
      made: madeText(line, hasLeft && plan.right.some(({ column }) => column.id === line.id)),
      isBar: series.some(({ column, type }) => column.id === line.id && type === 'bar'),
    })),
    left: axisLabel(plan.left),
    right: axisLabel(plan.right),
    footer: [
      ...(provenance.is_sample ? ['Sample data, made up by Almanac: not real figures.'] : []),
      ...unitsFormulas(shown),
      `Source: ${[...publishers].join('; ') || 'computed'}.${loaded.length > 0 ? ` Data loaded ${shownDate(loaded.at(-1) ?? '')}.` : ''} ${provenance.app}.`,
      ...(hasRecessions
        ? [`Shaded areas are US recessions (NBER, checked through ${RECESSION_SOURCE.checkedThrough}).`]
        : []),
    ],
  };
}

/** 'Quits, level, SA: 3.13 mn (2026-09)', as in the legend. */
function legendText({ title, unit, cadence, column: { days, values } }: Line, isUndrawn: boolean): string {
  const [last, day] = [values.at(-1), days.at(-1)];
  if (last === undefined || day === undefined) return `${title}: no observations`;
  return `${title}: ${shortValue(last, unit)} (${shownDate(periodText(day, cadence))})${isUndrawn ? ' (not drawn: no axis for it)' : ''}`;
}

/** How a line was made: 'Percent change from year ago, quarterly average, right axis'; '' if as published. */
function madeText({ formula, title, units, unitText, cadence, to, average }: Line, isRight: boolean): string {
  const parts = [
    formula !== undefined && formula !== title && `Formula ${formula}`,
    to && `${cadenceText(cadence)}${to.method ? `: ${AGGREGATION_NAMES[to.method].toLowerCase()}` : ''}`,
    units !== 'lin' ? averaged(unitText, average) : average && averageText(average),
    isRight && 'Right axis',
  ];
  return parts.filter((part) => typeof part === 'string').join(' · ');
}

/** @returns the formulas of the units in use: 'Percent change: (x(t) ÷ x(t−1) − 1) × 100.' */
function unitsFormulas(lines: readonly Line[]): string[] {
  const used = new Set(lines.map(({ units }) => units).filter((units) => units !== 'lin'));
  const formulas = [...used].map((units) => `${unitsWords(units).label}: ${unitsWords(units).formula}`);
  return formulas.length === 0
    ? []
    : [`${formulas.join('; ')}, where x(t) is the value of a period and n the periods of a year.`];
}

/** @returns `viewProvenance` in the units of charts, with origin and loading time from the catalogue. */
export function provenanceOf(
  lines: readonly Line[],
  range: DateRange,
  catalog: Catalog | undefined,
  context: { now: string; version: string; heading?: Heading; asOf?: string | undefined },
): ViewProvenance {
  return viewProvenance(
    inBaseUnits(lines),
    range,
    (dataset) => catalog?.datasets.find(({ id }) => id === dataset),
    context,
  );
}

/** @returns the provenance of a view's numbers without loading the numbers. */
export function provenanceOfView(
  view: View,
  range: DateRange,
  catalog: Catalog | undefined,
  version: string,
): ViewProvenance {
  const columns = view.series.map(({ choice }) => emptyColumn(choice));
  const now = new Date().toISOString();
  return provenanceOf(linesOf(view, columns, range), range, catalog, { now, version });
}
