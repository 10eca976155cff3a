import { expect, test } from 'vitest';
import { openedWork, REQUEST } from './items.ts';

test('outgoing requests are listed as they were noted, the newest first, and those to others than publishers are counted', () => {
  const { outgoing } = openedWork();
  expect(outgoing.list({ limit: 9 }, [])).toEqual({
    ...{ requests: [], newer: 0, total: 0, elsewhere: 0, since: null },
  });
  const first = { ...REQUEST, url: 'https://api.fiscaldata.treasury.gov/x?page=1' };
  const failed = {
    at: '2026-11-19T18:00:00.000Z',
    method: 'POST',
    url: 'https://elsewhere.example/y',
    purpose: 'Series of the BLS',
    dataset: null,
    headers: { 'x-key': '…', accept: '*/*' },
    sent_bytes: 7,
    received_bytes: 0,
    status: null,
    problem: 'no answer',
  };
  const port = { ...REQUEST, url: 'https://api.fiscaldata.treasury.gov:8443/x' };
  for (const request of [first, failed, port]) outgoing.note(request);
  const all = { total: 3, elsewhere: 2, since: '2026-11-19T18:00:00.000Z' };
  const list = (limit: number, before?: number) =>
    outgoing.list({ limit, before }, ['api.fiscaldata.treasury.gov', 'api.bls.gov']);
  expect(list(2)).toEqual({
    requests: [
      { ...port, id: 3 },
      { ...failed, id: 2 },
    ],
    newer: 0,
    ...all,
  });
  expect(list(2, 2)).toEqual({ requests: [{ ...first, id: 1 }], newer: 2, ...all });
});

test('page after page lists every outgoing request once, whatever arrives meanwhile', () => {
  const { outgoing } = openedWork();
  for (let i = 1; i <= 7; i += 1) outgoing.note({ ...REQUEST, url: `https://publisher.example/${i}` });
  const paths: string[] = [];
  const newer: number[] = [];
  for (let before: number | undefined; paths.length < 9; ) {
    const page = outgoing.list({ limit: 3, before }, []);
    if (page.requests.length === 0) break;
    paths.push(...page.requests.map(({ url }) => new URL(url).pathname));
    newer.push(page.newer);
    before = page.requests.at(-1)?.id;
    outgoing.note({ ...REQUEST, url: 'https://publisher.example/later' });
  }
  expect(paths).toEqual(['/7', '/6', '/5', '/4', '/3', '/2', '/1']);
  // One more before each page but the first.
  expect(newer).toEqual([0, 4, 8]);
  expect(outgoing.list({ limit: 3 }, []).total).toBe(10);
});

test('the newest 10,000 outgoing requests are kept', () => {
  const { outgoing, raw } = openedWork();
  const { headers, ...request } = REQUEST;
  raw((db) => {
    db.prepare(
      `WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 9999)
       INSERT INTO outgoing SELECT id, @at, @method, @url, @purpose, @dataset, @headers, @sent_bytes, @received_bytes, @status, @problem FROM n`,
    ).run({ ...request, headers: JSON.stringify(headers) });
  });
  const ends = () => {
    const { total, requests } = outgoing.list({ limit: 20_000 }, []);
    return [total, requests[0]?.id, requests.at(-1)?.id];
  };
  outgoing.note(REQUEST);
  expect(ends()).toEqual([10_000, 10_000, 1]);
  outgoing.note(REQUEST);
  expect(ends()).toEqual([10_000, 10_001, 2]);
});
