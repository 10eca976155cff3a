import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../service/calendar/dates.ts';
import { latestDayText } from '../../service/calendar/today.ts';
import { viewFrom } from '../../service/cli/view.ts';
import { ASSISTANTS_PATH } from '../../service/contract/names.ts';
import { fredApp } from '../fred/fred-app.ts';
import { DEBT_QUESTION, economic, oneFault, START, type TestApp } from './folder.ts';

/** A client's day may be ahead of the service's: at noon UTC, the Line Islands (UTC+14) have tomorrow. */

const TODAY = START.slice(0, 10);
const [EASTERN, LATER] = [shiftDays(TODAY, 1), shiftDays(TODAY, 2)];

const debt = (more: Record<string, string>) => economic('us_debt', { ...DEBT_QUESTION, ...more });
const yields = (query: string) => `/yields/series=US10Y?${query}`;
const view = (query: string) => `/api/v1/view?series=yields.US10Y&${query}`;
const fred = (query: string) => `/fred/series/observations?series_id=ICSA&file_type=json&${query}`;

/** Every parameter that takes a day with a latest allowed value, and its path. */
const DAYS: readonly [string, (day: string) => string][] = [
  ['date_to', (day) => debt({ date_to: day })],
  ['as_of', (day) => debt({ as_of: day })],
  ['index_date', (day) => debt({ units: 'nbd', index_date: day })],
  ['date_from', (day) => yields(`date_from=${day}`)],
  ['date_to', (day) => yields(`date_to=${day}`)],
  ['date', (day) => yields(`date=${day}`)],
  ['as_of', (day) => yields(`as_of=${day}`)],
  ['index_date', (day) => yields(`units=nbd&index_date=${day}`)],
  ['from', (day) => view(`from=${day}`)],
  ['to', (day) => view(`from=2024-01-01&to=${day}`)],
  ['date_to', (day) => view(`date_from=2024-01-01&date_to=${day}`)],
  ['as_of', (day) => view(`as_of=${day}`)],
  ['realtime_start', (day) => fred(`realtime_start=${day}`)],
  ['realtime_start', (day) => fred(`realtime_start=${day}&realtime_end=9999-12-31`)],
  ['realtime_start', (day) => fred(`vintage_dates=${day}`)],
];

const ask = ({ get, key }: TestApp, path: string) => get(path, { 'x-api-key': key });

describe('today’s date in any time zone', () => {
  it.each(DAYS.map(([name, path]) => [name, path(EASTERN)] as const))(
    'is accepted: %s in %s',
    async (_, path) => {
      const answer = await ask(await fredApp(), path);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    },
  );

  it.each(DAYS.map(([name, path]) => [name, path(LATER)] as const))(
    'is the latest allowed day: %s in %s',
    async (name, path) => {
      const answer = await ask(await fredApp(), path);
      const { detail, error_message: said } = JSON.parse(answer.text);
      const message = new RegExp(
        name === 'index_date'
          ? 'is in the future'
          : `is in the future.* ${EASTERN}, today in the easternmost`,
      );
      if (path.startsWith('/fred'))
        expect([answer.status, said]).toEqual([400, expect.stringMatching(message)]);
      else expect([answer.status, detail]).toEqual([422, oneFault(name, message)]);
    },
  );

  it('changes at the minute at which the next day begins in the easternmost time zone', async () => {
    const app = await fredApp();
    app.clock.set(`${TODAY}T09:59:59.999Z`);
    expect((await ask(app, debt({ date_to: EASTERN }))).status).toBe(422);
    app.clock.set(`${TODAY}T10:00:00.000Z`);
    expect((await ask(app, debt({ date_to: EASTERN }))).status).toBe(200);
  });

  it('need not be given: the refusal of a range says how to ask for all data without a date', async () => {
    const app = await fredApp();
    for (const path of [debt({ date_to: LATER }), yields(`date_to=${LATER}`), yields(`date_from=${LATER}`)]) {
      const { message } = JSON.parse((await ask(app, path)).text).detail;
      expect(message).toMatch(/All there is needs no date: \/api\/v1\/view\?…&range=Max\.$/);
    }
    const { message } = JSON.parse((await ask(app, view(`from=2024-01-01&to=${LATER}`))).text).detail;
    expect(message).toMatch(/All there is needs no date: range=Max\.$/);
    expect((await ask(app, view('range=Max'))).status).toBe(200);
  });

  it('is accepted from an assistant and on the command line too', async () => {
    const { app, key } = await fredApp();
    const answered = async (day: string) => {
      const params = {
        name: 'get_observations',
        arguments: { series: 'yields.US10Y', from: '2024-03-01', to: day },
      };
      const answer = await app.inject({
        method: 'POST',
        url: ASSISTANTS_PATH,
        headers: { host: 'localhost:80', 'x-api-key': key, accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      });
      return answer.payload;
    };
    expect(await answered(EASTERN)).not.toContain('isError');
    expect(await answered(LATER)).toContain('is in the future');
    const latest = latestDayText();
    const days = (to: string) => ({ series: 'yields.US10Y', from: '2024-03-01', to });
    expect(viewFrom(days(latest)).range).toEqual({ from: '2024-03-01', to: latest });
    expect(() => viewFrom(days(shiftDays(latest, 1)))).toThrow('is in the future');
  });
});
