/** The door to exports of what is drawn: `contract/table-export`. */
export { exportTable } from './export-table.ts';
