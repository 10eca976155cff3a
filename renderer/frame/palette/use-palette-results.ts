import { type ReactNode, useMemo } from 'react';
import { todayText } from '../../../service/calendar/today.ts';
import { type SeriesChoice, seriesId } from '../../../service/datasets/series-choice.ts';
import type { View } from '../../../service/view/types.ts';
import { useCatalog, useLists } from '../../api/index.ts';
import {
  findActions,
  firstActions,
  isExactCode,
  isNamed,
  matchingActions,
  type SearchAction,
  type SearchResult,
  seriesResult,
  useRecent,
  useSeriesFinds,
} from '../../picker/index.ts';
import { heldRange } from '../../range/index.ts';
import { hasSeries, lineCount } from '../../view/index.ts';
import { datedActions } from '../dated-actions.ts';
import { rangeAction } from '../range-action.ts';
import { compareActions, listsToSearch, tickerActions } from '../ticker-actions.ts';
import { actionResult, once, rankedResults, searchResult } from './kept-results.ts';
import { namedBy, type OwnNames } from './own-names.ts';
import { formulaAction } from './place-actions.ts';
import { stateOf, type Ways } from './use-palette-actions.ts';

/** How many recent results and recent series are listed before anything is typed. */
const MOST_RECENT = 6;
const MOST_RECENT_SERIES = 3;
/** Whether a result is a place that a screen tells of, such as a page of the guide. */
const isPlace = ({ address }: SearchAction) => address !== undefined;
/** How many actions are listed where only actions are looked for. */
const MOST_ACTIONS = 60;

/**
 * @returns what a query finds, in the order of the list, and what is wrong with it where it finds nothing; and what narrows the series.
 */
export function usePaletteResults(
  query: string,
  context: {
    /** The chart that Explore shows, or showed last. */
    view: View;
    /** The chart to which a series is added. */
    target: View;
    actions: readonly SearchAction[];
    recent: readonly string[];
    names: OwnNames;
    ways: Pick<Ways, 'show' | 'open'> & { newChart: (series: readonly SeriesChoice[]) => View };
  },
): {
  results: readonly SearchResult[];
  problem?: string;
  head: ReactNode;
  widen: () => void;
} {
  const { view, target, actions, names } = context;
  const { show, open, newChart } = context.ways;
  const state = stateOf(view);
  const catalog = useCatalog().data;
  const asks = useMemo(() => listsToSearch(catalog), [catalog]);
  const { lists } = useLists(asks);
  const shown = useRecent(view).filter((choice) => !hasSeries(target, seriesId(choice)));
  const meaning = namedBy(names, query);
  const own = meaning === undefined ? undefined : searchResult(meaning, actions, open);
  // A name that stands for words: they are looked for instead.
  const { among, words } = readQuery(meaning === undefined || own ? query : meaning);
  const finds = useSeriesFinds(among === 'everything' ? words : '', state, show);
  const rest = { head: finds.head, widen: finds.widen };
  const recent = context.recent.flatMap((kept) => searchResult(kept, actions, open) ?? []);

  if (finds.pasted) return { results: [actionResult(finds.pasted)], ...rest };
  if (among === 'formula') {
    const { action, ...told } = formulaAction(view, words, show);
    return { results: action ? [actionResult(action)] : [], ...told, ...rest };
  }
  if (among === 'actions' || among === 'guide') {
    const candidates = actions.filter((one) => !one.isDataset && isPlace(one) === (among === 'guide'));
    const found = words === '' ? candidates : matchingActions(candidates, words);
    const problem =
      among === 'guide' ? 'The guide has no page with these words.' : 'No action has these words.';
    return { results: found.slice(0, MOST_ACTIONS).map(actionResult), problem, ...rest };
  }
  if (words === '')
    return {
      results: once([
        ...recent.slice(0, MOST_RECENT),
        ...shown.slice(0, MOST_RECENT_SERIES).map(seriesResult),
        ...firstActions(actions).map(actionResult),
      ]),
      ...rest,
    };
  const today = todayText();
  const held = heldRange(view, catalog);
  const ranged =
    lineCount(view) > 0
      ? rangeAction(words, { held, today }, (range) => show({ ...view, range }))
      : { actions: [] };
  // The guide tells of everything: what is asked for itself comes first.
  const found = findActions(
    actions.filter((one) => !isPlace(one)),
    words,
  );
  const told = findActions(actions.filter(isPlace), words);
  const series = finds.series.map(seriesResult);
  const ids = new Set(series.map(({ id }) => id));
  const held12 = asks.map((ask, i) => ({ ask, members: lists[i] }));
  return {
    results: rankedResults({
      own,
      recent: recent.filter((one) =>
        'choice' in one ? ids.has(one.id) : matchingActions([one.action], words).length > 0,
      ),
      exact: [
        ...series.filter((one) => 'choice' in one && isExactCode(one.choice, words)),
        ...tickerActions(words, held12, open).map(actionResult),
      ],
      named: [
        ...ranged.actions,
        ...datedActions(words, { today, state }, { show, open, newChart }),
        ...compareActions(words, asks, open),
      ].map(actionResult),
      series,
      actions: [...found, ...told].map(actionResult),
      isNamed: isNamed(found[0], words),
    }),
    ...('problem' in ranged && ranged.problem !== undefined && { problem: ranged.problem }),
    ...rest,
  };
}

/** What the palette looks for. `actions`: after '>'; `guide`: pages of the guide, after '?'; `formula`: after '='. */
type PaletteQuery = { among: 'everything' | 'actions' | 'guide' | 'formula'; words: string };

const SIGNS = { '>': 'actions', '?': 'guide', '=': 'formula' } as const;

/** @returns what is looked for by a query, and the words of it, without the sign at its beginning. */
export function readQuery(query: string): PaletteQuery {
  const typed = query.trim();
  const among = SIGNS[typed[0] as keyof typeof SIGNS];
  return among ? { among, words: typed.slice(1).trim() } : { among: 'everything', words: typed };
}
