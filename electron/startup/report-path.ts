import path from 'node:path';

/**
 * @param words arguments of the program, with whatever else stands among them
 * @returns where `--startup-report FILE` or ALMANAC_STARTUP_REPORT wants the report, or undefined
 */
export function reportPath(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const at = words.findIndex((word) => word === '--startup-report' || word.startsWith('--startup-report='));
  const word = words[at];
  const given = word?.includes('=') ? word.slice(word.indexOf('=') + 1) : word && words[at + 1];
  const file = given || environment.ALMANAC_STARTUP_REPORT;
  return file ? path.resolve(file) : undefined;
}
