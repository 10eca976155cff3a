import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workCalls } from '../../service/calls/create-calls.ts';
import { fits } from '../../service/contract/fits.ts';
import { SameCompanies, SetSameCompanyRequest } from '../../service/contract/saved.ts';
import { openWork } from '../../service/work/index.ts';

test('a pair is confirmed, seen by another window, and taken back', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-work-calls-'));
  const works = [openWork(dataDir, { now: () => new Date() }), openWork(dataDir, { now: () => new Date() })];
  onTestFinished(() => {
    for (const work of works) work.close();
    rmSync(dataDir, { recursive: true });
  });
  const [one, other] = works.map(workCalls) as [ReturnType<typeof workCalls>, ReturnType<typeof workCalls>];
  const request = {
    before: { ticker: 'BLL', name: 'Ball Corp' },
    after: { ticker: 'BALL', name: 'Ball Corporation' },
    is_same: true,
  };
  expect(fits(SetSameCompanyRequest, request)).toBe(true);
  expect(fits(SetSameCompanyRequest, { ...request, after: { ticker: '', name: '' } })).toBe(false);
  expect((await one['set-same-company'](request)).pairs).toMatchObject([{ before: { ticker: 'BLL' } }]);
  expect(fits(SameCompanies, await other['same-companies']())).toBe(true);
  expect((await other['same-companies']()).pairs).toHaveLength(1);
  expect(await other['set-same-company']({ ...request, is_same: false })).toEqual({ pairs: [] });
  expect(await one['same-companies']()).toEqual({ pairs: [] });
});
