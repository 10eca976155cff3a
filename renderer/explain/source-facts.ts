import { minuteText, shownDate } from '../../service/calendar/dates.ts';
import type {
  ListExplanation,
  ObservationExplanation,
  SeenObservation,
} from '../../service/contract/explanation.ts';
import { findSeries } from '../../service/datasets/index.ts';
import { asShown, countOf, groupDigits } from '../../service/series-math/decimal-text.ts';

/** One fact about where an observation comes from: its name and its text. */
export type SourceFact = { name: string; text: string; isCode?: boolean };

/** @returns 'As published', 'Calculated from published numbers', or 'As the sample has it' of sample data. */
export function originText({
  dataset,
  series,
  current,
}: Pick<ObservationExplanation, 'dataset' | 'series' | 'current'>): string {
  if (current?.run.origin === 'sample') return 'As the sample has it';
  return findSeries(dataset, series)?.isCalculated ? 'Calculated from published numbers' : 'As published';
}

/** @returns where the current value comes from; an empty list where there is no value. */
export function sourceFacts({
  current,
}: {
  current: Pick<SeenObservation, 'run' | 'place' | 'first_seen'> | null;
}): SourceFact[] {
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

/** @returns where a list, or what it says of the asked member, comes from: as `sourceFacts`, then what other lists say of the member. */
export function listSourceFacts({ current, replaced, earlier, member }: ListExplanation): SourceFact[] {
  if (!current) return [];
  const said = (one: { weight: string } | null) =>
    one === null ? 'not in it' : groupDigits(one.weight) || 'in it';
  const isMember = member !== '';
  const place = isMember ? (current.member?.place ?? null) : current.place && `from ${current.place}`;
  return [
    ...sourceFacts({ current: { ...current, place } }),
    ...(isMember && earlier.length > 0
      ? [
          {
            name: 'Earlier lists',
            text: earlier.map((one) => `${shownDate(one.date)}: ${said(one.member)}`).join('; '),
          },
        ]
      : []),
    ...(replaced.length > 0
      ? [
          {
            name: 'Before',
            text: replaced
              .map(
                (one) =>
                  `until ${minuteText(one.superseded_at ?? current.first_seen)} ${isMember ? said(one.member) : countOf(one.count, 'member')}, by ${one.run.location || 'sample data'}`,
              )
              .join('; '),
          },
        ]
      : []),
  ];
}

/** @returns the revisions of a value, oldest first: '213,000 → 219,000, 2026-11-20 13:30 UTC by FILE'. */
export function revisionTexts({ current, replaced }: ObservationExplanation): string[] {
  const chain = [...(current ? [current] : []), ...replaced].reverse();
  return chain.flatMap((one, i) => {
    const next = chain[i + 1];
    return next ? [`${groupDigits(one.value)} → ${groupDigits(next.value)}, ${replacedText(one, next)}`] : [];
  });
}

function replacedText(old: SeenObservation, next: SeenObservation): string {
  const by = next.run.location === '' ? '' : ` by ${next.run.location}`;
  const why = old.is_rounding ? ': a rounding, replaced by the publisher’s own figure' : '';
  return `${minuteText(old.superseded_at ?? next.first_seen)}${by}${why}`;
}

/** @returns sentences that say why there is no observation (a rule, or that no file had one) and which are nearest. */
export function absenceTexts({ reason, before, after, current }: ObservationExplanation): string[] {
  if (current) return [];
  const nearest = [
    ...(before === null ? [] : [`${shownDate(before)} before it`]),
    ...(after === null ? [] : [`${shownDate(after)} after it`]),
  ];
  return [
    'There is no observation of this day.',
    ...(reason === null
      ? nearest.length > 0
        ? ['No file or refresh has brought one.']
        : []
      : [asShown(reason)]),
    nearest.length > 0
      ? `The nearest here are ${nearest.join(' and ')}.`
      : 'Nothing of this series is held here.',
  ];
}
