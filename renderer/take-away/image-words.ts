import { periodText } from '../../service/series-math/align.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { RECESSION_SOURCE } from '../../service/series-math/recessions.ts';
import type { Line } from '../../service/view/index.ts';
import { axisLabel, type ChartSeries, planAxes } from '../chart/index.ts';
import type { ImageWords } from './chart-image.ts';
import type { Provenance } from './provenance.ts';

/** @param hasRecessions whether the chart shades them. @returns the texts of an image of a chart. */
export function imageWords(
  lines: readonly Line[],
  series: readonly ChartSeries[],
  provenance: Provenance,
  hasRecessions: boolean,
): ImageWords {
  const shown = lines.filter(({ hidden }) => !hidden);
  const plan = planAxes(series);
  const { lines: told } = provenance;
  const isUndrawn = ({ id }: Line) => plan.undrawn.some(({ column }) => column.id === id);
  const publishers = new Set(told.flatMap(({ publisher }) => publisher ?? []));
  const loaded = told.flatMap((one) => one.loaded?.slice(0, 10) ?? []).sort();
  return {
    title: provenance.title,
    subtitle: provenance.subtitle,
    legend: shown.map((line) => ({
      slot: line.slot,
      text: legendText(line, isUndrawn(line)),
      isBar: series.some(({ column, type }) => column.id === line.id && type === 'bar'),
    })),
    left: axisLabel(plan.left),
    right: axisLabel(plan.right),
    footer: [
      ...(provenance.is_sample ? ['Sample data, made up by Almanac: not real figures.'] : []),
      `Source: ${[...publishers].join('; ') || 'computed'}.${loaded.length > 0 ? ` Data loaded ${loaded.at(-1)}.` : ''} ${provenance.app}.`,
      ...(hasRecessions
        ? [`Shaded areas are US recessions (NBER, checked through ${RECESSION_SOURCE.checkedThrough}).`]
        : []),
    ],
  };
}

/** 'Quits, level, SA: 3,132 thousands (2026-09)' */
function legendText({ title, unit, cadence, column: { days, values } }: Line, isUndrawn: boolean): string {
  const [last, day] = [values.at(-1), days.at(-1)];
  if (last === undefined || day === undefined) return `${title}: no observations`;
  const value = [groupDigits(last), unit].filter((part) => part !== '').join(' ');
  return `${title}: ${value} (${periodText(day, cadence)})${isUndrawn ? ' (not drawn: no axis for it)' : ''}`;
}
