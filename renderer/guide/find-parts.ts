/** Text, or a formatted piece. `to`: '/guide/units#levels', another address of the app, or a web address. */
export type Inline =
  | string
  | { is: 'code'; text: string }
  | { is: 'strong' | 'em'; content: readonly Inline[] }
  | { is: 'link'; to: string; content: readonly Inline[] };

export type Block =
  | { is: 'paragraph'; content: readonly Inline[] }
  | { is: 'code'; language: string; text: string }
  | { is: 'list'; isOrdered: boolean; items: readonly (readonly Inline[])[] }
  | {
      is: 'table';
      head: readonly (readonly Inline[])[];
      rows: readonly (readonly (readonly Inline[])[])[];
      /** By column: true if it has numbers, which are aligned right. */
      toRight: readonly boolean[];
    };

/** The content under one heading. A page's first part has the page's title and the id ''. */
export type GuidePart = { id: string; title: string; words: string; blocks: Block[] };
export type GuidePage = { id: string; title: string; parts: readonly GuidePart[] };

/** A part for the search. `words`: synonyms; `text`: its whole text. */
export type FoundPart = { title: string; page: string; words: string; address: string; text: string };

/** @returns a search entry for each part of each page, in the guide's order. */
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

/** @returns '/guide/units#levels'; for an empty part, the page's address. */
export function partAddress(page: string, part: string): string {
  return `/guide/${page}${part === '' ? '' : `#${part}`}`;
}

/** @returns the plain text of formatted text. */
export function inlineText(content: readonly Inline[]): string {
  return content
    .map((one) => (typeof one === 'string' ? one : one.is === 'code' ? one.text : inlineText(one.content)))
    .join('');
}

function blockText(block: Block): string {
  switch (block.is) {
    case 'paragraph':
      return inlineText(block.content);
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
 * @returns the parts that contain, for each word of the query, a word starting with it: first matches in the
 * title, then in synonyms, page title, text. None for an empty query.
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
