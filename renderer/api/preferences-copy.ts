/**
 * What this origin's browser storage holds of the preferences. work.sqlite has the truth: the copy is there so that the first picture has
 * theme and layout before the service answers. The document's first script loads this file, so that it imports almost nothing.
 * At a node of a team it lasts as long as the tab: somebody else may sign in in the next one.
 */

import { isTeamPage } from './served-by.ts';

const storage = (): Storage => (isTeamPage() ? sessionStorage : localStorage);

const COPY = 'almanac-preferences';

/** @returns the preferences as this origin knew them last; `undefined` where it never did. They are not checked. */
export function readCopy(): Record<string, unknown> | undefined {
  try {
    const copy: unknown = JSON.parse(storage().getItem(COPY) ?? 'null');
    return typeof copy === 'object' && copy !== null ? { ...copy } : undefined;
  } catch {
    // No storage, or a text that another program wrote.
    return undefined;
  }
}

export function keepCopy(values: Readonly<Record<string, unknown>>): void {
  try {
    storage().setItem(COPY, JSON.stringify(values));
  } catch {
    // Storage is full or forbidden: then the first picture has the defaults.
  }
}

/** Gives the empty document the chosen theme, so that the page's ground is right before the app draws on it, and the rest of the choices. */
export function showFirst(): void {
  const copy = readCopy() ?? {};
  const { theme } = copy;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.mantineColorScheme = theme;
  showAppearance(copy);
}

/** Tells the style sheets. What is no text is left out. */
export function showAppearance({ density, motion }: Readonly<Record<string, unknown>>): void {
  const { dataset } = document.documentElement;
  if (typeof density === 'string') dataset.density = density;
  if (typeof motion === 'string') dataset.motion = motion;
}
