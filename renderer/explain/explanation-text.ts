import type { ListExplanation, ObservationExplanation } from '../../service/contract/explanation.ts';
import { type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';

import { countOf, plainly, withUnit } from '../../service/series-math/decimal-text.ts';
import { absenceTexts, listSourceFacts, originText, revisionTexts, sourceFacts } from './source-facts.ts';
import type { NumberNode } from './types.ts';

/** Identifies an observation, or a member of a list, behind an explained number. */
type ObservationKey = `${SeriesId}@${string}`;
/** What is known of where one comes from. */
type Source = ObservationExplanation | ListExplanation;

/** How many observations or members a copied explanation lists; the rest are only counted. */
export const MOST_LISTED = 60;

/** @returns the published observations and members of lists behind a number, each once, in order. */
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

/** @returns the key by which `explanationText` finds what is known about a published number. */
export function keyOf({ published, listed, date }: NumberNode): ObservationKey {
  return `${published ? seriesId(published) : `${listed?.code}/${listed?.member}`}@${date}` as ObservationKey;
}

const hasSource = ({ published, listed }: NumberNode) => published !== undefined || listed !== undefined;

/**
 * @returns the whole explanation as plain text; the parts of a number are indented under it.
 * @param sources of the observations, as far as they are loaded
 */
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
