import { instantText } from '../calendar/dates.ts';
import { latestDayText } from '../calendar/today.ts';
import { Failure, quoted } from '../contract/failure.ts';
import { findSeries } from '../datasets/index.ts';
import { STATE_CLAIMS, UI_STATE_WEEKLY_CLAIMS } from '../datasets/ui_state_weekly_claims/definition.ts';
import { YIELDS } from '../datasets/yields/definition.ts';
import type { SeriesKey } from '../store/index.ts';
import { neededSeries, pickViewSearch, readView, type View } from '../view/index.ts';
import type { Basis } from './basis.ts';
import { listBasis } from './list-basis.ts';
import { seriesBasis } from './series-basis.ts';

/**
 * @returns the published data behind a screen: of Constituents its lists, of other screens the series of `inputsOf`.
 * @param address path and search parameters. @throws Failure 'wrong_usage' as `inputsOf`.
 */
export function basisOf(address: string): Basis {
  const { pathname, searchParams } = new URL(address, 'http://almanac.invalid');
  return pathname === '/constituents'
    ? listBasis(Object.fromEntries(searchParams))
    : seriesBasis(inputsOf(address));
}

/**
 * The published series behind the numbers of a screen, each whole: a change on the year or a percentile of all weeks needs more than the
 * days that are shown. Explore: the series of its lines and formulas; Yields: all tenors; State map: the claims and what they are divided by.
 * @param address path and search parameters. @returns the inputs, each once, ordered by dataset, code and area.
 * @throws Failure 'wrong_usage' where the screen shows no observations, or none that can be told from its address.
 */
export function inputsOf(address: string): SeriesKey[] {
  const { pathname, searchParams } = new URL(address, 'http://almanac.invalid');
  const find = BY_PATH[pathname];
  if (!find)
    throw new Failure(
      'wrong_usage',
      `What ${quoted(pathname)} shows cannot be frozen: only Explore, Yields, State map and Constituents can. Save it without freezing.`,
    );
  const inputs = new Map(
    find(Object.fromEntries(searchParams))
      .flatMap(published)
      .map((input) => [keyOf(input), input] as const),
  );
  if (inputs.size === 0)
    throw new Failure('wrong_usage', 'This chart has no series, so there is nothing to freeze.');
  return [...inputs.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** @returns the instant as of which an address shows the data; `undefined` for today's data. */
export function askedInstant(address: string): string | undefined {
  const { pathname, searchParams } = new URL(address, 'http://almanac.invalid');
  const asOf =
    pathname === '/explore' ? viewOf(Object.fromEntries(searchParams)).asOf : searchParams.get('as_of');
  return instantText(asOf ?? '');
}

function viewOf(search: Readonly<Record<string, string>>): View {
  return readView(pickViewSearch(search), latestDayText()).view;
}

const BY_PATH: Readonly<Record<string, (search: Readonly<Record<string, string>>) => SeriesKey[]>> = {
  '/explore': (search) => neededSeries(viewOf(search)).map(({ choice }) => choice),
  '/yields': () => YIELDS.series.map(({ code }) => ({ dataset: YIELDS.id, code, area: '' })),
  '/states': ({ series, measure = 'thousand' }) => [
    claims(series === 'continued' ? 'continued' : 'initial'),
    ...(measure === 'thousand' ? [claims('covered')] : []),
    ...(measure === 'rate' ? [claims('rate')] : []),
    ...(measure === 'weekrate' ? [claims('weekRate')] : []),
  ],
};

function claims(which: keyof typeof STATE_CLAIMS): SeriesKey {
  return { dataset: UI_STATE_WEEKLY_CLAIMS.id, code: STATE_CLAIMS[which], area: '' };
}

/** @returns the input itself, or the two series of which Almanac computes it. */
function published(input: SeriesKey): SeriesKey[] {
  const spread = findSeries(input.dataset, input.code)?.spread;
  return spread ? [spread.long, spread.short].map((code) => ({ ...input, code })) : [input];
}

function keyOf({ dataset, code, area }: SeriesKey): string {
  return `${dataset}.${code} ${area}`;
}
