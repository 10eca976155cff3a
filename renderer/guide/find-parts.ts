import type { Block, FoundPart, GuidePage, Inline } from './types.ts';

/** @returns what can be found: a line for each part of each page, in the order of the guide. */
export function guideParts(pages: readonly GuidePage[]): readonly FoundPart[] {
  return pages.flatMap(({ id: page, title: pageTitle, parts }) =>
    parts.map(({ id, title, words, blocks }) => ({
      title,
      page: pageTitle,
      words,
      address: partAddress(page, id),
      text: blocks.map(blockText).join(' '),
    })),
  );
}

/** @returns '/guide/units#levels'; without a part, the page. */
export function partAddress(page: string, part: string): string {
  return `/guide/${page}${part === '' ? '' : `#${part}`}`;
}

/** @returns the text of a part of a line without its form. */
export function inlineText(of: readonly Inline[]): string {
  return of
    .map((one) => (typeof one === 'string' ? one : one.is === 'code' ? one.text : inlineText(one.of)))
    .join('');
}

function blockText(block: Block): string {
  switch (block.is) {
    case 'paragraph':
      return inlineText(block.of);
    case 'code':
      return block.text;
    case 'list':
      return block.items.map(inlineText).join(' ');
    case 'table':
      return [block.head, ...block.rows].flatMap((row) => row.map(inlineText)).join(' ');
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/**
 * @returns the parts in which each word of the query begins a word; those first that have them in their title, then in their other words,
 * then in the title of the page. None for an empty query.
 */
export function findParts(parts: readonly FoundPart[], query: string): readonly FoundPart[] {
  const typed = wordsOf(query);
  if (typed.length === 0) return [];
  const holds = (text: string) => {
    const known = wordsOf(text);
    return typed.every((word) => known.some((one) => one.startsWith(word)));
  };
  const rank = ({ title, words, page, text }: FoundPart) =>
    [title, `${title} ${words}`, `${title} ${words} ${page}`, `${title} ${words} ${page} ${text}`].findIndex(
      holds,
    );
  return parts
    .map((part) => ({ part, at: rank(part) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
    .map(({ part }) => part);
}
