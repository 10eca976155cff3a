import fc from 'fast-check';

/** The part of EBNF (ISO 14977) that the reference uses: reads it, makes sentences and checks them. */

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'name'; name: string }
  | { kind: 'words'; words: string }
  | { kind: 'all' | 'one'; parts: Part[] }
  | { kind: 'maybe' | 'many'; of: Part };

export type Grammar = ReadonlyMap<string, Part>;

/** Texts for rules that are described in words, or whose random sentences would seldom make sense. */
export type Words = Readonly<Record<string, readonly string[]>>;

const TOKEN = /\s*("[^"]*"|\?[^?]*\?|[A-Za-z_](?:[\w]| (?=\w))*|[=|,;()[\]{}])/gy;

/** @returns the rules of a grammar by their names. @throws Error if the text is not EBNF. */
export function readGrammar(text: string): Grammar {
  const tokens = Array.from(text.trim().matchAll(TOKEN), ([, token]) => token as string);
  const written = tokens.join('').replaceAll(/\s/g, '');
  if (written !== text.replaceAll(/\s/g, '')) throw new Error('There is more in the grammar than tokens');
  let at = 0;
  const expect = (wanted: string) => {
    if (tokens[at++] !== wanted) throw new Error(`'${wanted}' is expected before '${tokens[at]}'`);
  };
  const choice = (): Part => {
    const parts = [sequence()];
    while (tokens[at] === '|') {
      at++;
      parts.push(sequence());
    }
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'one', parts };
  };
  const sequence = (): Part => {
    const parts = [single()];
    while (tokens[at] === ',') {
      at++;
      parts.push(single());
    }
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'all', parts };
  };
  const enclosed = (end: string): Part => {
    const of = choice();
    expect(end);
    return of;
  };
  const single = (): Part => {
    const token = tokens[at++] ?? '';
    if (token === '(') return enclosed(')');
    if (token === '[') return { kind: 'maybe', of: enclosed(']') };
    if (token === '{') return { kind: 'many', of: enclosed('}') };
    if (token.startsWith('"')) return { kind: 'text', text: token.slice(1, -1) };
    if (token.startsWith('?')) return { kind: 'words', words: token };
    return { kind: 'name', name: token };
  };
  const rules = new Map<string, Part>();
  while (at < tokens.length) {
    const name = tokens[at++] as string;
    expect('=');
    rules.set(name, choice());
    expect(';');
  }
  return rules;
}

/** @returns sentences of a rule. In a deep sentence, the first choice is taken, which must not recurse. */
export function sentences(grammar: Grammar, rule: string, words: Words): fc.Arbitrary<string> {
  return fc
    .array(fc.nat(), { minLength: 60, maxLength: 60 })
    .map((numbers) => sentence(grammar, rule, words, numbers));
}

function sentence(grammar: Grammar, rule: string, words: Words, numbers: readonly number[]): string {
  let taken = 0;
  const pick = (count: number) => (numbers[taken++] ?? 0) % count;
  const write = (part: Part, depth: number): string => {
    const isDeep = depth > 12;
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'words':
        throw new Error(`No texts are given for ${part.words}`);
      case 'name': {
        const texts = words[part.name];
        if (texts) return texts[pick(texts.length)] as string;
        return write(grammar.get(part.name) as Part, depth + 1);
      }
      case 'all':
        return part.parts.map((one) => write(one, depth)).join('');
      case 'one':
        return write(part.parts[isDeep ? 0 : pick(part.parts.length)] as Part, depth);
      case 'maybe':
        return isDeep || pick(2) === 0 ? '' : write(part.of, depth);
      case 'many':
        return Array.from({ length: isDeep ? 0 : pick(3) }, () => write(part.of, depth)).join('');
    }
  };
  return write({ kind: 'name', name: rule }, 0);
}

/** @returns whether a text is a sentence of a rule. @param known patterns for rules described in words. */
export function isSentence(
  grammar: Grammar,
  rule: string,
  text: string,
  known: Readonly<Record<string, RegExp>>,
): boolean {
  const seen = new Map<string, ReadonlySet<number>>();
  const ends = (part: Part, from: number): ReadonlySet<number> => {
    switch (part.kind) {
      case 'text':
        return new Set(text.startsWith(part.text, from) ? [from + part.text.length] : []);
      case 'words':
        throw new Error(`Nothing knows ${part.words}`);
      case 'name': {
        const key = `${part.name}@${from}`;
        const found = seen.get(key) ?? endsOf(part.name, from);
        seen.set(key, found);
        return found;
      }
      case 'all': {
        let starts: ReadonlySet<number> = new Set([from]);
        for (const next of part.parts)
          starts = new Set([...starts].flatMap((start) => [...ends(next, start)]));
        return starts;
      }
      case 'one':
        return new Set(part.parts.flatMap((one) => [...ends(one, from)]));
      case 'maybe':
        return new Set([from, ...ends(part.of, from)]);
      case 'many': {
        const all = new Set([from]);
        for (const start of all) for (const end of ends(part.of, start)) all.add(end);
        return all;
      }
    }
  };
  const endsOf = (name: string, from: number): ReadonlySet<number> => {
    const pattern = known[name];
    if (pattern) {
      const found = new RegExp(pattern.source, 'y');
      found.lastIndex = from;
      return new Set(found.test(text) ? [found.lastIndex] : []);
    }
    const part = grammar.get(name);
    if (!part) throw new Error(`There is no rule ${name}`);
    return ends(part, from);
  };
  return ends({ kind: 'name', name: rule }, 0).has(text.length);
}
