import { dayNumber, shiftDays } from '../../service/calendar/dates.ts';
import { inZone, startOfDay, zoneHere } from '../../service/calendar/zone.ts';
import type { AskedChanges } from '../../service/contract/brief.ts';
import type { PreferenceValue } from '../../service/contract/preferences.ts';

import { type Here, momentText } from './words.ts';

/** `gone`: the saved view that Almanac should start with is not there any more. */
const WORDS = ['since', 'show', 'explain', 'gone'] as const;
export type OverviewSearch = Partial<Record<(typeof WORDS)[number], string>>;
/** A change of the address; `undefined` leaves a word out. */
export type SearchChange = { [Word in (typeof WORDS)[number]]?: string | undefined };

/** @returns the parameters that belong to this screen, as text. */
export function pickOverviewSearch(raw: Record<string, unknown>): OverviewSearch {
  return Object.fromEntries(
    WORDS.flatMap((word) => (raw[word] === undefined ? [] : [[word, String(raw[word])]])),
  );
}

export type Marker = PreferenceValue<'read_until'>;

/** Since when changes are shown: what is asked for, and in words, with the `moment` of the last visit; a wrong word of the address means the last visit, and is said. */
export type Since = { asked: Partial<AskedChanges>; words: string; moment?: string; problem?: string };

/** @returns now, and the zone of the computer. */
export const hereNow = (): Here => ({ now: new Date().toISOString(), zone: zoneHere() });

/**
 * @param since as in the address: a date, 'yesterday', '7d', 'run-17'; absent: the last visit. Days begin at midnight where the person is.
 * @param here the instant now, ISO 8601 in UTC, and the zone
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
    problem: `‘${since}’ in the link is no date, 'yesterday', '7d' or 'run-17': this is what is new ${visit.words}.`,
  };
}
