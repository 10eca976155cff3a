import path from 'node:path';
import { dayNumber } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import {
  type BoardExport,
  type ListExport,
  PLAIN_CSV,
  type TableExport,
  type WrittenTable,
} from '../contract/table-export.ts';
import { datasetOfList } from '../datasets/index.ts';
import type { Reader } from '../store/index.ts';
import { safeFileText } from '../view/index.ts';
import type { WideTable } from './drawn.ts';
import { countsOf, drawn, filled, LINE_HEADER, lineRow } from './drawn.ts';
import { published } from './published.ts';
import type { ExportContext, ExportCounts, Exported, ExportTable } from './types.ts';
import { askedExport } from './view-export.ts';
import { writeExported, writeSelection } from './write-export.ts';

type ComputedTile = { title: string; table: TableExport; list?: Exported };
type ExportMaker = { version: string; now: Date };

/** Writes a board as a workbook: README, then tiles. @throws Failure 'invalid_parameter' naming the tile */
export async function writeBoard(
  reader: Reader,
  { name, board, left_out: leftOut, base_url }: BoardExport,
  folder: string,
  made: ExportMaker,
): Promise<WrittenTable> {
  const tiles: ComputedTile[] = [];
  for (const tile of board)
    tiles.push(
      'search' in tile
        ? await viewTile(reader, tile, base_url, made)
        : listTile(reader, tile, base_url, made),
    );
  const whole = joined(name, tiles);
  const { is_sample: isSample, range } = whole.provenance;
  const stem = [
    safeFileText(name.slice(0, 100)) || 'board',
    `${range.from} to ${range.to}`,
    ...(isSample ? ['sample'] : []),
  ];
  return writeExported(boardExported(whole, tiles, leftOut), 'xlsx', folder, stem.join(', '));
}

const AS_WORKBOOK = { format: 'xlsx', layout: 'wide', csv: PLAIN_CSV, zipped: false } as const;

async function viewTile(
  reader: Reader,
  { title, search }: { title: string; search: string },
  base_url: string,
  { version, now }: ExportMaker,
): Promise<ComputedTile> {
  const asked = { ...AS_WORKBOOK, search, names: 'id', base_url } as const;
  return { title, table: await askedExport(reader, asked, version, now) };
}

function listTile(
  reader: Reader,
  { title, ...list }: { title: string; code: string; date: string },
  baseUrl: string,
  made: ExportMaker,
): ComputedTile {
  const context = listContext(reader, list, made);
  const exported = published(context);
  const listProvenance = exported.provenance();
  const provenance = {
    ...listProvenance,
    range: { from: list.date, to: list.date },
    requests: [baseUrl + listPath(list)],
  };
  return { title, list: exported, table: { ...AS_WORKBOOK, name: title, lines: [], provenance } };
}

export function boardExported(
  whole: TableExport,
  tiles: readonly ComputedTile[],
  leftOut: readonly string[],
): Exported {
  const names = sheetNames(tiles.map(({ title }) => title));
  const made: ExportTable[] = [];
  return {
    ...drawn(whole),
    sheets(check) {
      const wide = tiles.map(({ table }, at) => filled(names[at] ?? '', table.lines));
      check(wide.reduce((sum, one) => sum + one.cells(), 0));
      return tiles.map(({ list }, at) => {
        const [ofList] = list?.sheets(check) ?? [];
        if (ofList) return { ...ofList, name: names[at] ?? '' };
        const table = (wide[at] as WideTable).finish();
        made.push(table);
        return table;
      });
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
    counts: () => [countsOf(made), ...tiles.flatMap(({ list }) => list?.counts() ?? [])].reduce(added),
  };
}

function added(a: ExportCounts, b: ExportCounts): ExportCounts {
  const ends = [a.first, a.last, b.first, b.last].filter((date) => date !== null).sort();
  return {
    rows: a.rows + b.rows,
    observations: a.observations + b.observations,
    first: ends[0] ?? null,
    last: ends.at(-1) ?? null,
  };
}

function joined(name: string, tiles: readonly ComputedTile[]): TableExport {
  const [first] = tiles as [ComputedTile, ...ComputedTile[]];
  const provenances = tiles.map(({ table }) => table.provenance);
  return {
    ...first.table,
    name,
    lines: tiles.flatMap(({ table }) => table.lines),
    provenance: {
      ...first.table.provenance,
      title: name,
      range: {
        from: provenances.map(({ range }) => range.from).sort()[0] as string,
        to: provenances
          .map(({ range }) => range.to)
          .sort()
          .at(-1) as string,
      },
      is_sample: provenances.some(({ is_sample }) => is_sample),
      lines: provenances.flatMap(({ lines }) => lines),
      requests: provenances.flatMap(({ requests }) => requests),
    },
  };
}

/** Excel's rules for the names of sheets. */
const LONGEST = 31;
const FORBIDDEN = /[\\/?*:[\]\p{Cc}]+/gu;
/** Names that Excel or the workbook uses itself. */
const RESERVED_NAMES = ['history', 'readme'];

/** @returns a unique sheet name for each title, ignoring case: at most 31 characters that Excel allows. */
export function sheetNames(titles: readonly string[]): string[] {
  const usedNames = new Set(RESERVED_NAMES);
  return titles.map((title) => {
    const base = tidy(title.replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/g, ' ')) || 'Tile';
    for (let count = 1; ; count++) {
      const ending = count === 1 ? '' : ` (${count})`;
      const name = `${tidy([...base].reduce((kept, letter) => (kept.length + letter.length + ending.length > LONGEST ? kept : kept + letter), ''))}${ending}`;
      if (usedNames.has(name.toLowerCase())) continue;
      usedNames.add(name.toLowerCase());
      return name;
    }
  });
}

/** Removes spaces and apostrophes at the ends, which Excel refuses or drops. */
function tidy(text: string): string {
  return text.replaceAll(/^[\s']+|[\s']+$/g, '');
}

/** Writes a list of constituents to a folder. @throws Failure 'invalid_parameter' if it is not stored */
export async function writeList(
  reader: Reader,
  { code, date, format, csv, zipped, base_url: baseUrl }: ListExport,
  folder: string,
  made: { version: string; now: Date },
): Promise<WrittenTable> {
  const context = listContext(reader, { code, date }, made);
  const { dataset } = context.selection;
  const name = `${dataset.id}${context.origin === 'sample' ? '_sample' : ''}_${code}_on_${date}.${format}`;
  return writeSelection(context, format, path.join(folder, name), {
    csv,
    isZipped: zipped,
    requests: [baseUrl + listPath({ code, date })],
  });
}

type ChosenList = Pick<ListExport, 'code' | 'date'>;

function listContext(
  reader: Reader,
  { code, date }: ChosenList,
  { version, now }: { version: string; now: Date },
): ExportContext {
  const dataset = datasetOfList(code);
  const onOrBefore = dayNumber(date);
  if (onOrBefore === undefined || !reader.constituents(code, { offset: 0, limit: 1, onOrBefore }))
    throw new Failure('invalid_parameter', `There is no list of ${code} from ${date} or earlier.`);
  const selection = { dataset, codes: [code], onOrBefore };
  return { reader, selection, origin: reader.origin(dataset.id), created: now, version };
}

function listPath({ code, date }: ChosenList): string {
  return `/${datasetOfList(code).id}/series=${encodeURIComponent(code)}?date=${date}&format=csv`;
}
