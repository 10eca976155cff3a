import { AREAS, type AreaTable, areaTable } from '../../../service/series-math/areas/area-table.ts';
import { matrixOfCsv } from '../../../service/series-math/matrix.ts';

export const AK = AREAS.indexOf('AK');
export const CA = AREAS.indexOf('CA');

/** @param lines the lines of a wide CSV with columns `x.AK`, `x.CA`, …. */
export const table = (...lines: string[]): AreaTable => areaTable(matrixOfCsv(lines.join('\n')), 'x');

/** @param weeks the value of every area, by date. */
export const everywhere = (...weeks: [date: string, value: (area: number) => string][]): AreaTable =>
  table(
    `date,${AREAS.map((area) => `x.${area}`).join(',')}`,
    ...weeks.map(([date, value]) => `${date},${AREAS.map((_, area) => value(area)).join(',')}`),
  );
