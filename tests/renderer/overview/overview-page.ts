import { screen, within } from '@testing-library/react';
import { publish, publishConstituents, temporaryFolder } from '../../api/folder.ts';

export const AT = '2025-03-14T15:00:00.000Z';
/** The state of the host if the data come from a team. */
export const COPY = {
  ...{
    mode: 'browser',
    version: '1.2.3',
    can: ['computer', 'keys'],
    started_at: '',
    base_url: 'http://127.0.0.1:1',
  },
  ...{ team: 'https://almanac.example', damage: null, incidents: [] },
};
const MONTHS = ['2024-10-01', '2024-11-01', '2024-12-01', '2025-01-01'];
const WEEKS = ['2025-02-22', '2025-03-01', '2025-03-08'];
const DAYS = ['2025-03-12', '2025-03-13'];

const rows = (code: string, dates: readonly string[], values: readonly string[], area = '') =>
  dates.map((date, at) => ({ code, area, date, value: values[at] as string }));

/** A data folder with seven runs, two of them of JOLTS: run 1, and run 7, which revises it. */
export function folder(): string {
  const dir = temporaryFolder();
  publish(dir, 'jolts', [
    ...rows('job_openings_level_sa', MONTHS, ['7839', '8031', '7508', '7600']),
    ...rows('quits_rate_sa', MONTHS.slice(0, 3), ['2.1', '2.0', '2.0']),
  ]);
  publish(dir, 'ui_weekly_claims', rows('initial_claims_sa', WEEKS, ['221000', '222000', '220000']));
  publish(dir, 'ui_state_weekly_claims', [
    ...rows('initial_claims', WEEKS, ['16000', '17000', '16241'], 'TX'),
    ...rows('initial_claims', WEEKS.slice(1), ['44000', '41000'], 'CA'),
    ...rows('initial_claims', ['2025-03-01'], ['20000'], 'NY'),
    ...rows('continued_claims', ['2025-03-01'], ['150000'], 'TX'),
  ]);
  const yields = [...rows('US10Y', DAYS, ['4.31', '4.27']), ...rows('US2Y', DAYS, ['4.01', '3.95'])];
  publish(dir, 'yields', yields, 'sample');
  publishConstituents(dir, 'SP500', '2025-02-28');
  publishConstituents(dir, 'SP500', '2025-03-12');
  publish(dir, 'jolts', [
    ...rows('job_openings_level_sa', MONTHS, ['7839', '7566', '7507', '7740']),
    ...rows('quits_rate_sa', MONTHS, ['2.1', '2.0', '1.9', '2.1']),
  ]);
  return dir;
}

export const brief = () => screen.findByRole('region', { name: 'What is new' });
export const cards = () =>
  within(screen.getByRole('region', { name: 'Newest numbers' }))
    .getAllByRole('listitem')
    .map((card) => ({
      text: card.textContent,
      to: within(card).getByRole('link').getAttribute('href'),
      dot: within(card).queryByRole('img')?.getAttribute('aria-label'),
    }));
export const cardOf = (title: string) =>
  screen.getByRole('link', { name: title }).closest('li') as HTMLElement;
export const titles = () =>
  within(screen.getByRole('region', { name: 'Newest numbers' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
/** Waits for the panel of an explanation. @returns its text */
export const explained = async (): Promise<string> => {
  const panel = await screen.findByRole('complementary', { name: 'Explain this number' });
  await within(panel).findByRole('heading', { name: 'Explain this number' });
  return panel.textContent ?? '';
};
