import { minuteText, shownDate } from '../../service/calendar/dates.ts';
import type {
  ListExplanation,
  ObservationExplanation,
  SeenObservation,
} from '../../service/contract/explanation.ts';
import { findSeries } from '../../service/datasets/index.ts';
import { type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';
import { asShown, countOf, groupDigits, plainly, withUnit } from '../../service/series-math/decimal-text.ts';
import type { NumberNode } from './types.ts';

/** Identifies an observation, or a member of a list, behind an explained number. */
type ObservationKey = `${SeriesId}@${string}`;
type Source = ObservationExplanation | ListExplanation;

/** Most observations or members that a copied explanation lists; the rest are counted. */
export const MOST_LISTED = 60;

/** @returns the published observations and list members behind a number, each once, in order. */
export function publishedOf(node: NumberNode, most = MOST_LISTED): NumberNode[] {
  const found = new Map<ObservationKey, NumberNode>();
  const visit = (one: NumberNode) => {
    if (found.size >= most) return;
    if (hasSource(one)) found.set(keyOf(one), one);
    if (!one.published) for (const part of one.parts()) visit(part);
  };
  visit(node);
  return [...found.values()];
}

/** @returns the key of a published number's source in `explanationText`. */
export function keyOf({ published, listed, date }: NumberNode): ObservationKey {
  return `${published ? seriesId(published) : `${listed?.code}/${listed?.member}`}@${date}` as ObservationKey;
}

const hasSource = ({ published, listed }: NumberNode) => published !== undefined || listed !== undefined;

/** @returns the whole explanation as plain text, with indented parts and the loaded sources. */
export function explanationText(node: NumberNode, sources: ReadonlyMap<ObservationKey, Source>): string {
  return plainly(() => treeText(node, sources));
}

function treeText(node: NumberNode, sources: ReadonlyMap<ObservationKey, Source>): string {
  const lines: string[] = [];
  let observations = 0;
  let omitted = 0;
  const write = (one: NumberNode, depth: number) => {
    if (hasSource(one) && observations >= MOST_LISTED) {
      omitted += 1;
      return;
    }
    const indent = '  '.repeat(depth);
    const name = one.label === '' ? one.period : `${one.label}, ${one.period}`;
    lines.push(`${indent}${name}: ${explainedValue(one)}`);
    const found = hasSource(one) ? sources.get(keyOf(one)) : undefined;
    const words = found?.current && 'reason' in found ? originText(found) : one.words;
    const rest = [words, one.formula, one.numbers].filter((text) => text !== '');
    lines.push(...rest.map((text) => `${indent}  ${text}`));
    if (hasSource(one)) {
      observations += 1;
      if (found) lines.push(...sourceLines(found).map((text) => `${indent}  ${text}`));
    }
    for (const part of one.parts()) write(part, depth + 1);
  };
  write(node, 0);
  if (omitted > 0) lines.push(`and ${countOf(omitted, 'further observation')}`);
  return lines.join('\n');
}

/** @returns '219,000 claims', or 'none'. */
export function explainedValue({ value, unit }: Pick<NumberNode, 'value' | 'unit'>): string {
  return value === undefined ? 'none' : withUnit(value, unit);
}

function sourceLines(found: Source): string[] {
  if ('earlier' in found) return listSourceFacts(found).map(({ name, text }) => `${name}: ${text}`);
  return [
    ...absenceTexts(found),
    ...sourceFacts(found).map(({ name, text }) => `${name}: ${text}`),
    ...revisionTexts(found).map((text) => `Revised: ${text}`),
  ];
}

export type SourceFact = { name: string; text: string; isCode?: boolean };

/** @returns 'As published', 'Calculated from published numbers', or for samples 'As the sample has it'. */
export function originText({
  dataset,
  series,
  current,
}: Pick<ObservationExplanation, 'dataset' | 'series' | 'current'>): string {
  if (current?.run.origin === 'sample') return 'As in the sample';
  return findSeries(dataset, series)?.isCalculated ? 'Calculated from published numbers' : 'As published';
}

/** @returns the facts about the current value's source; an empty list if there is no value. */
export function sourceFacts({
  current,
}: {
  current: Pick<SeenObservation, 'run' | 'place' | 'first_seen'> | null;
}): SourceFact[] {
  if (!current) return [];
  const { run, place, first_seen } = current;
  if (run.origin === 'sample')
    return [
      { name: 'Source', text: 'Sample data: made up by Almanac, not published' },
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

/** @returns the source of a list or of a member in it, followed by the member in other lists. */
export function listSourceFacts({ current, replaced, earlier, member }: ListExplanation): SourceFact[] {
  if (!current) return [];
  const weightText = (one: { weight: string } | null) =>
    one === null ? 'not in it' : groupDigits(one.weight) || 'in it';
  const isMember = member !== '';
  const place = isMember ? (current.member?.place ?? null) : current.place && `from ${current.place}`;
  const before = replaced.map((one) => {
    const what = isMember ? weightText(one.member) : countOf(one.count, 'member');
    const until = minuteText(one.superseded_at ?? current.first_seen);
    return `until ${until} ${what}, by ${one.run.location || 'sample data'}`;
  });
  const inOthers = isMember ? earlier.map((one) => `${shownDate(one.date)}: ${weightText(one.member)}`) : [];
  const others = [
    { name: 'Earlier lists', text: inOthers.join('; ') },
    { name: 'Before', text: before.join('; ') },
  ];
  return [...sourceFacts({ current: { ...current, place } }), ...others.filter(({ text }) => text !== '')];
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

/** @returns sentences on a missing observation: the rule or missing file behind it, and the nearest days. */
export function absenceTexts({ reason, before, after, current }: ObservationExplanation): string[] {
  if (current) return [];
  const nearest = [
    before !== null && `${shownDate(before)} before it`,
    after !== null && `${shownDate(after)} after it`,
  ].filter((text) => text !== false);
  const none = 'There is no observation for this day.';
  const why = reason === null ? [] : [asShown(reason)];
  if (nearest.length === 0) return [none, ...why, 'This series has no observations here.'];
  const because = reason === null ? ['No file or refresh has brought any.'] : why;
  return [none, ...because, `The nearest here are ${nearest.join(' and ')}.`];
}

export const numberNode = (
  node: Partial<NumberNode> & Pick<NumberNode, 'label' | 'date' | 'value' | 'unit' | 'words'>,
): NumberNode => ({
  period: node.date,
  formula: '',
  numbers: '',
  published: undefined,
  parts: () => [],
  ...node,
});
