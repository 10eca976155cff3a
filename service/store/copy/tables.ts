import type { Database } from '../open-database.ts';
import type { CopiedTable } from './types.ts';

/** In an order in which each row comes after those that it names: runs first, so that their rows are known by them. */
const DATA = [
  'run',
  'dataset',
  'series',
  'observation',
  'stretch',
  'revision',
  'constituent_list',
  'constituent',
  'summed_rows',
  'run_hash',
];
const NOTES = ['fetch', 'whole_block'];

type CopiedColumn = { name: string; type: string; pk: number };

/** @returns the tables of a copy, with the columns that the layout of the file gives them. */
export function copiedTables(db: Database): CopiedTable[] {
  const columnsOf = db.prepare<[string], CopiedColumn>('SELECT name, type, pk FROM pragma_table_info(?)');
  return [...DATA, ...NOTES].map((name) => {
    const columns = columnsOf.all(name);
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    return {
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
      numbers: new Set(columns.flatMap((column) => (column.type === 'INTEGER' ? [column.name] : []))),
      isNote: NOTES.includes(name),
    };
  });
}
