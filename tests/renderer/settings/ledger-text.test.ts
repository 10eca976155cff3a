import { expect, it } from 'vitest';
import { ledgerCsv, ledgerTabs, ledgerWords, pageWords } from '../../../renderer/settings/parts.tsx';

const REQUEST = {
  id: 1,
  at: '2026-11-20T18:00:00.000Z',
  method: 'POST',
  url: 'https://api.bls.gov/publicAPI',
  purpose: 'Refresh of jolts: BLS, "JTS"',
  dataset: 'jolts',
  headers: { 'user-agent': 'Almanac' },
  sent_bytes: 12,
  received_bytes: 345,
  status: null,
  problem: 'the connection broke',
};

it('the ledger has a row for each request, with its headers', () => {
  expect(ledgerCsv([REQUEST])).toBe(
    'at,method,url,purpose,dataset,status,problem,sent_bytes,received_bytes,headers\r\n' +
      '2026-11-20T18:00:00.000Z,POST,https://api.bls.gov/publicAPI,"Refresh of jolts: BLS, ""JTS""",jolts,,the connection broke,12,345,' +
      '"{""user-agent"":""Almanac""}"\r\n',
  );
  expect(ledgerTabs([REQUEST]).split('\n')[1]?.split('\t')).toHaveLength(10);
});

it('texts of other parties never become a formula of a spreadsheet', () => {
  const asked = { ...REQUEST, problem: '=HYPERLINK("http://example.org")' };
  expect(ledgerCsv([asked])).toContain('," =HYPERLINK(""http');
  expect(ledgerTabs([asked])).toContain('\t =HYPERLINK(');
});

it('requests to anyone but publishers are counted', () => {
  expect(ledgerWords({ total: 0, elsewhere: 0, since: null })).toBe(
    '0 requests to anyone but publishers. Nothing has left this computer yet.',
  );
  expect(ledgerWords({ total: 7, elsewhere: 1, since: REQUEST.at })).toBe(
    '1 request to anyone but publishers, 7 in all since 2026-11-20.',
  );
  const page = { total: 7123, elsewhere: 0, since: REQUEST.at, requests: [REQUEST, REQUEST] };
  expect(pageWords({ ...page, newer: 250 })).toBe('251 to 252 of 7,123');
});
