import { type Static, type TObject, Type } from 'typebox';
import { dateText } from '../calendar/dates.ts';
import { freshnessOf, freshnessText, type HeldDays } from '../calendar/freshness.ts';
import { Failure, quoted } from '../contract/failure.ts';
import { findLists } from '../datasets/find-choices.ts';
import { DATASETS, type Dataset, findDataset, findSeries } from '../datasets/index.ts';
import { adviceOnId } from '../datasets/nearest-choices.ts';
import {
  entryOf,
  parseSeriesId,
  type SeriesChoice,
  seriesId,
  seriesTitle,
} from '../datasets/series-choice.ts';
import { isStateCode, STATES } from '../datasets/states.ts';
import { maskSecrets } from '../process/mask.ts';
import { publishedFrequency } from '../series-math/frequency.ts';
import { requestPath, requestQuery, type ViewSearch } from '../view/index.ts';
import { type Addresses, type Desk, TextOrNull } from './tool.ts';

/** An example state for series by state. */
const ANY_STATE = 'CA';

/** The facts about a series in every answer. */
export const SERIES_FACTS = {
  id: Type.String(),
  title: Type.String(),
  unit: Type.String(),
  frequency: Type.String(),
  adjustment: Type.String(),
  source: Type.String(),
  last_date: TextOrNull,
  updated: TextOrNull,
  is_sample: Type.Boolean(),
  late: Type.Union([Type.String(), Type.Null()], { description: 'Where newer values are out: how late' }),
};

export type SeriesFacts = Static<TObject<typeof SERIES_FACTS>>;

export function factsOf(desk: Pick<Desk, 'reader' | 'now'>, choices: readonly SeriesChoice[]): SeriesFacts[] {
  const holdings = desk.reader.holdings();
  return choices.map((choice) => {
    const { dataset, series } = entryOf(choice);
    const held = holdings.find((one) => one.dataset === dataset.id);
    const ofCode = held?.series.filter(({ code }) => code === choice.code) ?? [];
    // An id without its state stands for all states.
    const lasts = ofCode
      .filter(({ area }) => choice.area === '' || area === choice.area)
      .map(({ last }) => last);
    return {
      id: seriesId(choice),
      title: seriesTitle(choice),
      unit: series.unit,
      frequency: publishedFrequency(dataset),
      adjustment: series.seasonalAdjustment,
      source: dataset.publisher,
      last_date: lasts.length === 0 ? null : dateText(Math.max(...lasts)),
      updated: held?.updatedAt ?? null,
      is_sample: held?.origin === 'sample',
      // One late state does not make the publisher late.
      late: held ? lateOf(dataset, { ...held, series: ofCode }, desk.now) : null,
    };
  });
}

export function oneFactsOf(desk: Pick<Desk, 'reader' | 'now'>, choice: SeriesChoice): SeriesFacts {
  return factsOf(desk, [choice])[0] as SeriesFacts;
}

/** @returns 'Late 3 days', or null if nothing newer is surely released. */
export function lateOf(dataset: Dataset, held: HeldDays, now: Date): string | null {
  const freshness = freshnessOf(dataset, held, now.getTime());
  return freshness?.state === 'late' ? freshnessText(freshness) : null;
}

export function expectPast(name: string, day: string, { latest }: Pick<Desk, 'latest'>): void {
  if (day > latest)
    throw new Failure(
      'wrong_usage',
      `${name} ${day} is in the future. The latest possible date is ${latest}, today in the easternmost time zone: write it, or an earlier one.`,
    );
}

/** @returns the facts as a line: 'jolts.quits_rate_sa: Quits rate …; percent; Monthly; SA; BLS; …'. */
export function factsText(facts: SeriesFacts): string {
  const newest = facts.last_date === null ? 'no data held' : `newest ${facts.last_date}`;
  const { id, title, unit, frequency, adjustment, source } = facts;
  const parts = [title, unit, frequency, adjustment, source, newest];
  return `${id}: ${[...parts, ...marksOf(facts)].join('; ')}`;
}

/** @returns warnings that belong to a number: sample data, late data. */
export function marksOf({ is_sample, late }: Pick<SeriesFacts, 'is_sample' | 'late'>): string[] {
  return [...(is_sample ? [SAMPLE] : []), ...(late === null ? [] : [`${late}: newer values are out`])];
}

export const SAMPLE = 'SAMPLE DATA, made up, no real figures';

/** @param text ids with commas. @throws Failure 'wrong_usage' for an unknown id, with advice */
export function choicesOf(text: string): SeriesChoice[] {
  return idsOf(text).map((id) => choiceOf(id));
}

/** @returns the ids of a list, without the settings after a colon, which concern only a line. */
export function idsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.split(':')[0]?.trim() ?? '')
    .filter((id) => id !== '');
}

/** @throws Failure 'wrong_usage' for an unknown id, or for several */
export function oneChoiceOf(text: string): SeriesChoice {
  const ids = idsOf(text);
  if (ids.length > 1)
    throw new Failure('wrong_usage', `series names ${ids.length} series. Ask for one at a time.`);
  return choiceOf(ids[0] ?? text);
}

export function choiceOf(id: string): SeriesChoice {
  const choice = parseSeriesId(id);
  if (choice) return choice;
  // Masks the id, because it may be a key pasted by mistake.
  throw new Failure('wrong_usage', unknownText(maskSecrets(id)));
}

/** Says what is wrong with an id, and which ids are similar. Assistants invent ids such as 'UNRATE'. */
function unknownText(id: string): string {
  const [dataset = '', code = '', area] = id.split('.');
  const known = findDataset(dataset);
  if (known?.kind === 'list')
    return `${quoted(id)} is a list of members, which has no history. Almanac shows it on the screen Constituents, and its API at /${known.id}/series=CODE.`;
  if (known && findSeries(dataset, code)) return wrongArea(`${dataset}.${code}`, known.byState, area ?? '');
  const advice = adviceOnId(id, seriesId);
  const lists = findLists(id.slice(0, LONGEST_WORD)).length > 0;
  const also = lists ? ' It is the name of a list of members, which has no history.' : '';
  return advice !== ''
    ? `There is no series ${quoted(id)}.${also}${advice} search_series finds others.`
    : `There is no series ${quoted(id)}, and none is like it.${also} The datasets are ${DATASETS.map((one) => one.id).join(', ')}; search_series and list_datasets say what is here.`;
}

function wrongArea(series: string, isByState: boolean, area: string): string {
  if (!isByState) return `${series} has no states. Write ${series}.`;
  const upper = area.toUpperCase();
  const right = isStateCode(upper) ? upper : ANY_STATE;
  const lack = area === '' ? 'needs a state' : `has no state ${quoted(area)}`;
  return `${series} ${lack}: a postal code in capitals stands last. Write for example ${series}.${right} (${STATES[right]}).`;
}

const LONGEST_WORD = 60;

export function chartAddress({ chart }: Addresses, search: ViewSearch): string {
  const query = requestQuery(search);
  return query === '' ? chart : `${chart}?${query}`;
}

/** @returns the API address of all values. It has no key, which belongs in a header. */
export function apiAddress({ api }: Addresses, search: ViewSearch): string {
  return `${api}${requestPath(search)}`;
}
