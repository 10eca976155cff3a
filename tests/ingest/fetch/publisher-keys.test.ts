import { expect, test, vi } from 'vitest';
import { keysForRefresh, type PublisherKeySource } from '../../../service/process/publisher-keys.ts';
import { send } from '../../faults/fetch-fixtures.ts';
import type { Handler } from './publisher-server.ts';
import { refreshChannel } from './refresh-channel.ts';

const KEY = 'bls0123456789abcdef';
const NOTE = 'BLS was asked without your key. The keychain is locked.';

/** BLS answers every block with one month for each series. */
const bls: Handler = ({ body }, response) => {
  const { seriesid, endyear } = JSON.parse(body) as { seriesid: string[]; endyear: string };
  const data = [{ year: endyear, period: 'M01', value: '7.5', footnotes: [{}] }];
  const series = seriesid.map((seriesID) => ({ seriesID, data }));
  response.end(JSON.stringify({ status: 'REQUEST_SUCCEEDED', message: [], Results: { series } }));
};

function source(answer: Awaited<ReturnType<PublisherKeySource>>) {
  return vi.fn<PublisherKeySource>(async () => answer);
}

async function sentKeys(run: 'person' | 'schedule', given: PublisherKeySource) {
  const channel = await refreshChannel(bls, given);
  const result = run === 'person' ? await channel.refresh('jolts') : undefined;
  if (run === 'schedule') await channel.bySchedule('jolts');
  const keys = channel.server.asked.map(({ body }) => JSON.parse(body).registrationkey as string | undefined);
  return { keys: [...new Set(keys)], urls: channel.server.asked.map(({ url }) => url), result, channel };
}

// The two checks run at the same time, because each waits between its requests to the publisher.
test('a refresh sends BLS the user’s key, whether a person or the schedule starts it', async () => {
  const check = async (run: 'person' | 'schedule') => {
    const keys = source({ keys: { BLS: KEY }, notes: [] });
    const sent = await sentKeys(run, keys);
    expect(sent.keys).toEqual([KEY]);
    expect(keys.mock.calls.map(([publishers]) => publishers)).toEqual([['BLS']]);
    expect(JSON.stringify([sent.urls, sent.result, sent.channel.logs])).not.toContain(KEY);
  };
  await Promise.all([check('person'), check('schedule')]);
});

test('a key that cannot be read does not stop a refresh: a note or the schedule’s log reports it', async () => {
  const none = source({ keys: {}, notes: [NOTE] });
  const [byPerson, bySchedule] = await Promise.all([sentKeys('person', none), sentKeys('schedule', none)]);
  expect([byPerson.keys, bySchedule.keys]).toEqual([[undefined], [undefined]]);
  expect(byPerson.result).toMatchObject([{ notes: expect.arrayContaining([NOTE]) }]);
  expect(bySchedule.channel.logs).toContain(`jolts: ${NOTE}`);
});

test('a refresh that fails without its key reports that too', async () => {
  const channel = await refreshChannel(send('', {}, 403), source({ keys: {}, notes: [NOTE] }));
  expect(await channel.refresh('jolts')).toMatchObject({
    message: expect.stringMatching(/ The keychain is locked\.$/),
  });
});

test('a keychain that does not answer delays the refresh for a limited time, and not after the refresh is cancelled', async () => {
  const silent: PublisherKeySource = () => new Promise(() => undefined);
  const { signal } = new AbortController();
  const none = { keys: {}, notes: [expect.stringContaining('did not say in time')] };
  expect(await keysForRefresh('jolts', silent, signal, 10)).toEqual(none);
  const cancelling = new AbortController();
  const waiting = keysForRefresh('jolts', silent, cancelling.signal);
  cancelling.abort();
  expect(await waiting).toEqual(none);
  expect(await keysForRefresh('jolts', silent, AbortSignal.abort())).toEqual(none);
});

test('keys are read only for publishers that take one', async () => {
  const keys = source({ keys: { BLS: KEY }, notes: [] });
  const channel = await refreshChannel(send('', {}, 403), keys);
  for (const dataset of ['us_debt', 'personal_income_and_outlays', 'us_exports'])
    await channel.refresh(dataset);
  await expect(channel.bySchedule('us_debt')).rejects.toThrow(/403/);
  expect(keys).not.toHaveBeenCalled();
});
