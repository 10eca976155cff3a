import type { NumberNode } from '../../../renderer/explain/types.ts';

/**
 * @param most how many parts are written; if there are more, only the count, the first and the last are
 * @returns a line for a number and for each of its parts, deeper parts further in
 */
export function nodeLines(
  node: NumberNode | undefined,
  most = Number.POSITIVE_INFINITY,
  depth = 0,
): string[] {
  if (!node) return ['none'];
  const { label, date, period, value, unit, words, formula, numbers, published } = node;
  const source = published
    ? [published.dataset, published.code, published.area].filter(Boolean).join('.')
    : '';
  const own = [`${label} @ ${date}`, period === date ? '' : period, `${value} ${unit}`];
  const parts = node.parts();
  const isCut = parts.length > most;
  const some = isCut ? [...parts.slice(0, 1), ...parts.slice(-1)] : parts;
  return [
    `${'  '.repeat(depth)}${[...own, words, formula, numbers, source].filter((one) => one !== '').join(' | ')}`,
    ...(isCut ? [`${'  '.repeat(depth + 1)}${parts.length} parts`] : []),
    ...some.flatMap((part) => nodeLines(part, most, depth + 1)),
  ];
}
