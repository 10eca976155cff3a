import { Failure } from '../contract/failure.ts';
import { CSV_FORMAT, JSON_FORMAT } from '../contract/table-formats.ts';
import { type DatasetId, findDataset } from '../datasets/index.ts';
import { constituentBytes, constituentCells, storedColumns } from '../tables/index.ts';
import type { Context } from './context.ts';
import type { DataState } from './data-state.ts';
import { dayOf, knownCodes, type MarketChoice, selectedCodes } from './market-selection.ts';

const ALL_ROWS = Number.MAX_SAFE_INTEGER;

/** @returns the members of the list whose code stands in a path segment. @throws Refusal 404. */
export function membersOf(
  dataset: DatasetId,
  { reader }: Context,
  segment: string,
  data: DataState,
): MarketChoice {
  const found = selectedCodes(segment);
  // The path takes one code. 'A,B' is read as one code, which does not exist.
  const [code = ''] = knownCodes(
    found.length === 1 ? found : [found.join(',')],
    data.constituentCodes(dataset),
  );
  return {
    codes: [code],
    select({ query: { date } }) {
      const read = (offset: number, limit: number) =>
        reader.constituents(code, { offset, limit, onOrBefore: dayOf(date) });
      const whole = (total: number) => {
        const page = read(0, ALL_ROWS);
        if ((page?.rows.length ?? 0) === total) return page;
        throw new Failure('folder_in_use', `The list of ${code} was replaced while it was being read.`);
      };
      return {
        dataset,
        codes: [code],
        made: date ?? '',
        madeName: date === undefined ? '' : `_on_${date}`,
        columns: storedColumns({ dataset: findDataset(dataset), codes: [code] }),
        isWide: false,
        page: (offset, limit) => {
          const page = read(offset, limit);
          return { ...constituentBytes(code, page, JSON_FORMAT), total: page?.total ?? 0 };
        },
        total: () => read(0, 1)?.total ?? 0,
        lines: (total) => once(constituentBytes(code, whole(total), CSV_FORMAT).body),
        cells: (total) => once(constituentCells(code, whole(total))),
      };
    },
  };
}

function once<Piece>(piece: Piece): () => Piece | undefined {
  const pieces = [piece];
  return () => pieces.shift();
}
