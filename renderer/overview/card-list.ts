import type { PreferenceValue } from '../../service/contract/preferences.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { parseSeriesId } from '../../service/datasets/series-choice.ts';

export type CardChoice = PreferenceValue<'overview_cards'>;

/** The cards that everybody has at first: the headline of each dataset. */
export const HEADLINES: readonly string[] = DATASETS.map(({ id, headline }) => `${id}.${headline}`);

/** @returns the ids of the cards to show: in the person's order, then those that he has not moved. Pinned series that are no more are left out. */
export function shownCards({ order, hidden, pinned }: CardChoice): string[] {
  const known = [...HEADLINES, ...pinned.filter((id) => parseSeriesId(id) && !HEADLINES.includes(id))];
  const rank = new Map(order.map((id, at) => [id, at]));
  return known
    .filter((id) => !hidden.includes(id))
    .sort((a, b) => (rank.get(a) ?? order.length) - (rank.get(b) ?? order.length));
}

/** @returns the choice with a card moved before (`by` < 0) or after others; unchanged at the ends. */
export function movedCard(choice: CardChoice, id: string, to: number): CardChoice {
  const shown = shownCards(choice);
  const from = shown.indexOf(id);
  const place = Math.max(0, Math.min(shown.length - 1, to));
  if (from < 0 || from === place) return choice;
  return { ...choice, order: shown.toSpliced(from, 1).toSpliced(place, 0, id) };
}

/** @returns the choice without a card: a headline is hidden, a pinned series is unpinned. */
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

/** @returns how far an arrow moves a card; `undefined` for another key. @param columns how many are side by side */
export function stepOf(key: string, columns: number): number | undefined {
  return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
}
