import { Box, Paper } from '@mantine/core';
import { useState } from 'react';
import { shownDay } from '../../service/calendar/dates.ts';
import { changeBetween } from '../../service/series-math/between.ts';
import { countOf, withUnit } from '../../service/series-math/decimal-text.ts';
import { fractionOf } from '../../service/series-math/fraction.ts';
import { percentChange, shortChange } from '../../service/series-math/short-value.ts';
import { changesByPoints, unitChangeText } from '../../service/series-math/unit-scale.ts';
import { slotLetter } from '../../service/view/index.ts';
import { valuesAt } from './cursor.ts';
import { SeriesSwatch } from './series-swatch.tsx';
import type { ChartSeries } from './types.ts';
import type { PlotArea } from './use-plot.ts';
import type { DayRange } from './zoom.ts';

/** Keeps the two days to measure, in order: ends of a Shift drag, or the crosshair at two presses of M. */
export function useMeasure(cursorDay: number | undefined) {
  // `to` is absent until the second press; meanwhile the crosshair's day is the end.
  const [span, setSpan] = useState<{ from: number; to?: number } | undefined>();
  const other = span?.to ?? cursorDay ?? span?.from;
  const days: DayRange | undefined =
    span && other !== undefined
      ? { from: Math.min(span.from, other), to: Math.max(span.from, other) }
      : undefined;
  return {
    days,
    /** The first press sets the start at the crosshair, the second the end. A third starts over. */
    press: (day = cursorDay) => {
      if (day === undefined) return;
      setSpan(span && span.to === undefined ? { from: span.from, to: day } : { from: day });
    },
    set: (from: number | undefined, to: number | undefined) =>
      setSpan(from === undefined || to === undefined ? undefined : { from, to }),
    clear: () => setSpan(undefined),
  };
}

type MeasuredChange = {
  series: ChartSeries;
  change: string;
  whole: string;
  percent: string;
  perYear: string;
};

/** @returns each line's change between its values on or before both days. Percentages change in points. */
export function measured(series: readonly ChartSeries[], { from, to }: DayRange): MeasuredChange[] {
  const ends = new Map(valuesAt(series, to).map((value) => [value.series, value]));
  return valuesAt(series, from).flatMap((start) => {
    const end = ends.get(start.series);
    if (!end) return [];
    const { column, unitShort } = start.series;
    const exactAt = (day: number, text: string) =>
      column.exact?.[column.days.indexOf(day)] ?? fractionOf(text);
    const [a, b] = [exactAt(start.day, start.text), exactAt(end.day, end.text)];
    const found = changeBetween(a, b, end.day - start.day, column.exact !== undefined);
    const isRatio = !changesByPoints(unitShort) && unitShort !== 'ln';
    const percent = (value: string | undefined) =>
      isRatio && value !== undefined ? percentChange(value) : '';
    return {
      series: start.series,
      change: shortChange(found.change, unitShort),
      whole: wholeChange(found.change, start.series),
      percent: percent(found.percent),
      perYear: percent(found.perYear),
    };
  });
}

/** '+$100,000,000.00', '−6,000 claims', '+0.02 pp'. No unit if `unitShort` may be a formula. */
function wholeChange(change: string, { unitShort, scale }: ChartSeries): string {
  if (unitShort === '$')
    return `${change.startsWith('-') ? '−' : '+'}${withUnit(change.replace('-', ''), '$')}`;
  const hasUnit = scale !== undefined || unitShort === 'claims' || unitShort === 'persons';
  return `${unitChangeText(change, unitShort)}${hasUnit ? ` ${unitShort}` : ''}`;
}

function spanText({ from, to }: DayRange): string {
  return `${shownDay(from)} to ${shownDay(to)}, ${countOf(to - from, 'day')}`;
}

export function speakMeasured(rows: readonly MeasuredChange[], days: DayRange): string {
  const lineTexts = rows.map(({ series, change, percent, perYear }) =>
    [`${series.title} ${change}`, percent, perYear && `${perYear} a year`].filter(Boolean).join(', '),
  );
  return `From ${spanText(days)}: ${lineTexts.join('; ') || 'no line has values at both'}`;
}

/** The number columns, with the formulas for their tooltips. */
const COLUMNS = [
  { field: 'change', title: 'Change', formula: 'Value at the end − value at the start' },
  { field: 'percent', title: '%', formula: '(value at the end ÷ value at the start − 1) × 100' },
  {
    field: 'perYear',
    title: '% a year',
    formula: '((value at the end ÷ value at the start) ^ (365.25 ÷ days) − 1) × 100',
  },
] as const;

/** Two days with a band between them, and a table of each line's change. `start`, `end`: pixels from left. */
export function MeasureOverlay(props: {
  rows: readonly MeasuredChange[];
  days: DayRange;
  start: number;
  end: number;
  area: PlotArea;
}) {
  const { rows, days, start, end, area } = props;
  const columns = COLUMNS.filter(({ field }) => field === 'change' || rows.some((row) => row[field] !== ''));
  // The table stands on the side of the band with more room.
  const isRight = area.right - end >= start - area.left;
  return (
    <>
      <Box
        className="overlay"
        bg="color-mix(in srgb, var(--chart-text) 9%, transparent)"
        style={{
          left: start,
          width: end - start,
          top: area.top,
          height: area.bottom - area.top,
          borderInline: '1px solid var(--chart-text)',
        }}
      />
      <div
        className="overlay flex"
        style={{
          zIndex: 2,
          left: area.left,
          width: area.right - area.left,
          bottom: `calc(100% - ${area.bottom - 8}px)`,
          flexDirection: isRight ? 'row' : 'row-reverse',
        }}
        data-measure
        aria-hidden="true"
      >
        {/* Shrinks if the table needs more room. */}
        <div className="shrink" style={{ flexBasis: 8 + (isRight ? end - area.left : area.right - start) }} />
        <Paper className="fixed fine" p="4px 3px" maw="100%" shadow="sm" withBorder>
          <table>
            <thead>
              <tr>
                <Box component="th" px={5} colSpan={2} className="strong one-line" ta="left">
                  {spanText(days)}
                </Box>
                {columns.map(({ field, title, formula }) => (
                  <Box
                    component="th"
                    key={field}
                    px={5}
                    fw={400}
                    className="to-right quiet one-line"
                    title={formula}
                  >
                    {title}
                  </Box>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ series, ...row }) => (
                <tr key={series.column.id}>
                  <Box component="td" px={5} className="one-line">
                    <SeriesSwatch slot={series.slot} type={series.type} width={16} />{' '}
                    <span className="quiet mono">{slotLetter(series.slot)}</span>
                  </Box>
                  <Box component="td" px={5} maw="16rem" className="cut one-line">
                    {series.title}
                  </Box>
                  {columns.map(({ field }) => (
                    <Box
                      component="td"
                      key={field}
                      px={5}
                      title={field === 'change' ? row.whole : undefined}
                      className={`to-right one-line ${field === 'change' ? 'strong' : ''}`}
                    >
                      {row[field]}
                    </Box>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length === 0 && (
            <Box component="p" px={5} className="quiet">
              No line has values on both days
            </Box>
          )}
        </Paper>
      </div>
    </>
  );
}
