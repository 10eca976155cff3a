import { expect, it } from 'vitest';
import { headOf, placeText, readLine, readPlace, writeLine } from '../../../service/team/feed/lines.ts';

/** The lines of the change feed, and the place where a broken answer is continued. */

const TEAM = '11111111-2222-3333-4444-555555555555';
const HEAD = {
  ...{ format: 1, layout: 5, tables: { run: ['id', 'kind'] }, team: TEAM, version: 7, publish: 'p-7' },
  ...{ notes: 3, data_version: 6, file: 'f0', after: 2, from: null },
};
const FRAME = {
  table: 'run',
  columns: ['id', 'kind'],
  rows: [
    [1, 'file'],
    [2, null],
  ],
};

it('each line says what it is', () => {
  expect(readLine(JSON.stringify(HEAD))).toEqual({ head: HEAD });
  expect(readLine(JSON.stringify({ ...HEAD, from: '7.p-7.run.1' }))).toEqual({
    head: { ...HEAD, from: '7.p-7.run.1' },
  });
  expect(readLine(JSON.stringify(FRAME))).toEqual({ frame: FRAME });
  expect(readLine('{"table":"run","columns":[],"rows":[]}')).toEqual({
    frame: { table: 'run', columns: [], rows: [] },
  });
  expect(readLine('{"end":false,"rows":12}')).toEqual({ end: { end: false, rows: 12 } });
});

it.for<[string, unknown]>([
  ['a head without a team', { ...HEAD, team: 'x' }],
  ['a head of a negative version', { ...HEAD, version: -1 }],
  ['a head with half a version', { ...HEAD, after: 0.5 }],
  ['a head whose tables have no lists', { ...HEAD, tables: { run: 'id' } }],
  ['a frame with a row that is too short', { ...FRAME, rows: [[1, 'file'], [2]] }],
  ['a frame with a row that is too long', { ...FRAME, rows: [[1, 'file', 3]] }],
  ['a frame with a row that is none', { ...FRAME, rows: ['ab'] }],
  ['a frame without a table', { ...FRAME, table: 1 }],
  ['a frame without columns', { table: 'run', rows: [] }],
  ['a frame without rows', { table: 'run', columns: [] }],
  ['an end that does not say how many', { end: true }],
  ['an end with a negative number', { end: true, rows: -1 }],
  ['nothing', null],
  ['a number', 5],
])('%s is no line', ([, value]) => {
  expect(readLine(JSON.stringify(value))).toBeUndefined();
});

it('what is no JSON is no line', () => {
  for (const text of ['', 'hello', '{"end":true,"rows":1', '<html>']) expect(readLine(text)).toBeUndefined();
});

it('a line is written with its end, and read again', () => {
  expect(writeLine({ end: true, rows: 3 })).toBe('{"end":true,"rows":3}\n');
  const text = { ...FRAME, rows: [[1, 'two\nlines\r\u2028']] };
  expect(writeLine(text).indexOf('\n')).toBe(writeLine(text).length - 1);
  expect(readLine(writeLine(text).trimEnd())).toEqual({ frame: text });
});

it('a head names the publish that a copy has with it', () => {
  expect(headOf(HEAD)).toEqual({
    ...{ teamId: TEAM, version: 7, publishId: 'p-7', notes: 3, dataVersion: 6, fileId: 'f0' },
  });
});

it.for([
  ['7.2f1c-90.observation.1500', { version: 7, publishId: '2f1c-90', table: 'observation', rows: 1500 }],
  ['0..whole_block.0', { version: 0, publishId: '', table: 'whole_block', rows: 0 }],
  [
    '123456789012345.p.run.999999999999999',
    { version: 123_456_789_012_345, publishId: 'p', table: 'run', rows: 999_999_999_999_999 },
  ],
] as const)('the place %s', ([written, place]) => {
  expect(readPlace(written)).toEqual(place);
  expect(placeText(place)).toBe(written);
});

it.for([
  ...['', '7', '7.p.run', '7.p.run.', '.p.run.1', 'x.p.run.1', '7.p.run.1.', ' 7.p.run.1', '7.p.run.1\n'],
  ...['-7.p.run.1', '7.p.run.-1', '7.p;.run.1', '7.p.run;x.1', '7.p..1', '7.p.run.1.5'],
  ...['1234567890123456.p.run.1', '7.p.run.1234567890123456'],
])('%j is no place', (text) => {
  expect(readPlace(text)).toBeUndefined();
});
