import { marked, type Token, type Tokens } from 'marked';
import { FACTS } from './facts.ts';
import { type Block, type GuidePage, type GuidePart, type Inline, inlineText } from './find-parts.ts';

/** Makes the guide from its Markdown. Runs in the build and in tests; the page gets the result. */

/** The pages in order, by file name. The names are in addresses that people keep: never change them. */
export const PAGE_NAMES: readonly string[] = `
  start data explore units aggregation vintages yields states lists overview boards freezing
  exports api assistants fred excel pandas r limits files team browser settings trouble shortcuts`
  .trim()
  .split(/\s+/);

/** @param texts Markdown by name @throws Error if a page is missing or has unsupported elements */
export function readGuide(texts: Readonly<Record<string, string>>): readonly GuidePage[] {
  return PAGE_NAMES.map((name) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`The guide has no pages/${name}.md.`);
    return readPage(name, text);
  });
}

/** @returns the Markdown with each `{{name}}` replaced by its fact: a number, a word or a table. */
export function withFacts(text: string, used?: (name: string) => void): string {
  return text.replaceAll(/\{\{([\w-]+)\}\}/g, (_, name: string) => {
    const fact = FACTS[name];
    if (fact === undefined) throw new Error(`There is no fact '${name}' in renderer/guide/facts.ts.`);
    used?.(name);
    return fact;
  });
}

function readPage(id: string, text: string): GuidePage {
  const parts: GuidePart[] = [];
  for (const token of marked.lexer(withFacts(text))) {
    const last = parts.at(-1);
    if (token.type === 'heading') {
      const title = inlineText(inlines(token.tokens));
      parts.push({ id: last ? partId(title) : '', title, words: '', blocks: [] });
    } else if (token.type !== 'space') {
      if (last === undefined) throw new Error(`pages/${id}.md begins with no heading.`);
      // An HTML comment under a heading has the part's synonyms for the search.
      const words = token.type === 'html' && /^<!--\s*(.*?)\s*-->\s*$/s.exec(token.text)?.[1];
      if (words) last.words = words;
      else last.blocks.push(block(token));
    }
  }
  return { id, title: parts[0]?.title ?? '', parts: parts satisfies GuidePart[] };
}

/** @returns a part's id in addresses: 'Yields, and why no forwards' becomes 'yields-and-why-no-forwards'. */
export function partId(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^-|-$|\./g, '');
}

function block(token: Token): Block {
  switch (token.type) {
    case 'paragraph':
      return { is: 'paragraph', content: inlines(token.tokens) };
    case 'code':
      return { is: 'code', language: token.lang ?? '', text: token.text };
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return { is: 'list', isOrdered: ordered, items: items.map((item) => inlines(item.tokens)) };
    }
    case 'table': {
      const { header, rows, align } = token as Tokens.Table;
      return {
        is: 'table',
        head: header.map(({ tokens }) => inlines(tokens)),
        rows: rows.map((row) => row.map(({ tokens }) => inlines(tokens))),
        toRight: align.map((side) => side === 'right'),
      };
    }
    default:
      throw new Error(`The guide has no ${token.type}: ${token.raw}`);
  }
}

function inlines(tokens: readonly Token[] = []): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'text':
        return token.tokens ? inlines(token.tokens) : [token.text.replaceAll(/\s+/g, ' ')];
      case 'escape':
        return [token.text];
      case 'codespan':
        return [{ is: 'code', text: token.text }];
      case 'strong':
      case 'em':
        return [{ is: token.type, content: inlines(token.tokens) }];
      case 'link':
        return [{ is: 'link', to: addressOf(token.href), content: inlines(token.tokens) }];
      default:
        throw new Error(`The guide has no ${token.type}: ${token.raw}`);
    }
  });
}

/** Pages link to each other by file name, so that the links also work in the Markdown files. */
const addressOf = (href: string) => href.replace(/^([a-z]+)\.md(?=#|$)/, '/guide/$1');
