import path from 'node:path';
import { expect, test } from 'vitest';
import { rememberFailedRuns } from '../../../service/calls/create-calls.ts';
import { send } from '../../faults/fetch-fixtures.ts';
import { refreshChannel } from './refresh-channel.ts';
import { NOW } from './refreshing.ts';

const BEA = 'personal_income_and_outlays';

test('failed runs are remembered, whoever started them, and only failed ones', async () => {
  const channel = await refreshChannel(send('', {}, 403));
  const { calls, how } = channel;
  const failed = async () => (await calls.endpoints.runs()).failed;
  expect(await failed()).toEqual([]);
  await channel.refresh(BEA);
  await expect(channel.bySchedule(BEA)).rejects.toThrow(/403/);
  const file = { path: path.join(import.meta.dirname, 'refresh-channel.ts'), name: 'notes.txt' };
  await expect(calls.work.preview(file, how)).rejects.toThrow('notes.txt');
  await expect(calls.work.importFiles([file], how)).rejects.toThrow('notes.txt');
  expect(await failed()).toMatchObject([
    {
      id: 3,
      kind: 'import',
      dataset: null,
      location: 'notes.txt',
      message: expect.stringContaining('notes.txt'),
    },
    { id: 2, kind: 'refresh', dataset: BEA, is_scheduled: true, message: expect.stringContaining('403') },
    { id: 1, kind: 'refresh', dataset: BEA, is_scheduled: false, message: expect.stringContaining('403') },
  ]);
  expect((await failed())[0]?.failed_at).toBe(NOW.toISOString());
});

test('only so many are remembered', () => {
  const runs = rememberFailedRuns(() => NOW);
  for (let i = 0; i < 500; i++)
    runs.note({
      dataset: 'us_debt',
      kind: 'refresh',
      is_scheduled: true,
      location: '',
      message: 'No answer.',
    });
  expect(runs.list().length).toBeLessThanOrEqual(100);
  expect(runs.list()[0]?.id).toBe(500);
});
