import { groupDigits } from '../series-math/decimal-text.ts';

/**
 * @param runs what a file did, or would do, to datasets.
 * @returns a note where a publisher's own figures replace a stand-in's roundings, which are not listed as revisions.
 */
export function refinedNotes(runs: readonly { refined?: number }[]): string[] {
  const count = runs.reduce((sum, { refined = 0 }) => sum + refined, 0);
  if (count === 0) return [];
  const [were, take] =
    count === 1
      ? ['1 observation was a rounding', 'its own figure takes its place']
      : [`${groupDigits(String(count))} observations were roundings`, 'its own figures take their place'];
  return [`${were} of what the publisher says; ${take}, which is no revision.`];
}
