import { closest, distance } from 'fastest-levenshtein';

/** Which name was meant by a wrong one: of a dataset, a series, a parameter, a command. */

/** Longer words are cut before they are compared: that keeps the comparison fast. */
const LONGEST_WORD = 100;
/** Longer lists are not written out in a message. */
const LONGEST_LIST = 60;

/**
 * For commands, options, parameters, settings and pages. For ids use `slipsOf`.
 * @param slack how many letters may differ; of long names a third may.
 * @returns the name that was probably meant, upper and lower case alike; undefined where none is near.
 */
export function nearestName(word: string, names: readonly string[], slack = 2): string | undefined {
  if (names.length === 0) return undefined;
  const lower = word.slice(0, LONGEST_WORD).toLowerCase();
  const near = closest(
    lower,
    names.map((name) => name.toLowerCase()),
  );
  if (distance(lower, near) > Math.max(slack, Math.floor(near.length / 3))) return undefined;
  return names.find((name) => name.toLowerCase() === near);
}

/** @returns the end of a message about a wrong name: ` Did you mean X?`, else ` Known are: …` where the list is short, else nothing. */
export function suggestion(word: string, names: readonly string[]): string {
  const meant = nearestName(word, names);
  return meantOrKnown(meant === undefined ? [] : [meant], names);
}

/** @returns `suggestion` for ids of datasets and series. */
export function idSuggestion(id: string, ids: readonly string[]): string {
  return meantOrKnown(slipsOf(id, ids), ids);
}

function meantOrKnown(meant: readonly string[], names: readonly string[]): string {
  if (meant.length > 0) return ` Did you mean ${meant.join(' or ')}?`;
  return names.length <= LONGEST_LIST ? ` Known are: ${names.join(', ')}.` : '';
}

/** @returns the ids that a text names but for signs that look alike, else those of which it is a slip (`isSlip`). */
export function slipsOf(text: string, ids: readonly string[]): string[] {
  const typed = text.trim().slice(0, LONGEST_WORD);
  const same = ids.filter((id) => lookAlike(id) === lookAlike(typed));
  return same.length > 0 ? same : ids.filter((id) => isSlip(typed, id));
}

/** Letters and digits that look the same are the same, and so are upper and lower case and all signs between parts. */
function lookAlike(text: string): string {
  return partsOf(text).join('.').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

function partsOf(text: string): string[] {
  return text.toUpperCase().split(/[^A-Z0-9]+/);
}

/**
 * Whether a text is an id with a slip of the hand in one or two of its parts. Digits, first letters and short parts are an id's meaning
 * (`GS10` is the monthly average of `DGS10`, `nsa` is not `sa`), so they must be right. In ids of capitals a letter more or less names
 * another series too (`WLRRAOL` is a part of `WLRRAL`): there only a swap, another letter or one typed twice is a slip, and
 * not a last one (`T10Y3MM` is a monthly average).
 */
function isSlip(text: string, id: string): boolean {
  if (digitsOf(text) !== digitsOf(id)) return false;
  const [typed, known] = [partsOf(text), partsOf(id)];
  if (typed.join('') === known.join('')) return true;
  const wrong = known.flatMap((part, at) => (part === typed[at] ? [] : [{ part, typed: typed[at] ?? '' }]));
  const isWord = /[a-z]/.test(id);
  return (
    typed.length === known.length &&
    wrong.length <= 2 &&
    wrong.every((one) => isSlipOfPart(one.typed, one.part, isWord))
  );
}

function digitsOf(text: string): string {
  return text.match(/\d+/g)?.join('.') ?? '';
}

/** Shorter parts are too like each other. */
const SHORTEST_PART = 4;

function isSlipOfPart(typed: string, known: string, isWord: boolean): boolean {
  if (known.length < SHORTEST_PART || typed[0] !== known[0]) return false;
  const at = [...typed].findIndex((letter, place) => letter !== known[place]);
  const [left, right] = [typed.slice(0, at), typed.slice(at + 1)];
  const isSwap = left + (right[0] ?? '') + (typed[at] ?? '') + right.slice(1) === known;
  const isTwice = typed[at] === typed[at - 1] && left + right === known && right !== '';
  return isSwap || isTwice || (distance(typed, known) === 1 && (isWord || typed.length === known.length));
}
