import { expect, test } from 'vitest';
import { send } from '../../faults/fetch-fixtures.ts';
import { refreshChannel } from './refresh-channel.ts';

const BEA = 'personal_income_and_outlays';

/** A service whose publishers refuse every request. */
async function open() {
  const channel = await refreshChannel(send('', {}, 403));
  const set = (allowFred: boolean, contact: string) =>
    channel.calls.endpoints['refresh-settings']({ allow_fred: allowFred, contact });
  const refresh = () => channel.refresh(BEA);
  /** The requests since the last call: whether one went to FRED, and with which contact. */
  const seen = () => {
    const asked = channel.server.asked.splice(0);
    const agents = new Set(asked.map(({ headers }) => headers['user-agent']?.replace(/^[^(]*/, '')));
    return { fred: asked.some(({ url }) => url.startsWith('fred.stlouisfed.org/')), agents: [...agents] };
  };
  return { set, refresh, bySchedule: () => channel.bySchedule(BEA), seen };
}

test('a refresh by hand follows the settings', async () => {
  const { set, refresh, seen } = await open();
  await refresh();
  expect(seen()).toEqual({ fred: false, agents: ['(desktop data explorer)'] });
  expect(await set(true, 'me@example.org')).toMatchObject({
    auto_refresh: true,
    allow_fred: true,
    contact: 'me@example.org',
  });
  await refresh();
  expect(seen()).toEqual({ fred: true, agents: ['(desktop data explorer; me@example.org)'] });
});

test('so does a refresh of the schedule', async () => {
  const { set, bySchedule, seen } = await open();
  await expect(bySchedule()).rejects.toThrow(/403/);
  expect(seen()).toEqual({ fred: false, agents: ['(desktop data explorer)'] });
  await set(true, 'me@example.org');
  await expect(bySchedule()).rejects.toThrow(/403/);
  expect(seen()).toEqual({ fred: true, agents: ['(desktop data explorer; me@example.org)'] });
});

test('a contact that cannot be sent is refused, and the settings stay', async () => {
  const { set, refresh, seen } = await open();
  await set(false, 'me@example.org');
  await expect(set(true, 'a\nb')).rejects.toMatchObject({ code: 'wrong_usage' });
  await refresh();
  expect(seen()).toEqual({ fred: false, agents: ['(desktop data explorer; me@example.org)'] });
});
