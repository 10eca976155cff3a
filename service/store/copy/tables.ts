import type { Database } from '../open-database.ts';

export type CopyCell = string | number | null;

export type CopyFrame = { table: string; columns: readonly string[]; rows: readonly (readonly CopyCell[])[] };

/** Keys of rows that were deleted come as rows of this table: the table's name, and the key as JSON. */
export const GONE = 'gone';

export type CopiedTable = {
  name: string;
  columns: readonly string[];
  key: readonly string[];
  /** Those of its columns that hold whole numbers; the others hold text. */
  numbers: ReadonlySet<string>;
  /** Notes of fetches: no data, so that a change of them alone is no new version. */
  isNote: boolean;
};

/** Each row comes after those that it names: runs first. */
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
