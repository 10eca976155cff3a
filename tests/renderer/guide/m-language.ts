/** Enough of Power Query's M (its language specification, 'Lexical structure' and 'let') to check a query. */

const TOKEN =
  /\s+|\/\/[^\n]*|"(?:[^"]|"")*"|#"(?:[^"]|"")*"|\d+(?:\.\d+)?|#?[A-Za-z_][\w.]*|[[\]{}(),=&+\-*/<>]|./gs;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** The functions and words that a program may name besides its own steps. */
const KNOWN =
  /^(let|in|each|type|date|number|true|false|null|if|then|else|(Web|Csv|Table|Number|Date|Text)\.[A-Z]\w+)$/;

/** @returns the tokens of a query without blanks and comments. @throws if a sign is not part of M */
export function mTokens(text: string): string[] {
  const tokens = text.match(TOKEN) ?? [];
  const wrong = tokens.find((token) => token.length === 1 && /[^\s\w[\]{}(),=&+\-*/<>]/.test(token));
  if (wrong !== undefined) throw new Error(`M has no '${wrong}' here.`);
  return tokens.filter((token) => !/^(\s|\/\/)/.test(token));
}

/**
 * Checks `let name = expression, … in name`: brackets close, step names differ, and an expression names only
 * earlier steps, fields and functions. @throws if not. @returns the names of the steps
 */
export function checkM(text: string): string[] {
  const open: string[] = [];
  const steps: string[] = [];
  const tokens = mTokens(text);
  if (tokens[0] !== 'let') throw new Error("A query begins with 'let'.");
  let isName = true;
  for (const [i, token] of tokens.entries()) {
    if (i === 0) continue;
    if ('([{'.includes(token)) open.push(token);
    else if (PAIRS[token] !== undefined) {
      if (open.pop() !== PAIRS[token]) throw new Error(`'${token}' closes nothing.`);
    } else if (open.length === 0 && isName) {
      if (!/^[A-Z]\w*$/.test(token) || tokens[i + 1] !== '=' || steps.includes(token))
        throw new Error(`'${token}' is no name of a step.`);
      steps.push(token);
      isName = false;
    } else if (open.length === 0 && token === ',') isName = true;
    else if (open.length === 0 && token === 'in') {
      if (tokens.length !== i + 2 || !steps.includes(tokens[i + 1] ?? ''))
        throw new Error("'in' is followed by one step.");
      return steps;
    } else if (/^[A-Za-z]/.test(token)) {
      const isField = open.at(-1) === '[';
      if (!isField && !KNOWN.test(token) && !steps.slice(0, -1).includes(token))
        throw new Error(`'${token}' is neither a step before nor a function.`);
    }
  }
  throw new Error("A query ends with 'in'.");
}
