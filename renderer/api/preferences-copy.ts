/**
 * What this origin's browser storage holds of the preferences. work.sqlite has the truth: the copy is there so that the first picture has
 * theme and layout before the service answers. The document's first script loads this file, so that it imports almost nothing.
 * At a node of a team it lasts as long as the tab: somebody else may sign in in the next one.
 */

import { isTeamPage } from './served-by.ts';

const storage = (): Storage => (isTeamPage() ? sessionStorage : localStorage);

const COPY = 'almanac-preferences';

const asJson = (text: string): unknown => JSON.parse(text);
const asText = (text: string): unknown => text;

/** Where earlier versions kept each preference: the storage's key, and how its text is read. */
const FORMER: Readonly<Record<string, { key: string; read: (text: string) => unknown }>> = {
  theme: { key: 'mantine-color-scheme-value', read: (text) => (text === 'auto' ? 'system' : text) },
  line_dashes: { key: 'almanac.dashed-lines', read: (text) => onOff[text] },
  pinned_series: { key: 'almanac-pinned-series', read: asJson },
  recent_series: { key: 'almanac-recent-series', read: asJson },
  saved_ranges: { key: 'almanac-ranges', read: asJson },
  export_choice: { key: 'almanac.export', read: asJson },
  chart_share: { key: 'almanac-chart-share', read: asJson },
  chart_overview: { key: 'almanac-overview', read: (text) => onOff[text] },
  picker_folded: { key: 'almanac-picker-folded', read: asJson },
  shell: { key: 'almanac.shell', read: asText },
  play_speed: { key: 'almanac.yields-speed', read: asJson },
};
const onOff: Readonly<Record<string, string>> = { true: 'on', false: 'off' };

/** @returns what earlier versions kept in this origin's storage, by the preference's name; `undefined` where there is nothing. */
export function formerValues(): Record<string, unknown> | undefined {
  const values = Object.entries(FORMER).flatMap(([name, { key, read }]) => {
    const value = stored(key, read);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

/** Removes what earlier versions kept. Call it when work.sqlite has it. */
export function removeFormer(): void {
  for (const { key } of Object.values(FORMER)) storage().removeItem(key);
}

/** @returns the preferences as this origin knew them last; `undefined` where it never did. They are not checked. */
export function readCopy(): Record<string, unknown> | undefined {
  const copy = stored(COPY, asJson);
  const former = formerValues();
  if (typeof copy !== 'object' || copy === null) return former;
  return { ...former, ...copy };
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

function stored(key: string, read: (text: string) => unknown): unknown {
  try {
    const text = storage().getItem(key);
    return text === null ? undefined : read(text);
  } catch {
    // No storage, or a text that another program wrote.
    return undefined;
  }
}
