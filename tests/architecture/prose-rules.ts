import { type ESTree, Visitor } from 'vite';
import type { Rule } from './import-rules.ts';
import type { SourceFile } from './tree.ts';

/** Words that made readers stop, and what to write instead. */
const STUMBLES: readonly [RegExp, string][] = [
  [/\b(told|tells)\b/i, 'say what is shown, named, sent or distinguished'],
  [/\bsaid of\b/i, 'write ‘the facts about’, or name the facts'],
  [/\banew\b/i, 'write ‘again’'],
  [/\bof (then|now)\b/i, 'write ‘earlier’, ‘current’ or the day'],
  [/\bheld of\b/i, 'write ‘stored for’'],
  [/\bis of (?!course)/i, 'write ‘belongs to’, ‘covers’ or ‘comes from’'],
  [/\bgoes on\b/i, 'write ‘continues’'],
  [/\bdoors?\b/i, 'write ‘API’, ‘address’ or ‘entry’'],
  [/\bwho asks\b/i, 'write ‘the caller’ or ‘the client’'],
  [/\bso many\b/i, 'name the number'],
  [/\bsuch as (is|are)\b/i, 'leave it out'],
];
/** A heading of the page may begin so; a sentence that explains code may not. */
const NO_NOUN: (typeof STUMBLES)[number] = [/^\W*what\b/i, 'begin with the noun that ‘what’ stands for'];

function stumbles(text: string, words: typeof STUMBLES): string[] {
  return words.flatMap(([word, advice]) => {
    const at = word.exec(text);
    const place = at && text.slice(Math.max(0, at.index - 30), at.index + 50).replace(/\s+/g, ' ');
    return place ? [`‘${place.trim()}’: ${advice}.`] : [];
  });
}

/** Stored in copies of a team's data by every version: another text would hide that such a copy is unfinished. */
const STORED = 'being made anew';

/** @returns the strings of the product with two words or more: screens, refusals, commands and logs are among them. */
function shownTexts({ path, program }: SourceFile): string[] {
  const texts: unknown[] = [];
  if (program && !path.startsWith('tests/'))
    new Visitor({
      Literal: ({ value }: { value?: unknown }) => void texts.push(value),
      TemplateElement: ({ value }: ESTree.TemplateElement) => void texts.push(value.raw),
      JSXText: ({ value }) => void texts.push(value),
    }).visit(program);
  return texts.filter(
    (text): text is string => typeof text === 'string' && /[a-z] [a-z]/i.test(text) && text !== STORED,
  );
}

export const sentencesAreReadOnce: Rule = ({ files }) =>
  files.flatMap((file) =>
    [
      ...file.comments.flatMap((comment) =>
        stumbles(comment.replace(/\n\s*\*/g, ' '), [...STUMBLES, NO_NOUN]),
      ),
      ...shownTexts(file).flatMap((text) => stumbles(text, STUMBLES)),
    ].map((found) => `${file.path} says ${found}`),
  );

/** @returns what makes a reader of a Markdown page stop; programs and words between backticks are left out. */
export const stumblesOfPage = (text: string): string[] =>
  text
    .replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
    .split('\n')
    .flatMap((line) => stumbles(line, STUMBLES));
