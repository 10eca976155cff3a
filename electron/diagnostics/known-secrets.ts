/** Shorter values stand in too many innocent words. */
const SHORTEST = 6;

/** @returns the user's keys of publishers that the environment holds (`ALMANAC_KEY_BLS`), longest first, to be masked by value. */
export function knownSecrets(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment)
    .flatMap(([name, value]) =>
      name.startsWith('ALMANAC_KEY_') && value && value.length >= SHORTEST ? [value] : [],
    )
    .toSorted((a, b) => b.length - a.length);
}
