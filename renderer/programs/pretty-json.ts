const INLINE = 110;
const INDENT = '  ';

/**
 * Formats JSON for reading without parsing it: digits stay as they were sent, and a text that was cut off is formatted as far as it
 * goes. An object or list without others inside is put on one line where it fits.
 */
export function prettyJson(text: string): string {
  let out = '';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === '{' || character === '[') {
      const end = flatEnd(text, at);
      if (end !== undefined) {
        out += inlined(text.slice(at, end + 1));
        at = end;
      } else {
        depth += 1;
        out += character + newLine(depth);
      }
    } else if (character === '}' || character === ']') {
      depth = Math.max(0, depth - 1);
      out += newLine(depth) + character;
    } else if (character === '"') {
      const end = stringEnd(text, at);
      out += text.slice(at, end + 1);
      at = end;
    } else if (character === ',') out += `,${newLine(depth)}`;
    else if (character === ':') out += ': ';
    else if (!/\s/.test(character)) out += character;
  }
  return out;
}

function newLine(depth: number): string {
  return `\n${INDENT.repeat(depth)}`;
}

/** @returns the index of the closing quote, or of the last character where the text ends before it. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length - 1;
}

/** @returns the index where an object or list ends that is short and holds no other; else `undefined`. */
function flatEnd(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length && at - from < INLINE; at += 1) {
    const character = text[at];
    if (character === '"') at = stringEnd(text, at);
    else if (character === '{' || character === '[') return undefined;
    else if (character === '}' || character === ']') return at;
  }
  return undefined;
}

function inlined(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === '"') {
      const end = stringEnd(text, at);
      out += text.slice(at, end + 1);
      at = end;
    } else if (character === ',' || character === ':') out += `${character} `;
    else if (!/\s/.test(character)) out += character;
  }
  return out;
}
