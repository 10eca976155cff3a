import { existsSync, readFileSync } from 'node:fs';
import { type AreaTable, areaTable } from '../../../service/series-math/areas/area-table.ts';
import { matrixOfCsv } from '../../../service/series-math/matrix.ts';

/** The Department of Labor's claims by state, read directly from its file. */

const FILE = new URL(
  '../../../../shared/data/ui_state_weekly_claims/RECONSTRUCTED_ar539_2025_layout_mdy.csv',
  import.meta.url,
);
export const HAS_CLAIMS = existsSync(FILE);
export const NO_CLAIMS = 'the publishers’ files are not beside the project (../shared/data)';

/** One row of the file: its cells by column, with both dates as `YYYY-MM-DD`. */
export type Report = Record<string, string> & { st: string; rptdate: string; c2: string };

export function realReports(): Report[] {
  const [head = '', ...lines] = readFileSync(FILE, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const report = Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])) as Report;
    return { ...report, rptdate: isoOf(report.rptdate), c2: isoOf(report.c2) };
  });
}

/** @returns a series as an area table, built from wide CSV like the API's. */
export function tableOf(
  reports: readonly Report[],
  date: 'rptdate' | 'c2',
  value: (report: Report) => string,
): AreaTable {
  const areas = [...new Set(reports.map(({ st }) => st))].sort();
  const rows = new Map<string, Map<string, string>>();
  for (const report of reports) {
    const row = rows.get(report[date]) ?? new Map<string, string>();
    row.set(report.st, value(report));
    rows.set(report[date], row);
  }
  const lines = [...rows].sort().map(([day, row]) => [day, ...areas.map((area) => row.get(area) ?? '')]);
  const head = ['date', ...areas.map((area) => `x.${area}`)];
  return areaTable(matrixOfCsv([head, ...lines].map((cells) => cells.join()).join('\n')), 'x');
}

export const realInitial = (reports: readonly Report[]) =>
  tableOf(reports, 'rptdate', ({ c3, c7 }) => String(Number(c3) + Number(c7)));
export const realContinued = (reports: readonly Report[]) =>
  tableOf(reports, 'c2', ({ c8, c12 }) => String(Number(c8) + Number(c12)));
export const realCovered = (reports: readonly Report[]) =>
  tableOf(reports, 'rptdate', ({ c18 }) => c18 ?? '');
export const realRates = (reports: readonly Report[]) => tableOf(reports, 'c2', ({ c19 }) => c19 ?? '');

/** The Department of Labor publishes these rates with one decimal. */
export const realWeekRates = (reports: readonly Report[]) =>
  tableOf(reports, 'c2', ({ c8, c12, c18 }) => (((Number(c8) + Number(c12)) * 100) / Number(c18)).toFixed(2));

function isoOf(date: string): string {
  const [month = '', day = '', year = ''] = date.split('/');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
