import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesText,
  prettyJson,
  rateLeftText,
  readableBody,
  shownHeaders,
  statusText,
  tookText,
  wrongParameter,
} from '../../../renderer/programs/try-answer.ts';

it('the shown headers have one order and spelling', () => {
  expect(
    shownHeaders([
      ['content-type', 'application/json'],
      ['connection', 'keep-alive'],
      ['ratelimit', '"minute";r=99;t=5,"day";r=9998;t=60'],
    ]),
  ).toEqual([
    ['RateLimit', '"minute";r=99;t=5,"day";r=9998;t=60'],
    ['Content-Type', 'application/json'],
  ]);
});

it('the text says how much is left of the limits', () => {
  expect(rateLeftText([['RateLimit', '"minute";r=99;t=5,"day";r=9998;t=60']])).toBe(
    '99 left this minute, 9,998 today',
  );
  expect(rateLeftText([['Content-Type', 'text/csv']])).toBeUndefined();
});

describe('the parameter that the API names as wrong', () => {
  const body = JSON.stringify({
    detail: { error: 'invalid_parameter', parameter: 'date_to', message: 'date_to is in the future.' },
  });
  it('is read from a 422', () => {
    expect(wrongParameter({ status: 422, body })).toEqual({
      parameter: 'date_to',
      message: 'date_to is in the future.',
    });
  });
  it.each([
    [200, body],
    [401, '{"detail":{"error":"invalid_api_key","revoked":false}}'],
    [422, 'not JSON'],
    [422, '{"detail":"a sentence"}'],
  ])('is not read from a %d with %s', (status, text) => {
    expect(wrongParameter({ status, body: text })).toBeUndefined();
  });
});

it('only JSON is formatted', () => {
  const csv = 'date,series,value\n2024-01-01,a,"1,5"\n';
  expect(readableBody({ body: csv, headers: [['content-type', 'text/csv; charset=utf-8']] })).toBe(csv);
  expect(readableBody({ body: '{"a":{"b":[]}}', headers: [['Content-Type', 'application/json']] })).toContain(
    '\n',
  );
});

it.each([
  [1, '1 byte'],
  [912, '912 bytes'],
  [4_096, '4.1 KB'],
  [2_500_000, '2.50 MB'],
])('a size of %d bytes is written with its unit', (bytes, said) => {
  expect(bytesText(bytes)).toBe(said);
});

it.each([
  [0.4, '0.4 ms'],
  [3, '3 ms'],
  [12.6, '13 ms'],
  [1_240, '1.2 s'],
])('a duration of %d ms is written with its unit', (ms, said) => {
  expect(tookText(ms)).toBe(said);
});

it('a status has its reason', () => {
  expect(statusText(429)).toBe('429 Too Many Requests');
  expect(statusText(599)).toBe('599');
});

it('each record is on a line, and what contains others is spread over lines', () => {
  const text =
    '{"status":"OK","pagination":{"count":"2","next_url":null},"data":[{"date":"2026-01-02","value":"38369996235377.36"},{"date":"2026-01-05","value":"1.50"}]}';
  expect(prettyJson(text)).toBe(
    [
      '{',
      '  "status": "OK",',
      '  "pagination": {"count": "2", "next_url": null},',
      '  "data": [',
      '    {"date": "2026-01-02", "value": "38369996235377.36"},',
      '    {"date": "2026-01-05", "value": "1.50"}',
      '  ]',
      '}',
    ].join('\n'),
  );
});

it('digits stay as they were sent', () => {
  expect(prettyJson('{"latency":0.10,"big":38369996235377.360,"e":1e3}')).toBe(
    '{"latency": 0.10, "big": 38369996235377.360, "e": 1e3}',
  );
});

it('only spaces between the parts change, whatever the text is', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const laidOut = prettyJson(text);
      expect(JSON.parse(laidOut)).toEqual(JSON.parse(text));
    }),
  );
});

it('a text that was cut anywhere is formatted as far as it goes, and only spaces are added', () => {
  const bare = (text: string) => text.replaceAll(/\s/g, '');
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, at) => {
      const cut = text.slice(0, at % (text.length + 1));
      expect(bare(prettyJson(cut))).toBe(bare(cut));
    }),
  );
});
