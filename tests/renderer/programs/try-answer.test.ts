import { describe, expect, test } from 'vitest';
import {
  bytesText,
  rateLeftText,
  readableBody,
  shownHeaders,
  statusText,
  tookText,
  wrongParameter,
} from '../../../renderer/programs/try-answer.ts';

test('the headers to show, in one order and spelling', () => {
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

test('what is left of the limits', () => {
  expect(rateLeftText([['RateLimit', '"minute";r=99;t=5,"day";r=9998;t=60']])).toBe(
    '99 left this minute, 9,998 today',
  );
  expect(rateLeftText([['Content-Type', 'text/csv']])).toBeUndefined();
});

describe('the parameter that the API names as wrong', () => {
  const body = JSON.stringify({
    detail: { error: 'invalid_parameter', parameter: 'date_to', message: 'date_to is in the future.' },
  });
  test('of a 422', () => {
    expect(wrongParameter({ status: 422, body })).toEqual({
      parameter: 'date_to',
      message: 'date_to is in the future.',
    });
  });
  test.each([
    [200, body],
    [401, '{"detail":{"error":"invalid_api_key","revoked":false}}'],
    [422, 'not JSON'],
    [422, '{"detail":"a sentence"}'],
  ])('of a %d with %s: none', (status, text) => {
    expect(wrongParameter({ status, body: text })).toBeUndefined();
  });
});

test('only JSON is formatted', () => {
  const csv = 'date,series,value\n2024-01-01,a,"1,5"\n';
  expect(readableBody({ body: csv, headers: [['content-type', 'text/csv; charset=utf-8']] })).toBe(csv);
  expect(readableBody({ body: '{"a":{"b":[]}}', headers: [['Content-Type', 'application/json']] })).toContain(
    '\n',
  );
});

test.each([
  [1, '1 byte'],
  [912, '912 bytes'],
  [4_096, '4.1 KB'],
  [2_500_000, '2.50 MB'],
])('%d bytes', (bytes, said) => {
  expect(bytesText(bytes)).toBe(said);
});

test.each([
  [0.4, '0.4 ms'],
  [3, '3 ms'],
  [12.6, '13 ms'],
  [1_240, '1.2 s'],
])('%d ms', (ms, said) => {
  expect(tookText(ms)).toBe(said);
});

test('a status with its reason', () => {
  expect(statusText(429)).toBe('429 Too Many Requests');
  expect(statusText(599)).toBe('599');
});
