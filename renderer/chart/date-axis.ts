import { utcTicks } from 'd3-time';
import { dateText, SHORT_MONTHS } from '../../service/calendar/dates.ts';

const MS_PER_DAY = 86_400_000;

/**
 * Ticks on whole years, quarters, months, weeks or days, as many as fit.
 * @param from, to day numbers; @param count about how many ticks are wanted.
 * @returns ascending day numbers within the range.
 */
export function dateTicks(from: number, to: number, count: number): number[] {
  const ticks = utcTicks(new Date(from * MS_PER_DAY), new Date(to * MS_PER_DAY), count);
  // In a short range ticks may fall on hours: only whole days are kept.
  const days = ticks.map((tick) => tick.getTime() / MS_PER_DAY).filter(Number.isInteger);
  return days;
}

/** @returns the labels of the ticks: '2020', 'Mar 2020' or 'Mar 5', depending on how far apart the ticks are. */
export function dateTickLabels(ticks: readonly number[]): string[] {
  const texts = ticks.map(dateText);
  if (texts.every((text) => text.endsWith('-01-01'))) return texts.map((text) => text.slice(0, 4));
  if (texts.every((text) => text.endsWith('-01')))
    return texts.map((text, i) => {
      const month = SHORT_MONTHS[Number(text.slice(5, 7)) - 1];
      return i === 0 || text.slice(5, 7) === '01' ? `${month} ${text.slice(0, 4)}` : (month as string);
    });
  return texts.map((text, i) => {
    const day = `${SHORT_MONTHS[Number(text.slice(5, 7)) - 1]} ${Number(text.slice(8))}`;
    return i === 0 || texts[i - 1]?.slice(0, 4) !== text.slice(0, 4) ? `${day}, ${text.slice(0, 4)}` : day;
  });
}
