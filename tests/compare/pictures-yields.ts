import { type Scene, scenesOf } from './pictures-stage.ts';

/** The Yields screen: curve, history, month, and what is opened on it. */

const at = scenesOf('yields', '[aria-busy=false]');
const DAY = '?date=2025-03-07';

export const yieldsScenes: readonly Scene[] = [
  at('curve', DAY, undefined, true),
  at('newest', ''),
  at('compared', `${DAY}&vs=1d,1w,1m,YTD,1y&y=fit&band=off`),
  at('years', `${DAY}&x=years`),
  at('before-tenors', '?date=1992-05-04&vs=off&band=min-max'),
  at('explained', `${DAY}&explain=US10Y_US2Y.rank`),
  at('bad-link', `${DAY}&vs=never&x=log`),
  at('values', DAY, ({ page }) => page.getByText('Yields, %').click()),
  at('drawing', DAY, ({ page }) => page.getByRole('button', { name: 'Drawing' }).click()),
  at('calendar', DAY, ({ page }) => page.getByRole('button', { name: /calendar$/ }).click()),
  at('tenor-menu', DAY, ({ page }) => page.getByRole('button', { name: /^10Y:/ }).click()),
  at('history', `${DAY}&view=history`, undefined, true),
  at('history-median', `${DAY}&view=history&tenor=median`),
  at('history-tenor', `${DAY}&view=history&tenor=US10Y&range=10Y`),
  at('month', `${DAY}&view=month`, undefined, true),
];
