import { dayNumber } from '../../service/calendar/dates.ts';

export const LIST_VIEWS = ['map', 'table', 'changes', 'compare', 'ledger'] as const;
export const SIZES = ['weight', 'equal'] as const;
export const MEMBER_SORTS = ['weight', 'ticker', 'name', 'sector', 'change'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];
export const MOST_COMPARED_LISTS = 5;

export type ListState = {
  /** Code of the index or fund; `undefined`: the first that is held. */
  code: string | undefined;
  /** Day of the list, and of the earlier one that it is compared with; `undefined`: the newest, and none. */
  date: string | undefined;
  vs: string | undefined;
  view: (typeof LIST_VIEWS)[number];
  size: (typeof SIZES)[number];
  /** Only this sector. */
  sector: string | undefined;
  q: string;
  sort: MemberSort;
  /** In the other direction than is usual. */
  isTurned: boolean;
  /** The other lists of a comparison, 'SPY@2025-02-07'. */
  with: readonly string[];
  /** The number that is explained (`explainedNumber`). */
  explain: string | undefined;
};

const NAMES = ['code', 'date', 'vs', 'view', 'size', 'sector', 'q', 'sort', 'with', 'explain'] as const;
export type ListSearch = Partial<Record<(typeof NAMES)[number], string>>;

/** @returns the parameters that mean something here. */
export function pickListSearch(raw: Record<string, unknown>): ListSearch {
  return Object.fromEntries(
    NAMES.flatMap((name) => (raw[name] === undefined ? [] : [[name, String(raw[name])]])),
  );
}

/** @returns what an address says, and a sentence on each word that was left out. Which lists are held is judged elsewhere. */
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

/** @returns the address of a state: what is usual is not written. */
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
