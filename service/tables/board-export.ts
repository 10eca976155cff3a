import {
  type BoardExport,
  PLAIN_CSV,
  type TableExport,
  type WrittenTable,
} from '../contract/table-export.ts';
import type { Reader } from '../store/types.ts';
import { safeFileText } from '../view/index.ts';
import { countsOf, drawn, filled, LINE_HEADER, lineRow } from './drawn.ts';
import { sheetNames } from './sheet-names.ts';
import type { Exported, Table } from './types.ts';
import { askedExport } from './view-export.ts';
import { writeExported } from './write-export.ts';

/** A tile with the lines that were computed for it. */
type MadeTile = { title: string; table: TableExport };

/**
 * Computes the views of a board and writes them as one workbook: a README, then a sheet for each tile.
 * @throws Failure 'invalid_parameter' naming the tile whose view is not right, or where the workbook would be too large.
 */
export async function writeBoard(
  reader: Reader,
  { name, board, left_out: leftOut, base_url }: BoardExport,
  folder: string,
  { version, now }: { version: string; now: Date },
): Promise<WrittenTable> {
  const tiles: MadeTile[] = [];
  for (const { title, search } of board) {
    const asked = { search, format: 'xlsx', layout: 'wide', csv: PLAIN_CSV, zipped: false } as const;
    const table = await askedExport(reader, { ...asked, names: 'id', base_url }, version, now);
    tiles.push({ title, table });
  }
  const whole = joined(name, tiles);
  const { is_sample: isSample, range } = whole.provenance;
  const stem = [
    safeFileText(name.slice(0, 100)) || 'board',
    `${range.from} to ${range.to}`,
    ...(isSample ? ['sample'] : []),
  ];
  return writeExported(boardExported(whole, tiles, leftOut), 'xlsx', folder, stem.join(', '));
}

/** @returns a workbook's content: a sheet for each tile, whatever the frequencies of its lines. */
export function boardExported(
  whole: TableExport,
  tiles: readonly MadeTile[],
  leftOut: readonly string[],
): Exported {
  const names = sheetNames(tiles.map(({ title }) => title));
  const made: Table[] = [];
  return {
    ...drawn(whole),
    sheets(check) {
      const tables = tiles.map(({ table }, at) => filled(names[at] ?? '', table.lines));
      check(tables.reduce((sum, wide) => sum + wide.cells(), 0));
      made.push(...tables.map((wide) => wide.finish()));
      return made;
    },
    readme(notes) {
      const { created, app, is_sample, requests } = whole.provenance;
      return {
        title: whole.provenance.title,
        facts: [
          ...(is_sample ? [['Origin', 'Sample data made up by Almanac: not real figures.']] : []),
          [
            'Tiles',
            `${tiles.length}, a sheet each; a cell is empty where a line has no observation of the day`,
          ],
          ...leftOut.map((title) => ['Not in this workbook', title]),
          ['Observations', whole.lines.reduce((sum, { dates }) => sum + dates.length, 0)],
          ['Created', `${created} by ${app}`],
          ...notes,
          ...requests.map((request) => ['API request', request]),
        ],
        header: ['Sheet', 'Tile', 'Dates', ...LINE_HEADER],
        rows: tiles.flatMap(({ title, table }, at) => {
          const { from, to } = table.provenance.range;
          return table.provenance.lines.map((line, index) => [
            names[at] ?? '',
            title,
            `${from} to ${to}`,
            ...lineRow(line, table.lines[index]),
          ]);
        }),
        widths: [32, 40, 26, 40, 60, 28, 24, 26, 30, 40, 26, 40, 60],
      };
    },
    counts: () => countsOf(made),
  };
}

/** @returns all tiles as one export, for what tells of the whole. */
function joined(name: string, tiles: readonly MadeTile[]): TableExport {
  const [first] = tiles as [MadeTile, ...MadeTile[]];
  const told = tiles.map(({ table }) => table.provenance);
  return {
    ...first.table,
    name,
    lines: tiles.flatMap(({ table }) => table.lines),
    provenance: {
      ...first.table.provenance,
      title: name,
      range: {
        from: told.map(({ range }) => range.from).sort()[0] as string,
        to: told
          .map(({ range }) => range.to)
          .sort()
          .at(-1) as string,
      },
      is_sample: told.some(({ is_sample }) => is_sample),
      lines: told.flatMap(({ lines }) => lines),
      requests: told.flatMap(({ requests }) => requests),
    },
  };
}
