import { cadenceText } from '../../service/series-math/frequency.ts';
import { isRateUnits, unitsWords } from '../../service/series-math/units.ts';
import type { Line } from '../lines/index.ts';
import type { TableSeries } from '../table/index.ts';

/** The visible lines as the table takes them. */
export function tableSeries(lines: readonly Line[]): TableSeries[] {
  return lines
    .filter(({ hidden }) => !hidden)
    .map((line) => ({
      column: line.column,
      title: line.title,
      detail: detailOf(line),
      full: [
        `${line.title}: ${[line.unitText, cadenceText(line.cadence)].filter((text) => text !== '').join('. ')}.`,
        ...line.notes,
      ].join(' '),
      slot: line.slot,
    }));
}

/** 'persons', '% yr ago', 'Chg, persons', 'Index, 2020-02-01 = 100', each with its moving average. */
function detailOf({
  units,
  unit,
  unitText,
  ...line
}: Pick<Line, 'units' | 'unit' | 'unitText' | 'average'>): string {
  // An index says its day, and its average with it.
  if (units === 'nbd') return unitText;
  const done = units === 'lin' ? [] : [unitsWords(units).short];
  const average = line.average === undefined ? [] : [`${line.average}-period average`];
  return [...done, ...(isRateUnits(units) || unit === '' ? [] : [unit]), ...average].join(', ');
}
