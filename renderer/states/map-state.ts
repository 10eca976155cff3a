import { instantText } from '../../service/calendar/dates.ts';
import { isStateCode, type StateCode } from '../../service/datasets/states.ts';
import { MEASURES, type MeasureId } from '../../service/series-math/areas/measures.ts';
import { MOST_SERIES } from '../../service/view/types.ts';

export const NATION = 'US';

export type MapState = {
  series: 'initial' | 'continued';
  /** `undefined`: per thousand if covered employment has data, else claims. */
  measure: MeasureId | undefined;
  scale: 'all' | 'year' | 'week';
  /** The week's Saturday, `YYYY-MM-DD`. `undefined`: the newest. */
  week: string | undefined;
  /** A day or an instant, UTC: the claims as known then. `undefined`: as known now. */
  asOf: string | undefined;
  view: 'tiles' | 'lines' | 'table';
  areas: readonly StateCode[];
  sort: 'high' | 'low' | 'name';
  /** Whether each area's line has its own scale. */
  own: boolean;
  explain: ExplainedArea | undefined;
};

/**
 * A number of the shown week. `measure` defaults to the shown one. `part`: its change on the week before, or
 * the share of the unnamed areas in the nation's change.
 */
export type ExplainedArea = {
  area: StateCode | typeof NATION;
  measure?: MeasureId;
  part?: 'change' | 'others';
};

const NAMES = [
  'series',
  'measure',
  'scale',
  'week',
  'as_of',
  'view',
  'areas',
  'sort',
  'own',
  'explain',
] as const;
/** The address parameters as texts. */
export type StatesSearch = Partial<Record<(typeof NAMES)[number], string>>;

export function pickStatesSearch(raw: Record<string, unknown>): StatesSearch {
  return Object.fromEntries(
    NAMES.flatMap((name) => (raw[name] === undefined ? [] : [[name, String(raw[name])]])),
  );
}

/** Reads an address, with a sentence for each ignored word. The week is checked once the weeks are known. */
export function readMapState(search: StatesSearch): { state: MapState; problems: string[] } {
  const problems: string[] = [];
  const left = (name: string, value: string, right: string) =>
    problems.push(`${name}=${value} is not known here; use ${right}.`);
  function oneOf<Word extends string>(name: keyof StatesSearch, words: readonly Word[]): Word | undefined {
    const value = search[name];
    if (value === undefined) return undefined;
    const found = words.find((word) => word === value);
    if (found === undefined) left(name, value, `one of ${words.join(', ')}`);
    return found;
  }
  const codes = (search.areas ?? '').split(',').filter((one) => one !== '');
  for (const code of codes) if (!isStateCode(code)) left('areas', code, 'postal codes such as CA,NY');
  const areas = [...new Set(codes.filter(isStateCode))];
  if (areas.length > MOST_SERIES)
    problems.push(`areas= has ${areas.length} areas; the first ${MOST_SERIES} are selected.`);
  const isKnown = search.as_of === undefined || instantText(search.as_of) !== undefined;
  if (!isKnown) left('as_of', search.as_of ?? '', 'a day YYYY-MM-DD or an instant 2025-03-08T14:30:00Z');
  const explain = readExplained(search.explain);
  if (explain === undefined && search.explain !== undefined)
    left('explain', search.explain, 'an area such as CA, or US');
  return {
    state: {
      series: oneOf('series', ['initial', 'continued']) ?? 'initial',
      measure: oneOf('measure', MEASURES),
      scale: oneOf('scale', ['all', 'year', 'week']) ?? 'all',
      week: search.week,
      asOf: isKnown ? search.as_of : undefined,
      view: oneOf('view', ['tiles', 'lines', 'table']) ?? 'tiles',
      areas: areas.slice(0, MOST_SERIES),
      sort: oneOf('sort', ['high', 'low', 'name']) ?? 'high',
      own: oneOf('own', ['on', 'off']) === 'on',
      explain,
    },
    problems,
  };
}

/** @returns the address of a state, without values that equal the default. */
export function statesSearch(state: MapState): StatesSearch {
  const { series, measure, scale, week, asOf, view, areas, sort, own, explain } = state;
  return {
    ...(series !== 'initial' && { series }),
    ...(measure !== undefined && { measure }),
    ...(scale !== 'all' && { scale }),
    ...(week !== undefined && { week }),
    ...(asOf !== undefined && { as_of: asOf }),
    ...(view !== 'tiles' && { view }),
    ...(areas.length > 0 && { areas: areas.join(',') }),
    ...(sort !== 'high' && { sort }),
    ...(own && { own: 'on' }),
    ...(explain && {
      explain: [explain.area, explain.measure, explain.part].filter(Boolean).join('.'),
    }),
  };
}

/** Reads 'MI', 'US.week', 'MI.thousand.change' or 'US.week.others'; `undefined` if the word means nothing. */
export function readExplained(text: string | undefined): ExplainedArea | undefined {
  const [area = '', word, partWord, ...rest] = (text ?? '').split('.');
  const measure = MEASURES.find((one) => one === word);
  if (rest.length > 0 || (word !== undefined && measure === undefined)) return undefined;
  if (!isStateCode(area) && area !== NATION) return undefined;
  const part = area === NATION ? ('others' as const) : ('change' as const);
  if (partWord !== undefined && partWord !== part) return undefined;
  return { area, ...(measure && { measure }), ...(partWord && { part }) };
}

/** @returns the selection after a click: the area alone; with Ctrl, added or removed. At most eight areas. */
export function selectArea(
  areas: readonly StateCode[],
  area: StateCode,
  isMore: boolean,
): readonly StateCode[] {
  const has = areas.includes(area);
  if (!isMore) return has && areas.length === 1 ? [] : [area];
  if (has) return areas.filter((one) => one !== area);
  return areas.length < MOST_SERIES ? [...areas, area] : areas;
}
