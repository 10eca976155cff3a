import { type Scene, scenesOf } from './pictures-stage.ts';

/** The state map: its measures and forms, and what is opened on it. */

const at = scenesOf('states', 'input[type=range]:enabled');
const WEEK = '?week=2020-04-04';

export const statesScenes: readonly Scene[] = [
  at('thousand', WEEK, undefined, true),
  at('newest', ''),
  at('week', `${WEEK}&measure=week`),
  at('year', '?week=2024-06-01&measure=yearpct&scale=year'),
  at('rate', `${WEEK}&measure=rate&scale=week`),
  at('unusual', '?week=2024-06-01&measure=unusual'),
  at('continued', '?week=2020-05-09&series=continued&sort=low'),
  at('selected', `${WEEK}&areas=TX,CA,NY`),
  at('explained', `${WEEK}&explain=MI`),
  at('explained-nation', `${WEEK}&explain=US.week`),
  at('lines', '?view=lines', undefined, true),
  at('lines-own', '?view=lines&own=on&measure=persons'),
  at('table', `${WEEK}&view=table`, undefined, true),
  at('bad-link', '?week=2020-04-01&measure=median&areas=XX'),
  at('take-away', WEEK, ({ page }) => page.getByRole('button', { name: 'Take away' }).click()),
];
