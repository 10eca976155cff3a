import { existsSync } from 'node:fs';
import path from 'node:path';

/** Headless Chromium comes first, like Playwright's own: it takes a tenth less processor time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** @returns ALMANAC_CHROMIUM, or a Chromium in PATH; undefined leaves the choice to Playwright. */
export function findChromium(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  if (environment.ALMANAC_CHROMIUM) return environment.ALMANAC_CHROMIUM;
  const folders = (environment.PATH ?? '').split(path.delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) =>
    existsSync(file),
  );
}
