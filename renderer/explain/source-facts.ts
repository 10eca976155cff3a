import { minuteText } from '../../service/calendar/dates.ts';
import type { ObservationExplanation, SeenObservation } from '../../service/contract/explanation.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';

/** What is said of where an observation comes from: a name and a text each. */
export type SourceFact = { name: string; text: string; isCode?: boolean };

/** @returns how a value came here: 'As published', or what stands in for that. */
export function originText({ current }: Pick<ObservationExplanation, 'current'>): string {
  return current?.run.origin === 'sample' ? 'As the sample has it' : 'As published';
}

/** @returns where the current value comes from; nothing where there is none. */
export function sourceFacts({ current }: Pick<ObservationExplanation, 'current'>): SourceFact[] {
  if (!current) return [];
  const { run, place, first_seen } = current;
  if (run.origin === 'sample')
    return [
      { name: 'Source', text: 'Sample data: made up by Almanac, no publisher said it' },
      { name: 'Made', text: minuteText(run.fetched_at) },
    ];
  const isFetched = run.kind === 'refresh';
  return [
    { name: 'Source', text: run.source_title },
    { name: isFetched ? 'Address' : 'File', text: run.location },
    { name: 'Place', text: place ?? 'not kept' },
    { name: 'SHA-256', text: run.sha256, isCode: true },
    { name: isFetched ? 'Fetched' : 'Imported', text: `${minuteText(run.fetched_at)}, run ${run.id}` },
    ...(first_seen === run.fetched_at ? [] : [{ name: 'First seen', text: minuteText(first_seen) }]),
  ];
}

/** The values that stood here one after the other, oldest first: 'old → new, on …'. @returns nothing where none was replaced. */
export function revisionTexts({ current, replaced }: ObservationExplanation): string[] {
  const chain = [...(current ? [current] : []), ...replaced].reverse();
  return chain.flatMap((one, i) => {
    const next = chain[i + 1];
    return next ? [`${groupDigits(one.value)} → ${groupDigits(next.value)}, ${replacedText(one, next)}`] : [];
  });
}

function replacedText(old: SeenObservation, next: SeenObservation): string {
  const by = next.run.location === '' ? '' : ` by ${next.run.location}`;
  const why = old.is_rounding ? ': FRED’s rounding, replaced by the publisher’s own figure' : '';
  return `${minuteText(old.superseded_at ?? next.first_seen)}${by}${why}`;
}

/** @returns why there is no observation, a sentence each: the rule, or that nothing brought one, and what is nearest. */
export function absenceTexts({ reason, before, after, current }: ObservationExplanation): string[] {
  if (current) return [];
  const nearest = [
    ...(before === null ? [] : [`${before} before it`]),
    ...(after === null ? [] : [`${after} after it`]),
  ];
  return [
    'There is no observation of this day.',
    ...(reason === null ? (nearest.length > 0 ? ['No file or refresh has brought one.'] : []) : [reason]),
    nearest.length > 0
      ? `The nearest here are ${nearest.join(' and ')}.`
      : 'Nothing of this series is held here.',
  ];
}
