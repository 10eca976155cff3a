import { closest, distance } from 'fastest-levenshtein';

/** Finds the dataset, series, parameter or command that a wrong name was meant to be. */

/** Longer words are cut before the comparison, to keep it fast. */
const LONGEST_WORD = 100;
/** Longer lists are not written out in a message. */
const LONGEST_LIST = 60;

/**
 * For commands, options, parameters, settings and pages; for ids use `slipsOf`.
 * @param slack how many letters may differ; in long names a third of the letters may.
 * @returns the name that was probably meant, ignoring case; `undefined` if none is close.
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

/** @returns the end of a message: ` Did you mean X?`, or ` Known are: …` if `names` is short, else ''. */
export function suggestion(word: string, names: readonly string[]): string {
  const meant = nearestName(word, names);
  return suggestionText(meant === undefined ? [] : [meant], names);
}

/** Like `suggestion`, for ids of datasets and series. */
export function idSuggestion(id: string, ids: readonly string[]): string {
  return suggestionText(slipsOf(id, ids), ids);
}

function suggestionText(meant: readonly string[], names: readonly string[]): string {
  if (meant.length > 0) return ` Did you mean ${meant.join(' or ')}?`;
  return names.length <= LONGEST_LIST ? ` Known are: ${names.join(', ')}.` : '';
}

/** @returns the ids that look like the text (`lookAlike`), or else the ids that it misspells (`isSlip`). */
export function slipsOf(text: string, ids: readonly string[]): string[] {
  const typed = text.trim().slice(0, LONGEST_WORD);
  const same = ids.filter((id) => lookAlike(id) === lookAlike(typed));
  return same.length > 0 ? same : ids.filter((id) => isSlip(typed, id));
}

/** Makes texts equal that differ only in case, in letters and digits that look the same, or in separators. */
function lookAlike(text: string): string {
  return partsOf(text).join('.').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

function partsOf(text: string): string[] {
  return text.toUpperCase().split(/[^A-Z0-9]+/);
}

/**
 * True if a text is an id with a typing slip in one or two parts. Digits, first letters and short parts must
 * be right, because they carry the meaning (`GS10` is the monthly average of `DGS10`, `nsa` is not `sa`). In
 * ids of capitals a letter more or less names another series (`WLRRAOL` is a part of `WLRRAL`): only a swap,
 * a wrong letter or a doubled letter is a slip, but not a doubled last one (`T10Y3MM` is a monthly average).
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

/** Shorter parts are too much alike. */
const SHORTEST_PART = 4;

function isSlipOfPart(typed: string, known: string, isWord: boolean): boolean {
  if (known.length < SHORTEST_PART || typed[0] !== known[0]) return false;
  const at = [...typed].findIndex((letter, place) => letter !== known[place]);
  const [left, right] = [typed.slice(0, at), typed.slice(at + 1)];
  const isSwap = left + (right[0] ?? '') + (typed[at] ?? '') + right.slice(1) === known;
  const isTwice = typed[at] === typed[at - 1] && left + right === known && right !== '';
  return isSwap || isTwice || (distance(typed, known) === 1 && (isWord || typed.length === known.length));
}
