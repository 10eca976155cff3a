import { expect, test } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import { host } from './action-host.ts';

test('one action sets how publishers are asked, and refuses a bad contact', async () => {
  const state = { auto_refresh: true, allow_fred: true, contact: 'me@example.org', datasets: [] };
  const { post, get, calls } = host(() => state);
  const body = { allow_fred: true, contact: 'me@example.org' };
  expect(await post('refresh-settings', body)).toEqual({ status: 200, body: state });
  expect(calls).toMatchObject([
    { name: 'refresh-settings', input: { allow_fred: true, contact: 'me@example.org' } },
  ]);
  expect((await get('refresh-settings')).status).toBe(405);
  expect((await post('refresh-settings', { allow_fred: 'yes', contact: '' })).status).toBe(422);
  expect(calls).toHaveLength(1);
  const refusing = host(() => {
    throw new Failure('wrong_usage', 'The contact must be one line.');
  });
  const refused = await refusing.post('refresh-settings', { allow_fred: false, contact: 'a\nb' });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain('The contact must be one line.');
});

test('a change that fails on a full disk is refused with the message of the service, not as a bug', async () => {
  const said = 'The settings were not changed: the disk is full.';
  const full = host(() => {
    throw new Failure('folder_unusable', said);
  });
  expect(await full.post('auto-refresh', { is_on: true })).toEqual({ status: 409, body: { detail: said } });
});

test('a key in a message of the service is not repeated', async () => {
  const key = `alm_${'k'.repeat(32)}`;
  const telling = host(() => {
    throw new Failure('wrong_usage', `There is no series ${key}, nor ?api_key=0123456789abcdef.`);
  });
  const { status, body } = await telling.get('explain?dataset=us_debt&series=x&date=2025-03-01');
  expect(status).toBe(422);
  expect(JSON.stringify(body)).not.toMatch(/kkk|0123456789abcdef/);
  expect(JSON.stringify(body)).toContain('There is no series');
});

test('an observation and the revisions of a series are asked for by what the address names', async () => {
  const { get, calls } = host(({ name }) => ({ told: name }));
  const series = 'dataset=ui_state_weekly_claims&series=initial_claims&area=CA';
  expect(await get(`explain?${series}&date=2025-03-01`)).toEqual({ status: 200, body: { told: 'explain' } });
  expect(await get(`revisions?${series}`)).toEqual({ status: 200, body: { told: 'revisions' } });
  const asked = { dataset: 'ui_state_weekly_claims', series: 'initial_claims', area: 'CA' };
  expect(calls.map(({ name, input }) => ({ name, input }))).toEqual([
    { name: 'explain', input: { ...asked, date: '2025-03-01' } },
    { name: 'revisions', input: asked },
  ]);
});

test('an address without an observation is refused with the message of the service', async () => {
  const { get } = host(() => {
    throw new Failure('wrong_usage', 'There is no series us_debt.x with a history.');
  });
  expect(await get('explain?dataset=us_debt&series=x')).toEqual({
    status: 422,
    body: { detail: 'There is no series us_debt.x with a history.' },
  });
});
