import { findChoices } from '../../service/datasets/find-choices.ts';
import { entryOf, type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import { listText } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { addAllSeries } from './change-view.ts';
import { parseView } from './parse-view.ts';

/** @returns the ids in an address of FRED, of a series or a graph; `undefined` of any other text. */
export function fredIds(text: string): string[] | undefined {
  const url = URL.parse(text.trim().replace(/^(?=(www\.)?(al)?fred\.stlouisfed\.org)/, 'https://'));
  if (!url || !/(^|\.)(al)?fred\.stlouisfed\.org$/.test(url.hostname)) return undefined;
  const [, ofPath] = /\/(?:series|data)\/([A-Za-z0-9_]+)/.exec(url.pathname) ?? [];
  const ids = [
    ...(ofPath === undefined ? [] : [ofPath]),
    ...(url.searchParams.get('id') ?? '').split(/[,\s]+/),
  ];
  const known = [...new Set(ids.map((id) => id.toUpperCase()))].filter((id) => id !== '');
  return known.length === 0 ? undefined : known;
}

/**
 * Reads an address of several of FRED's series as a view.
 * @returns the view, and a sentence on what could not be shown; `undefined` of an address of one series, which is searched like its id,
 * and where Almanac has none of them.
 */
export function viewOfFredUrl(
  text: string,
  state: string,
): { view: View; problems: readonly string[] } | undefined {
  const ids = fredIds(text) ?? [];
  if (ids.length < 2) return undefined;
  const found = ids.map((id) => ({ id, choice: choiceOf(id, state) }));
  const unknown = found.flatMap(({ id, choice }) => (choice ? [] : [id]));
  if (unknown.length === ids.length) return undefined;
  const { view, left } = addAllSeries(
    parseView({ series: '' }).view,
    found.flatMap(({ choice }) => choice ?? []),
  );
  return {
    view,
    problems: [
      ...(unknown.length > 0 ? [`Almanac does not have ${listText(unknown)}.`] : []),
      ...(left.length > 0 ? [`There is no room for ${listText(left.map(seriesId))}.`] : []),
    ],
  };
}

function choiceOf(id: string, state: string): SeriesChoice | undefined {
  const [first] = findChoices(id, state);
  const isIt =
    first && entryOf(first).series.publisherIds.some((one) => one.id.replace('{ST}', first.area) === id);
  return isIt ? first : undefined;
}
