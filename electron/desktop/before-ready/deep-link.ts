/**
 * Links that open a view of Explore from elsewhere: `almanac://view?series=us_debt.total_public_debt_outstanding&range=5Y`.
 * Anybody can write such a link, so it is read strictly. It can only set search parameters of Explore, which the page checks as in any
 * address.
 */

export const LINK_SCHEME = 'almanac';
const LONGEST = 4_096;
const MOST_PARAMETERS = 40;

/** @returns path and query of the view; undefined where the text is not such a link. */
export function viewOfLink(text: string): string | undefined {
  if (text.length > LONGEST || !/^almanac:\/\/view\/?(\?|$)/i.test(text) || !URL.canParse(text))
    return undefined;
  const url = new URL(text);
  if (url.hash !== '') return undefined;
  const given = [...url.searchParams];
  const names = new Set(given.map(([name]) => name));
  const isFine =
    given.length <= MOST_PARAMETERS &&
    names.size === given.length &&
    given.every(([name, value]) => /^[a-z][a-z_]{0,31}$/i.test(name) && isPlain(value));
  return isFine ? viewPath(given) : undefined;
}

/** @param words arguments of a program @returns the view of the first link among them */
export function viewOfArguments(words: readonly string[]): string | undefined {
  return words.map(viewOfLink).find((view) => view !== undefined);
}

function viewPath(parameters: readonly [string, string][]): string {
  const query = new URLSearchParams([...parameters]).toString();
  return `/explore${query === '' ? '' : `?${query}`}`;
}

/** Text that a person could have typed: no control characters (Unicode's Cc), no broken surrogates. */
function isPlain(value: string): boolean {
  return !/\p{Cc}|\p{Cs}|\ufffd/u.test(value);
}
