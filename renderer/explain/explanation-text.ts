import type { ObservationExplanation } from '../../service/contract/explanation.ts';
import { type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';

import { withUnit } from '../../service/series-math/decimal-text.ts';
import { absenceTexts, originText, revisionTexts, sourceFacts } from './source-facts.ts';
import type { NumberNode } from './types.ts';

/** Identifies an observation behind an explained number. */
type ObservationKey = `${SeriesId}@${string}`;

/** How many observations a copied explanation lists; the rest are only counted. */
export const MOST_LISTED = 60;

/** @returns the published observations behind a number, each once, in order. */
export function publishedOf(node: NumberNode, most = MOST_LISTED): NumberNode[] {
  const found = new Map<ObservationKey, NumberNode>();
  const visit = (one: NumberNode) => {
    if (found.size >= most) return;
    if (one.published) found.set(keyOf(one), one);
    else for (const part of one.parts()) visit(part);
  };
  visit(node);
  return [...found.values()];
}

/** @returns the key by which `explanationText` finds what is known about a published number. */
export function keyOf({ published, date }: NumberNode): ObservationKey {
  return `${published ? seriesId(published) : ''}@${date}`;
}

/** @returns the whole explanation as text; the parts of a number are indented under it. @param sources of the observations, as far as they are loaded */
export function explanationText(
  node: NumberNode,
  sources: ReadonlyMap<ObservationKey, ObservationExplanation>,
): string {
  const lines: string[] = [];
  let observations = 0;
  let omitted = 0;
  const write = (one: NumberNode, depth: number) => {
    if (one.published && observations >= MOST_LISTED) {
      omitted += 1;
      return;
    }
    const indent = '  '.repeat(depth);
    const name = one.label === '' ? one.period : `${one.label}, ${one.period}`;
    lines.push(`${indent}${name}: ${valueText(one)}`);
    const found = one.published && sources.get(keyOf(one));
    const words = found?.current ? originText(found) : one.words;
    const rest = [words, one.formula, one.numbers].filter((text) => text !== '');
    lines.push(...rest.map((text) => `${indent}  ${text}`));
    if (one.published) {
      observations += 1;
      if (found) lines.push(...sourceLines(found).map((text) => `${indent}  ${text}`));
    }
    for (const part of one.parts()) write(part, depth + 1);
  };
  write(node, 0);
  if (omitted > 0) lines.push(`and ${omitted} further observations`);
  return lines.join('\n');
}

/** @returns '219,000 persons', or 'none'. */
export function valueText({ value, unit }: Pick<NumberNode, 'value' | 'unit'>): string {
  return value === undefined ? 'none' : withUnit(value, unit);
}

function sourceLines(found: ObservationExplanation): string[] {
  return [
    ...absenceTexts(found),
    ...sourceFacts(found).map(({ name, text }) => `${name}: ${text}`),
    ...revisionTexts(found).map((text) => `Revised: ${text}`),
  ];
}
