import { JOLTS } from './jolts/definition.ts';
import { seriesId } from './series-choice.ts';
import { UI_WEEKLY_CLAIMS } from './ui_weekly_claims/definition.ts';
import { US_DEBT } from './us_debt/definition.ts';
import { YIELDS } from './yields/definition.ts';

/** The series and requests that screens and documents show before the user has chosen any. */

/** Ids of the series of the first chart: the debt and its two parts. */
export const FIRST_SHOWN: readonly string[] = [US_DEBT.headline, ...(US_DEBT.sum?.parts ?? [])].map((code) =>
  seriesId({ dataset: US_DEBT.id, code, area: '' }),
);

/** Ids of the series that an empty chart suggests. */
export const SUGGESTED: readonly string[] = [
  seriesId({ dataset: US_DEBT.id, code: US_DEBT.headline, area: '' }),
  seriesId({ dataset: UI_WEEKLY_CLAIMS.id, code: UI_WEEKLY_CLAIMS.headline, area: '' }),
  seriesId({ dataset: JOLTS.id, code: JOLTS.headline, area: '' }),
  seriesId({ dataset: YIELDS.id, code: YIELDS.headline, area: '' }),
];

/** The dataset that the screen for trying the API shows first. */
export const FIRST_TRIED = US_DEBT;

/** Path of a small API request that always has an answer. */
export const SMALL_REQUEST = `/${YIELDS.id}/series=${YIELDS.headline}`;
