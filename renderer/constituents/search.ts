import { dayNumber } from '../../service/calendar/dates.ts';

export const LIST_VIEWS = ['map', 'table', 'changes', 'compare', 'ledger'] as const;
export const SIZES = ['weight', 'equal'] as const;
export const MEMBER_SORTS = ['weight', 'ticker', 'name', 'sector', 'change'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];
export const MOST_COMPARED_LISTS = 5;

export type ListState = {
  /** Code of the index or fund. `undefined`: the first with weights (`chosenOf`). */
  code: string | undefined;
  /** Dates of the list and of the list to compare with. `undefined`: the newest list; no comparison. */
  date: string | undefined;
  vs: string | undefined;
  view: (typeof LIST_VIEWS)[number];
  size: (typeof SIZES)[number];
  /** Shows only this sector. */
  sector: string | undefined;
  q: string;
  sort: MemberSort;
  /** Whether the usual order is reversed. */
  isTurned: boolean;
  /** The other lists of a comparison: 'SPY@2025-02-07'. */
  with: readonly string[];
  /** The word of the number to explain (`listNumber`). */
  explain: string | undefined;
};

const NAMES = ['code', 'date', 'vs', 'view', 'size', 'sector', 'q', 'sort', 'with', 'explain'] as const;
export type ListSearch = Partial<Record<(typeof NAMES)[number], string>>;

/** @returns the address parameters that belong to this screen. */
export function pickListSearch(raw: Record<string, unknown>): ListSearch {
  return Object.fromEntries(
    NAMES.flatMap((name) => (raw[name] === undefined ? [] : [[name, String(raw[name])]])),
  );
}

/** Reads an address, with a sentence for each ignored word. Whether lists exist is checked later. */
export function readListState(search: ListSearch): { state: ListState; problems: string[] } {
  const problems: string[] = [];
  function oneOf<Word extends string>(name: keyof ListSearch, words: readonly Word[]): Word | undefined {
    const value = search[name];
    const found = words.find((word) => word === value);
    if (value !== undefined && found === undefined)
      problems.push(`${name}=${value} is not known here; use one of ${words.join(', ')}.`);
    return found;
  }
  function day(name: 'date' | 'vs'): string | undefined {
    const value = search[name];
    if (value === undefined || dayNumber(value) !== undefined) return value;
    problems.push(`${name}=${value} is not a day written as YYYY-MM-DD; it was left out.`);
    return undefined;
  }
  const sorts = MEMBER_SORTS.flatMap((sort) => [sort, `-${sort}`] as const);
  const sort = oneOf('sort', sorts) ?? 'weight';
  const others = (search.with ?? '').split(',').filter((one) => one !== '');
  if (others.length >= MOST_COMPARED_LISTS)
    problems.push(`with= has ${others.length} lists; ${MOST_COMPARED_LISTS} in all can be compared.`);
  return {
    state: {
      code: search.code,
      date: day('date'),
      vs: day('vs'),
      view: oneOf('view', LIST_VIEWS) ?? 'map',
      size: oneOf('size', SIZES) ?? 'weight',
      sector: search.sector,
      q: search.q ?? '',
      sort: sort.replace('-', '') as MemberSort,
      isTurned: sort.startsWith('-'),
      with: [...new Set(others)].slice(0, MOST_COMPARED_LISTS - 1),
      explain: search.explain,
    },
    problems,
  };
}

/** @returns the address of a state, without values that equal the default. */
export function listSearch(state: ListState): ListSearch {
  const { code, date, vs, view, size, sector, q, sort, isTurned, explain } = state;
  return {
    ...(code !== undefined && { code }),
    ...(date !== undefined && { date }),
    ...(vs !== undefined && { vs }),
    ...(view !== 'map' && { view }),
    ...(size !== 'weight' && { size }),
    ...(sector !== undefined && { sector }),
    ...(q !== '' && { q }),
    ...((sort !== 'weight' || isTurned) && { sort: `${isTurned ? '-' : ''}${sort}` }),
    ...(state.with.length > 0 && { with: state.with.join(',') }),
    ...(explain !== undefined && { explain }),
  };
}
