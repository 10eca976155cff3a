import { useMemo } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { entryOf, seriesId } from '../../service/datasets/series-choice.ts';
import { FREQUENCIES, type FrequencyCode, type Units } from '../../service/series-math/fred-codes.ts';
import { cadenceText } from '../../service/series-math/frequency.ts';
import { averaged, isRateUnits, unitsWords } from '../../service/series-math/units.ts';
import {
  baseUnitOf,
  FORMULA,
  type Held,
  type HeldSeries,
  isInFormula,
  type Line,
  lowestShownCadence,
  rangedSeries,
  rangeOfHeld,
  resolveRange,
} from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { heldSeriesOf, useCatalog, useObservations, useStableAsks } from '../api/index.ts';
import type { ChartSeries } from '../chart/index.ts';
import { heldSeries } from '../range/index.ts';
import type { TableSeries } from '../table/index.ts';
import { standingOf } from '../view/index.ts';

export function chartSeries(view: View, lines: readonly Line[], catalog?: Catalog): ChartSeries[] {
  const empty = lines.filter(({ choice }) => choice && heldSeriesOf(catalog, choice)?.count === 0);
  return lines.map((line) => {
    const { column, title, unit, unitText, formula, units, slot, hidden, style } = line;
    const base = baseUnitOf(line, lines);
    return {
      column,
      standing: standingOf(line),
      title,
      // A line without a unit shares an axis only with lines of the same formula or units.
      unitShort: unit || formula || UNITLESS[units] || '',
      axisLabel: unitText,
      ...(base && { scale: base }),
      slot,
      hidden,
      hasNoData: empty.some((one) => one === line || isInFormula(formula, one)),
      type: style.type ?? view.type,
      notWhole: line.choice && entryOf(line.choice).dataset.notWhole,
      ...(style.axis && { axis: style.axis }),
    };
  });
}

const UNITLESS: Partial<Record<Units, string>> = { nbd: 'index', log: 'ln' };

export function tableSeries(lines: readonly Line[]): TableSeries[] {
  return lines
    .filter(({ hidden }) => !hidden)
    .map((line) => ({
      column: line.column,
      title: line.title,
      detail: detailOf(line),
      full: [
        `${line.title}: ${[averaged(line.unitText === line.title ? FORMULA : line.unitText, line.average), cadenceText(line.cadence)].filter((text) => text !== '').join('. ')}.`,
        ...line.notes,
      ].join(' '),
      slot: line.slot,
    }));
}

/** @returns unit and transformation: 'persons', '% yr ago', 'Chg, persons', 'Index, 2020-02-01 = 100'. */
function detailOf({
  units,
  unit,
  unitText,
  formula,
  ...line
}: Pick<Line, 'units' | 'unit' | 'unitText' | 'formula' | 'average'>): string {
  // The text of an index's unit contains its day.
  if (units === 'nbd') return averaged(unitText, line.average);
  const levels = formula !== undefined && unit === '' ? [FORMULA] : [];
  const done = units === 'lin' ? levels : [unitsWords(units).short];
  return averaged([...done, ...(isRateUnits(units) || unit === '' ? [] : [unit])].join(', '), line.average);
}

/** @returns the highest shown frequency among the visible lines; `undefined` if there are none. */
export function finestOf(lines: readonly Pick<Line, 'hidden' | 'cadence'>[]): FrequencyCode | undefined {
  const shown = new Set(lines.filter(({ hidden }) => !hidden).map(({ cadence }) => cadence.frequency));
  return FREQUENCIES.find((code) => shown.has(code));
}

/** Returns the shown range and the days with data, past and compared; the same objects for the same days. */
export function useRange(view: View): { range: DateRange; held: Held } {
  const catalog = useCatalog().data;
  const past = usePastSeries(view);
  const held = useMemo(() => {
    const now = past === undefined || view.withNow ? heldSeries(view, catalog) : [];
    return rangeOfHeld([...(past ?? []), ...now], todayText());
  }, [view, catalog, past]);
  return { held, range: useStableRange(resolveRange(view.range, held)) };
}

/** @returns each series' days as known then; `undefined` for today's data, or until all are loaded. */
function usePastSeries(view: View): readonly HeldSeries[] | undefined {
  const today = todayText();
  const shown = view.asOf === undefined ? [] : rangedSeries(view);
  const asks = useStableAsks(
    shown.map(({ choice }) => ({ choice, range: { from: '0001-01-01', to: today }, asOf: view.asOf })),
  );
  const { columns, isLoading } = useObservations(asks);
  return useMemo(() => {
    if (asks.length === 0 || isLoading) return undefined;
    const known = new Map(columns.map(({ id, days }) => [id, days]));
    return rangedSeries(view).map((one) => {
      const days = known.get(seriesId(one.choice));
      return { first: textOf(days?.[0]), last: textOf(days?.at(-1)), cadence: lowestShownCadence(view, one) };
    });
  }, [asks, columns, isLoading, view]);
}

function textOf(day: number | undefined): string | null {
  return day === undefined ? null : dateText(day);
}

/** @returns the same object for the same days, so that dependent values are not recomputed. */
function useStableRange({ from, to }: DateRange): DateRange {
  return useMemo(() => ({ from, to }), [from, to]);
}
