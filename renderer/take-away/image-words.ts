import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { cadenceText } from '../../service/series-math/frequency.ts';
import { axisLabel, type ChartSeries, planAxes } from '../chart/index.ts';
import type { Line } from '../lines/index.ts';
import type { ImageWords } from './chart-image.ts';
import type { Provenance } from './provenance.ts';

/** @returns what stands round the image of a chart. @param hasRecessions whether they are shaded in it */
export function imageWords(
  lines: readonly Line[],
  series: readonly ChartSeries[],
  provenance: Provenance,
  hasRecessions: boolean,
): ImageWords {
  const shown = lines.filter(({ hidden }) => !hidden);
  const plan = planAxes(series);
  const units = new Set(shown.map(({ unitText }) => unitText));
  const cadences = new Set(shown.map(({ cadence }) => cadenceText(cadence)));
  const { range, lines: told } = provenance;
  const publishers = new Set(told.flatMap(({ publisher }) => publisher ?? []));
  const loaded = told.flatMap((one) => one.loaded?.slice(0, 10) ?? []).sort();
  return {
    title: provenance.title,
    subtitle: [...units, ...cadences, `${range.from} to ${range.to}`].join(' · '),
    legend: shown.map((line) => ({ slot: line.slot, text: legendText(line) })),
    left: axisLabel(plan.left),
    right: axisLabel(plan.right),
    footer: [
      ...(provenance.is_sample ? ['Sample data, made up by Almanac: not real figures.'] : []),
      `Source: ${[...publishers].join('; ') || 'computed'}.${loaded.length > 0 ? ` Data loaded ${loaded.at(-1)}.` : ''} ${provenance.app}.`,
      ...(hasRecessions ? ['Shaded areas are US recessions (NBER).'] : []),
    ],
  };
}

/** 'Quits, level, SA: 3,132 thousands' */
function legendText({ title, unit, column: { days, values } }: Line): string {
  const last = values.at(-1);
  if (last === undefined || days.length === 0) return `${title}: no observations`;
  return `${title}: ${[groupDigits(last), unit].filter((part) => part !== '').join(' ')}`;
}
