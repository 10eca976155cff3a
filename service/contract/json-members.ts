/** Finds the members of a JSON object in its text, so that changing one leaves the other text as written. */

export type JsonMember = {
  name: string;
  /** Indices in the text where its value begins and ends. */
  from: number;
  to: number;
};

const DEEPEST = 100;
const BLANK = /[ \t\n\r]*/y;
const SCALAR =
  /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** @returns the members of a JSON object (RFC 8259); of equal names the last counts. @throws SyntaxError */
export function jsonMembers(text: string): JsonMember[] {
  const members: JsonMember[] = [];
  const at = skipBlank(text, 0);
  if (at === text.length) throw wrong(text, at, 'the file is empty');
  if (text[at] !== '{') throw wrong(text, at, 'the settings must begin with {');
  const end = readList(text, at, 1, (member) => members.push(member));
  const rest = skipBlank(text, end);
  if (rest < text.length) throw wrong(text, rest, 'nothing may follow the closing }');
  return members;
}

/** @returns the text with these values changed and new names at the end. The other text is unchanged. */
export function withMembers(text: string, changes: Readonly<Record<string, unknown>>): string {
  return Object.entries(changes).reduce(
    (before, [name, value]) => withMember(before, name, JSON.stringify(value)),
    text,
  );
}

function withMember(text: string, name: string, value: string): string {
  const members = jsonMembers(text);
  const held = members.findLast((member) => member.name === name);
  if (held) return text.slice(0, held.from) + value + text.slice(held.to);
  const last = members.at(-1);
  const added = `${JSON.stringify(name)}: ${value}`;
  if (!last) return `{\n ${added}\n}\n`;
  // The new member is indented like the first one: on a line of its own, or after a space.
  const indent = /^\s*\{(\s*)"/.exec(text)?.[1] ?? '';
  return `${text.slice(0, last.to)},${indent === '' ? ' ' : indent}${added}${text.slice(last.to)}`;
}

/** Reads the object or array that begins at `from`. @returns the index after it. */
function readList(
  text: string,
  from: number,
  depth: number,
  onMember?: (member: JsonMember) => void,
): number {
  if (depth > DEEPEST) throw wrong(text, from, `more than ${DEEPEST} brackets are open`);
  const isObject = text[from] === '{';
  const close = isObject ? '}' : ']';
  let at = skipBlank(text, from + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    const name = isObject ? readName(text, at) : undefined;
    if (name) at = name.end;
    const end = readValue(text, at, depth);
    if (name) onMember?.({ name: name.name, from: at, to: end });
    at = skipBlank(text, end);
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') throw wrong(text, at, `a comma or ${close} must stand here`);
    const comma = at;
    at = skipBlank(text, at + 1);
    if (text[at] === close) throw wrong(text, comma, `no comma may stand before ${close}`);
  }
}

function readName(text: string, at: number): { name: string; end: number } {
  const end = text[at] === '"' ? scalarEnd(text, at) : undefined;
  if (end === undefined) throw wrong(text, at, 'a name in double quotes must stand here');
  const colon = skipBlank(text, end);
  if (text[colon] !== ':') throw wrong(text, colon, 'a colon must stand after the name');
  return { name: JSON.parse(text.slice(at, end)), end: skipBlank(text, colon + 1) };
}

function readValue(text: string, at: number, depth: number): number {
  if (text[at] === '{' || text[at] === '[') return readList(text, at, depth + 1);
  const end = scalarEnd(text, at);
  if (end === undefined)
    throw wrong(text, at, 'a value must stand here: text in double quotes, a number, true or false');
  return end;
}

function scalarEnd(text: string, at: number): number | undefined {
  SCALAR.lastIndex = at;
  return SCALAR.test(text) ? SCALAR.lastIndex : undefined;
}

function skipBlank(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.test(text);
  return BLANK.lastIndex;
}

function wrong(text: string, at: number, what: string): SyntaxError {
  const lines = text.slice(0, at).split(/\r\n|\n|\r/);
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  return new SyntaxError(`${place}: ${at < text.length ? what : `${what}, but the file ends`}`);
}
