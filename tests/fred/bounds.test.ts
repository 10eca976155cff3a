import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { invalidKey } from '../../service/api/http/refusal.ts';
import { Refusal } from '../../service/api/index.ts';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { FILE_TYPES, fileTypeOf, fredRefusal } from '../../service/fred/fred-route.ts';
import { inFredUnit, knownValues, type RealTime, realTimeOf } from '../../service/fred/fred-series.ts';
import { fredApp, json, revise } from './fred-app.ts';

describe('a real-time period', () => {
  const NOON = new Date('2026-11-20T12:00:00.000Z');
  const of = ({ start, end, asOf }: RealTime) => [dateText(start), dateText(end), asOf];
  const ALL = { start: '1776-07-04', end: '9999-12-31' };

  it.each([
    [{}, undefined, ['2026-11-20', '2026-11-20', undefined]],
    [{}, ALL, ['1776-07-04', '9999-12-31', undefined]],
    [{ realtime_start: '2026-11-18' }, undefined, ['2026-11-18', '2026-11-20', undefined]],
    [{ realtime_start: '2026-11-18' }, ALL, ['2026-11-18', '9999-12-31', undefined]],
    [{ realtime_end: '2026-11-18' }, ALL, ['1776-07-04', '2026-11-18', '2026-11-18T23:59:59.999Z']],
    [{ realtime_end: '2026-11-19' }, undefined, ['2026-11-19', '2026-11-19', '2026-11-19T23:59:59.999Z']],
    [{ realtime_end: '2026-11-20' }, undefined, ['2026-11-20', '2026-11-20', undefined]],
    [{ realtime_end: '2026-11-25' }, undefined, ['2026-11-20', '2026-11-25', undefined]],
    // On the Line Islands it is already that day.
    [{ realtime_start: '2026-11-21' }, undefined, ['2026-11-21', '2026-11-21', undefined]],
  ])('%j, with the default %j', (words, usual, period) => {
    expect(of(realTimeOf(words, NOON, usual))).toEqual(period);
  });

  it('begins no later than today in the easternmost time zone, and does not end before its first day', () => {
    const refused = (words: Parameters<typeof realTimeOf>[0], at: string) => {
      try {
        return of(realTimeOf(words, new Date(at)));
      } catch (error) {
        return ((error as Refusal).body as { detail: { message: string } }).detail.message;
      }
    };
    const tomorrow = { realtime_start: '2026-11-21' };
    expect(refused(tomorrow, '2026-11-20T10:00:00.000Z')).toEqual(['2026-11-21', '2026-11-21', undefined]);
    expect(refused(tomorrow, '2026-11-20T09:59:59.999Z')).toBe(
      'realtime_start 2026-11-21 is in the future.  The latest possible date is 2026-11-20, today in the easternmost time zone.',
    );
    const day = { realtime_start: '2026-11-19', realtime_end: '2026-11-18' };
    expect(refused(day, '2026-11-20T12:00:00.000Z')).toBe(
      'The date set by variable realtime_start, 2026-11-19, is after that set by realtime_end, 2026-11-18.',
    );
  });
});

it('a value is known from its first day until the first day of the next value', () => {
  const seen = (day: number, value: string, text: string) => ({ day, value, seen: `${text}T23:00:00.000Z` });
  const known = knownValues([
    seen(1, 'a', '2026-11-18'),
    seen(1, 'b', '2026-11-20'),
    seen(1, 'c', '2026-11-20'),
    seen(2, 'd', '2026-11-19'),
  ]).map(({ start, end, ...one }) => ({ ...one, start: dateText(start), days: end - start }));
  expect(known).toEqual([
    { day: 1, value: 'a', start: '2026-11-18', days: 2 },
    { day: 1, value: 'c', start: '2026-11-20', days: Number.POSITIVE_INFINITY },
    { day: 2, value: 'd', start: '2026-11-19', days: Number.POSITIVE_INFINITY },
  ]);
});

it.each([
  ['24512345', '24512.345'],
  ['24512300', '24512.3'],
  ['24000000', '24000'],
  ['-5', '-0.005'],
  ['0', '0'],
  // Keeps the zeros of the publisher's text, and drops those that the division added.
  ['24512300.50000', '24512.30050'],
])('%s millions are %s billions', (value, scaled) => {
  expect(inFredUnit({ scale: { unit: 'billions', power: 3 } }, value)).toBe(scaled);
  expect(inFredUnit({ scale: undefined }, value)).toBe(value);
});

it('an unknown form is XML, as at FRED, even if it is the name of an object’s own property', () => {
  const forms = ['json', 'xml', 'xlsx', 'toString', undefined, ['json']];
  expect(forms.map(fileTypeOf)).toEqual(['json', 'xml', 'xml', 'xml', 'xml', 'xml']);
});

it('every character of a text is escaped in XML, in attributes and in elements', () => {
  const text = '&<>"\'\t\n\r é\u0085\ufffe\ud800.';
  const escaped = "&amp;&lt;&gt;&quot;'&#9;&#10;&#13; é\ufffd\ufffd\ufffd.";
  const answer = {
    list: 'l',
    item: 'i',
    facts: { a: text, b: 1 },
    items: [
      { facts: { c: text }, text: { name: 'x', value: text } },
      { facts: { c: 2 } },
      { facts: {}, text: { name: 'x', value: 'y' } },
    ],
  };
  expect([...FILE_TYPES.xml.write(answer)].join('')).toBe(
    `<?xml version="1.0" encoding="utf-8" ?>\n<l a="${escaped}" b="1">\n  <i c="${escaped}">${escaped}</i>\n  <i c="2"/>\n  <i>y</i>\n</l>\n`,
  );
  expect(JSON.parse([...FILE_TYPES.json.write(answer)].join(''))).toEqual({
    a: text,
    b: 1,
    l: [{ c: text, x: text }, { c: 2 }, 'y'],
  });
  expect(FILE_TYPES.xml.refuse(400, text)).toBe(
    `<?xml version="1.0" encoding="utf-8" ?>\n<error code="400" message="${escaped}" />\n`,
  );
});

it.each([0, 2000, 2001])('writes a list of %i items as one list, whatever its chunks', (count) => {
  const items = Array.from({ length: count }, (_, i) => ({ facts: { date: `d${i}`, value: String(i) } }));
  const answer = { list: 'observations', item: 'observation', facts: { count }, items };
  expect(JSON.parse([...FILE_TYPES.json.write(answer)].join(''))).toEqual({
    count,
    observations: items.map(({ facts }) => facts),
  });
  const xml = [...FILE_TYPES.xml.write(answer)].join('');
  expect(xml.match(/<observation date="d\d+" value="\d+"\/>/g) ?? []).toHaveLength(count);
  expect(xml).toMatch(/<\/observations>\n$/);
});

it('a refusal counts a wrong key as a guess, and a missing or revoked one not; a bug is no refusal', () => {
  const refusalOf = (thrown: unknown, query: object, headers = {}) =>
    fredRefusal(thrown, { query, headers } as unknown as FastifyRequest, 'json');
  const isGuess = (...asked: Parameters<typeof refusalOf>) => (refusalOf(...asked) as Refusal).isGuess;
  const unknown = invalidKey(false, true);
  expect([isGuess(unknown, { api_key: 'x' }), isGuess(unknown, {}, { 'x-api-key': 'x' })]).toEqual([
    true,
    true,
  ]);
  expect([isGuess(invalidKey(false, false), {}), isGuess(invalidKey(true, false), { api_key: 'x' })]).toEqual(
    [false, false],
  );
  const other = refusalOf(new Refusal(403, { detail: 'Forbidden' }, { Connection: 'close' }), {});
  expect(other).toMatchObject({ status: 403, headers: { Connection: 'close' } });
  const bug = new TypeError('x is not a function');
  expect(refusalOf(bug, {})).toBe(bug);
});

describe('a release', () => {
  const CLAIMS = { release_id: '180', realtime_start: '2026-11-25', realtime_end: '2026-12-03' };
  const dates = async (at: string, path: string, query: Record<string, string>) => {
    const app = await fredApp();
    app.clock.set(at);
    const { release_dates } = await json(app, path, query);
    return (release_dates as { date: string; release_name?: string; release_last_updated?: string }[]).map(
      ({ date, release_name: name, release_last_updated: updated }) =>
        [date, ...(name === undefined ? [] : [name]), ...(updated === undefined ? [] : [updated])].join(' '),
    );
  };

  it('is out from its minute in New York', async () => {
    expect(await dates('2026-11-25T13:29:59.999Z', '/fred/release/dates', CLAIMS)).toEqual([]);
    expect(await dates('2026-11-25T13:30:00.000Z', '/fred/release/dates', CLAIMS)).toEqual(['2026-11-25']);
  });

  it('with an approximate rule is upcoming until its day in New York ends, not its day in UTC', async () => {
    const ahead = {
      ...{ release_id: '192', realtime_start: '2026-12-01', realtime_end: '2026-12-01' },
      include_release_dates_with_no_data: 'true',
    };
    // It is still the first of December in New York.
    expect(await dates('2026-12-02T04:59:00.000Z', '/fred/release/dates', ahead)).toEqual(['2026-12-01']);
    expect(await dates('2026-12-02T05:00:00.000Z', '/fred/release/dates', ahead)).toEqual([]);
  });

  it('is listed from the first day of the current year by default', async () => {
    expect((await dates('2031-05-05T12:00:00.000Z', '/fred/releases/dates', { sort_order: 'asc' }))[0]).toBe(
      '2031-01-02 H.15 Selected Interest Rates',
    );
  });

  it('is foreseen for 366 days', async () => {
    const last = {
      ...{ release_id: '18', include_release_dates_with_no_data: 'true', sort_order: 'desc', limit: '2' },
    };
    // 2027-11-19, a Friday, is a year and a day ahead; the next business day is too far ahead.
    expect(await dates('2026-11-18T12:00:00.000Z', '/fred/release/dates', last)).toEqual([
      '2027-11-19',
      '2027-11-18',
    ]);
    expect(dayNumber('2027-11-19')).toBe((dayNumber('2026-11-18') ?? 0) + 366);
  });

  it('has the time of the last update if upcoming days are asked for and Almanac has data', async () => {
    const query = { realtime_start: '2026-11-25', realtime_end: '2026-11-27', sort_order: 'asc' };
    const ahead = { ...query, include_release_dates_with_no_data: 'true', order_by: 'release_id' };
    expect(await dates('2026-11-24T12:00:00.000Z', '/fred/releases/dates', ahead)).toEqual([
      '2026-11-25 H.15 Selected Interest Rates 2026-11-20 12:00:05+00',
      '2026-11-27 H.15 Selected Interest Rates 2026-11-20 12:00:05+00',
      '2026-11-27 H.4.1 Factors Affecting Reserve Balances',
      '2026-11-25 Unemployment Insurance Weekly Claims Report 2026-11-20 12:00:05+00',
      '2026-11-25 Interest Rate Spreads 2026-11-20 12:00:05+00',
      '2026-11-27 Interest Rate Spreads 2026-11-20 12:00:05+00',
      '2026-11-25 State Unemployment Insurance Weekly Claims Report',
    ]);
  });
});

it('an answer may be cached by its client only, and its rows are counted', async () => {
  const app = await fredApp();
  const kept = { 'cache-control': 'private, no-cache', vary: 'Origin', etag: expect.stringMatching(/^W\/"/) };
  const rows = async (path: string) => {
    const { headers } = await app.get(path, { 'x-api-key': app.key });
    expect(headers).toMatchObject(kept);
    const [id = ''] = (await app.keys.list()).map((one) => one.id);
    return [app.calls.of(id)[0]?.path, app.calls.of(id)[0]?.rows];
  };
  expect(await rows('/fred/series/observations?series_id=ICSA&limit=3')).toEqual([
    '/fred/series/observations',
    3,
  ]);
  expect(await rows('/graph/fredgraph.csv?id=ICSA')).toEqual(['/graph/fredgraph.csv', 4]);
  const { headers } = await app.get('/graph/fredgraph.csv?id=ICSA,DGS2', { 'x-api-key': app.key });
  expect([headers['x-data-origin'], headers['content-type']]).toEqual([
    'mixed',
    'text/csv; charset=utf-8; header=present',
  ]);
});

/** Keys at FRED's paths, beside the tests for all paths in `tests/api/status-codes.test.ts`. */

const ICSA = '/fred/series?series_id=ICSA';
const ECONOMIC =
  '/api/v1/economic-data/ui_weekly_claims?series=initial_claims_sa&date_from=2025-01-01&date_to=2025-01-11';
const XML_ERROR = /^<\?xml version="1\.0" encoding="utf-8" \?>\n<error code="(\d+)" message="([^"]*)" \/>\n$/;

describe('keys', () => {
  it('are needed, in the query or the header; refusals have FRED’s form and say how to get one', async () => {
    const app = await fredApp();
    const xml = await app.get(ICSA);
    expect(xml.status).toBe(400);
    expect(XML_ERROR.exec(xml.text)?.slice(1)).toEqual([
      '400',
      expect.stringMatching(
        /^Bad Request\. {2}Variable api_key is not set\. .*Make a key in Almanac under API access/,
      ),
    ]);
    expect(xml.headers['www-authenticate']).toBeUndefined();
    const json = await app.get(`${ICSA}&file_type=json&api_key=${'a'.repeat(32)}`);
    expect([json.status, JSON.parse(json.text)]).toEqual([
      400,
      { error_code: 400, error_message: expect.stringMatching(/api_key is not registered/) },
    ]);
    expect((await app.get(ICSA, { 'x-api-key': app.key })).status).toBe(200);
    expect((await app.get(`${ICSA}&api_key=${app.key}`, {}, 'HEAD')).status).toBe(200);
    const [{ id = '' } = {}] = await app.keys.list();
    await app.keys.revoke(id);
    expect((await app.get(`${ICSA}&api_key=${app.key}`)).text).toMatch(/key is revoked/);
  });

  it('of a table’s request are refused in one line, with 401', async () => {
    const app = await fredApp();
    const answer = await app.get('/graph/fredgraph.csv?id=ICSA');
    expect([answer.status, answer.headers['content-type'], answer.headers['www-authenticate']]).toEqual([
      401,
      'text/plain; charset=utf-8',
      'ApiKey realm="Almanac", Bearer realm="Almanac"',
    ]);
    expect(answer.text.trim().split('\n')).toHaveLength(1);
    const unknown = await app.get('/graph/fredgraph.csv?id=ICSA,ICSB', { 'x-api-key': app.key });
    expect([unknown.status, unknown.text]).toEqual([
      400,
      expect.stringMatching(/ICSB\. Did you mean ICSA\?\n$/),
    ]);
  });

  it('have one count for all addresses', async () => {
    const app = await fredApp();
    const paths = [ICSA, ECONOMIC, '/graph/fredgraph.csv?id=ICSA', `${ICSA}&series=wrong`];
    for (let i = 0; i < 100; i++) {
      const { status } = await app.get(paths[i % 4] as string, { 'x-api-key': app.key });
      expect(status).toBe(200);
    }
    const xml = await app.get(`${ICSA}&api_key=${app.key}`);
    expect([xml.status, XML_ERROR.exec(xml.text)?.[1]]).toEqual([429, '429']);
    expect(xml.text).toContain('Exceeded Rate Limit');
    expect(Number(xml.headers['retry-after'])).toBeGreaterThan(0);
    expect((await app.get(ECONOMIC, { 'x-api-key': app.key })).status).toBe(429);
    expect((await app.get('/graph/fredgraph.csv?id=ICSA', { 'x-api-key': app.key })).status).toBe(429);
    const [line] = await app.keys.list();
    expect(line?.today).toBe(100);
    expect(app.calls.of(line?.id ?? '')[0]).toMatchObject({ path: '/graph/fredgraph.csv', status: 429 });
  });

  it('are never repeated in the log', async () => {
    const app = await fredApp();
    const key = 'f0'.repeat(16);
    for (const query of [`series_id=${key}`, `series_id[]=${key}`, `x=${key}&series_id=ICSA`])
      await app.get(`/fred/series?${query}&api_key=${key}`);
    expect(app.logs.join('\n')).not.toContain(key);
  });
});

it('other paths of FRED are 404 in its form', async () => {
  const app = await fredApp();
  // Other requests of clients: fredapi's search_by_category, and the rest of pyfredapi and fedfred.
  for (const path of [
    'category/series?category_id=1',
    'series/tags?series_id=ICSA',
    'series/categories?series_id=ICSA',
    'series/updates?',
    'releases?',
    'release/tables?release_id=180',
    'sources?',
    'tags?',
  ]) {
    const { status, text } = await app.get(`/fred/${path}&file_type=json`, { 'x-api-key': app.key });
    expect([path, status, JSON.parse(text)]).toEqual([
      path,
      404,
      { error_code: 404, error_message: expect.stringContaining('fred/series/observations') },
    ]);
  }
});

it('an answer is 304 only for a client that has that answer', async () => {
  const app = await fredApp();
  const { headers } = await app.get(ICSA, { 'x-api-key': app.key });
  const again = await app.get(ICSA, { 'x-api-key': app.key, 'if-none-match': String(headers.etag) });
  expect([again.status, again.text]).toEqual([304, '']);
  // The ETag depends on the request and on the data.
  const held = { 'x-api-key': app.key, 'if-none-match': String(headers.etag) };
  expect((await app.get('/fred/series?series_id=DGS2', held)).status).toBe(200);
  revise(app, [{ code: 'initial_claims_sa', date: '2025-01-18', value: '223000' }]);
  expect((await app.get(ICSA, held)).status).toBe(200);
});
