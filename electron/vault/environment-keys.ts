/** Publishers' keys that whoever starts Almanac gives it, for servers and CI. They are read, never kept. */

/** @returns the variable's name, such as ALMANAC_KEY_BLS */
export function environmentName(publisher: string): string {
  return `ALMANAC_KEY_${publisher.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;
}

/** @returns undefined where the variable is not set, or empty */
export function environmentKey(environment: NodeJS.ProcessEnv, publisher: string): string | undefined {
  return environment[environmentName(publisher)]?.trim() || undefined;
}
