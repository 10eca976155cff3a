import type { FollowedState } from '../../service/calendar/team-freshness.ts';
import { ORIGIN, type Scene, type Stage } from './pictures-stage.ts';

/** The app's view of a team whose data it may have, and the page with which a team's node asks who comes. */

const ADDRESS = 'https://data.example.org';
const SINCE = '2026-11-20T14:59:48.000Z';
const FOLLOWED: FollowedState = {
  ...{ follows: true, address: ADDRESS, team: 'research', state: 'current' },
  ...{ since: SINCE, lastAnswer: SINCE, version: 1207, head: 1207 },
};

async function openForm(stage: Stage): Promise<void> {
  const { page } = stage;
  await stage.go('/settings?group=data');
  await page.getByRole('button', { name: 'A team’s Almanac…' }).click();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(ADDRESS);
  await page.getByLabel('Key', { exact: true }).fill(`alm_${'k'.repeat(43)}`);
}

/** The address while the app follows a team. */
const following = (name: string, address: string, said: Partial<FollowedState> = {}): Scene => ({
  name: `team-${name}`,
  async reach(stage) {
    await stage.go('/access');
    await stage.change('state', (answer: object) => ({ ...answer, team: ADDRESS }));
    await stage.change('team', (answer: object) => ({
      ...answer,
      ...{ address: ADDRESS, key: 'present', last4: 'kkkk', message: null },
    }));
    await stage.page.route('**/host/team-state', (route) =>
      route.fulfill({ json: { ...FOLLOWED, ...said } }),
    );
    await stage.page.goto(ORIGIN + address);
    await stage.isOpen();
    await stage.page.waitForTimeout(1_500);
  },
});

export const teamScenes: readonly Scene[] = [
  { name: 'team-form', reach: openForm },
  {
    name: 'team-found',
    async reach(stage) {
      await openForm(stage);
      await stage.page.route('**/host/check-team', (route) =>
        route.fulfill({
          json: {
            address: ADDRESS,
            about: {
              team: '00000000-0000-0000-0000-000000000000',
              ...{ name: 'Research desk', version: 1207, role: 'publish', key_name: 'Rita’s laptop' },
            },
          },
        }),
      );
      await stage.page.getByRole('button', { name: 'Check address and key' }).click();
      await stage.page.getByRole('button', { name: 'Show its data here' }).waitFor();
    },
  },
  {
    name: 'team-not-there',
    async reach(stage) {
      await openForm(stage);
      await stage.page.getByRole('textbox', { name: 'Address', exact: true }).fill('http://127.0.0.1:9');
      await stage.page.getByRole('button', { name: 'Check address and key' }).click();
      await stage.page.getByRole('alert').waitFor();
    },
  },
  following('settings', '/settings?group=data'),
  following('overview', '/overview'),
  following('offline', '/overview', { state: 'offline', reason: 'data.example.org does not answer.' }),
  // Last, for it ends the session.
  {
    name: 'team-sign-in',
    isOnce: true,
    async reach(stage) {
      const { page } = stage;
      await stage.go('/access');
      await page.evaluate(() => sessionStorage.clear());
      await page.route(`${ORIGIN}/overview`, async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replace('<html', '<html data-served-by="team"');
        await route.fulfill({ response: answer, body });
      });
      await page.goto(`${ORIGIN}/overview`);
      await page.getByRole('heading', { name: 'Your team’s Almanac' }).waitFor();
    },
  },
];
