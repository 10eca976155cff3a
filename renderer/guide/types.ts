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
