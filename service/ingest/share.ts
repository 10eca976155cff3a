/** What of a publisher's history may be lacking, or differ, before a file is taken for damaged: more than so many percent, and than so few. */
export const SHARE_PERCENT = 5;
const FEW = 10;

/** @returns whether `part` is more than 5 % of `whole`, and more than 10. */
export function isTooMuch(part: number, whole: number): boolean {
  return part > FEW && part * 100 > whole * SHARE_PERCENT;
}
