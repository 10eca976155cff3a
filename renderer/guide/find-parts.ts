/** The guide as data: what the build makes of the Markdown in `pages/`, and the page shows. */

/** Text, or a piece of it with a meaning. `to`: '/guide/units#levels', another address of the app, or one of the web. */
export type Inline =
  | string
  | { is: 'code'; text: string }
  | { is: 'strong' | 'em'; of: readonly Inline[] }
  | { is: 'link'; to: string; of: readonly Inline[] };

export type Block =
  | { is: 'paragraph'; of: readonly Inline[] }
  | { is: 'code'; language: string; text: string }
  | { is: 'list'; isOrdered: boolean; items: readonly (readonly Inline[])[] }
  | {
      is: 'table';
      head: readonly (readonly Inline[])[];
      rows: readonly (readonly (readonly Inline[])[])[];
      /** By column: whether it has numbers, which end at the right. */
      toRight: readonly boolean[];
    };

/** What stands under one heading. The first part of a page has its title and the id ''. */
export type GuidePart = { id: string; title: string; words: string; blocks: Block[] };
export type GuidePage = { id: string; title: string; parts: readonly GuidePart[] };

/** A part as the search finds it. `words`: others for the same; `text`: all that stands in it. */
export type FoundPart = { title: string; page: string; words: string; address: string; text: string };

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
