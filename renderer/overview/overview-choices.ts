import { dayNumber, shiftDays } from '../../service/calendar/dates.ts';
import { inZone, startOfDay, zoneHere } from '../../service/calendar/zone.ts';
import type { AskedChanges } from '../../service/contract/brief.ts';
import type { PreferenceValue } from '../../service/contract/preferences.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { parseSeriesId } from '../../service/datasets/series-choice.ts';
import { type Here, momentText } from './words.ts';

/** `gone`: the saved view that is the start screen no longer exists. */
const WORDS = ['since', 'show', 'explain', 'gone'] as const;
export type OverviewSearch = Partial<Record<(typeof WORDS)[number], string>>;
/** A change of the address; `undefined` removes a word. */
export type SearchChange = { [Word in (typeof WORDS)[number]]?: string | undefined };

/** @returns this screen's parameters, as text. */
export function pickOverviewSearch(raw: Record<string, unknown>): OverviewSearch {
  return Object.fromEntries(
    WORDS.flatMap((word) => (raw[word] === undefined ? [] : [[word, String(raw[word])]])),
  );
}

export type Marker = PreferenceValue<'read_until'>;

/**
 * The start of the shown changes, as a request and in words; `moment`: the last visit. An invalid word means
 * the last visit and sets `problem`.
 */
export type Since = { asked: Partial<AskedChanges>; words: string; moment?: string; problem?: string };

/** @returns the current instant and the computer's time zone. */
export const hereNow = (): Here => ({ now: new Date().toISOString(), zone: zoneHere() });

/**
 * @param since as in the address: a date, 'yesterday', '7d', 'run-17'; absent: the last visit. Days begin at
 * local midnight. @param here the current instant, ISO 8601 in UTC, and the time zone
 */
export function readSince(since: string | undefined, marker: Marker, here: Here): Since {
  const from = (date: string, words: string): Since => ({
    asked: { since: startOfDay(date, here.zone) },
    words,
  });
  const today = inZone(here.now, here.zone).date;
  const visit: Since = {
    asked: { since_run: String(marker.run) },
    words: marker.at === '' ? 'since the beginning' : 'since your last visit',
    ...(marker.at !== '' && { moment: momentText(marker.at, here) }),
  };
  if (since === undefined) return visit;
  if (since === 'yesterday') return from(shiftDays(today, -1), 'since yesterday');
  if (since === '7d') return from(shiftDays(today, -7), 'in the last 7 days');
  const run = /^run-(\d{1,15})$/.exec(since)?.[1];
  if (run !== undefined) {
    return {
      asked: { since_run: String(Math.max(0, Number(run) - 1)) },
      words: `with run ${run} and after it`,
    };
  }
  if (dayNumber(since) !== undefined) return from(since, `since ${since}`);
  return {
    ...visit,
    problem: `‘${since}’ in the link is not a date, 'yesterday', '7d' or 'run-17': this is what is new ${visit.words}.`,
  };
}

export type CardChoice = PreferenceValue<'overview_cards'>;

/** The cards shown by default: each dataset's headline. */
export const HEADLINES: readonly string[] = DATASETS.map(({ id, headline }) => `${id}.${headline}`);

/** @returns the ids of the shown cards: those the user moved, then the rest; without unknown series. */
export function shownCards({ order, hidden, pinned }: CardChoice): string[] {
  const known = [...HEADLINES, ...pinned.filter((id) => parseSeriesId(id) && !HEADLINES.includes(id))];
  const rank = new Map(order.map((id, at) => [id, at]));
  return known
    .filter((id) => !hidden.includes(id))
    .sort((a, b) => (rank.get(a) ?? order.length) - (rank.get(b) ?? order.length));
}

/** @returns the choice with a card moved to the place `to`, at most to either end. */
export function movedCard(choice: CardChoice, id: string, to: number): CardChoice {
  const shown = shownCards(choice);
  const from = shown.indexOf(id);
  const place = Math.max(0, Math.min(shown.length - 1, to));
  if (from < 0 || from === place) return choice;
  return { ...choice, order: shown.toSpliced(from, 1).toSpliced(place, 0, id) };
}

/** @returns the choice without a card: hides a headline, unpins a pinned series. */
export function withoutCard({ order, hidden, pinned }: CardChoice, id: string): CardChoice {
  return {
    order: order.filter((one) => one !== id),
    hidden: HEADLINES.includes(id) ? [...hidden, id] : hidden,
    pinned: pinned.filter((one) => one !== id),
  };
}

/** @returns the choice with a series pinned, or its headline shown again. */
export function withCard({ order, hidden, pinned }: CardChoice, id: string): CardChoice {
  const isPinned = pinned.includes(id);
  return { order, hidden: hidden.filter((one) => one !== id), pinned: isPinned ? pinned : [...pinned, id] };
}

/** @returns by how many places an arrow key moves a card; `undefined` for another key. */
export function stepOf(key: string, columns: number): number | undefined {
  return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
}
