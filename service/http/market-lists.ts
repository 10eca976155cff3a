import { Failure } from '../contract/failure.ts';
import { CSV_FORMAT, JSON_FORMAT } from '../contract/table-formats.ts';
import { type DatasetId, findDataset } from '../datasets/index.ts';
import { columnsOf, constituentBytes, constituentCells } from '../tables/index.ts';
import type { Context } from './context.ts';
import type { DataFacts } from './data-state.ts';
import {
  dayOf,
  knownCodes,
  type MarketQuestion,
  type MarketSelection,
  selectedCodes,
} from './market-selection.ts';

const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/** @returns the code of a list in a path segment. @throws Refusal 404. */
export function listCodes(dataset: DatasetId, segment: string, data: DataFacts): readonly string[] {
  const found = selectedCodes(segment);
  // The path takes one code. 'A,B' is read as one code, which does not exist.
  return knownCodes(found.length === 1 ? found : [found.join(',')], data.constituentCodes(dataset));
}

/** @returns the members of a list. */
export function selectMembers(
  dataset: DatasetId,
  { reader }: Context,
  { codes, query: { date }, data }: MarketQuestion,
): MarketSelection {
  const [code = ''] = codes;
  const read = (offset: number, limit: number) =>
    reader.constituents(code, { offset, limit, onOrBefore: dayOf(date) });
  const whole = (total: number) => {
    const page = read(0, ALL_ROWS);
    if ((page?.rows.length ?? 0) === total) return page;
    throw new Failure('folder_in_use', `The list of ${code} was replaced while it was being read.`);
  };
  return {
    data,
    dataset,
    codes,
    made: date ?? '',
    madeName: date === undefined ? '' : `_on_${date}`,
    columns: columnsOf({ dataset: findDataset(dataset), codes }),
    isWide: false,
    page: (offset, limit) => {
      const page = read(offset, limit);
      return { ...constituentBytes(code, page, JSON_FORMAT), total: page?.total ?? 0 };
    },
    total: () => read(0, 1)?.total ?? 0,
    lines: (total) => once(constituentBytes(code, whole(total), CSV_FORMAT).body),
    cells: (total) => once(constituentCells(code, whole(total))),
  };
}

function once<Piece>(piece: Piece): () => Piece | undefined {
  const pieces = [piece];
  return () => pieces.shift();
}
