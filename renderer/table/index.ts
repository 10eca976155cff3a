/** Observations as rows. */
export { ObservationTable } from './observation-table.tsx';
export type { TableSeries } from './sheet.ts';
