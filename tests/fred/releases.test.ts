import { describe, expect, it } from 'vitest';
import { fredApp, json } from './fred-app.ts';

describe('fred/releases/dates', () => {
  it('has the days of this year until today, newest first, and the coming ones where they are asked for', async () => {
    const app = await fredApp();
    // After 18:00 in New York.
    app.clock.set('2026-11-20T23:30:00.000Z');
    type Dated = { release_id: number; release_name: string; date: string; is_about?: string };
    const ask = async (query: Record<string, string>) =>
      (await json(app, '/fred/releases/dates', query)).release_dates as Dated[];
    const past = await ask({});
    // Thursday is the day before this one.
    expect(past.slice(0, 4)).toEqual([
      { release_id: 18, release_name: 'H.15 Selected Interest Rates', date: '2026-11-20' },
      { release_id: 304, release_name: 'Interest Rate Spreads', date: '2026-11-20' },
      expect.objectContaining({ date: '2026-11-19' }),
      expect.objectContaining({ date: '2026-11-19' }),
    ]);
    expect(past.at(-1)?.date).toMatch(/^2026-01-0\d$/);
    const coming = await ask({
      include_release_dates_with_no_data: 'true',
      realtime_start: '2026-11-23',
      sort_order: 'asc',
    });
    expect(coming.find(({ release_id }) => release_id === 180)).toMatchObject({ date: '2026-11-25' });
    expect(coming.find(({ release_id }) => release_id === 192)?.is_about).toBe('true');
    const xml = await app.get(`/fred/releases/dates?limit=1&api_key=${app.key}`);
    expect(xml.text).toContain(
      '<release_date release_id="18" release_name="H.15 Selected Interest Rates">2026-11-20</release_date>',
    );
    // This year is that of the answer.
    app.clock.set('2031-05-05T12:00:00.000Z');
    const { realtime_start, count } = await json(app, '/fred/releases/dates', {});
    expect([realtime_start, Number(count) > 200]).toEqual(['2031-01-01', true]);
  });
});

describe('releases', () => {
  it('of a series is answered, and has its series, as fredapi’s search_by_release asks for them', async () => {
    const app = await fredApp();
    const { releases } = await json(app, '/fred/series/release', { series_id: 'icsa' });
    expect(releases).toEqual([
      {
        id: 180,
        realtime_start: '2026-11-20',
        realtime_end: '2026-11-20',
        name: 'Unemployment Insurance Weekly Claims Report',
        press_release: 'true',
        link: expect.stringMatching(/^https:/),
      },
    ]);
    const xml = await app.get(
      `/fred/release/series?release_id=192&order_by=title&filter_variable=frequency&filter_value=Monthly&sort_order=desc&api_key=${app.key}`,
    );
    expect(xml.text).toMatch(/<seriess [^>]*order_by="title" sort_order="desc" count="1"/);
    expect(xml.text).toContain('<series id="JTSQUR"');
    const none = await json(app, '/fred/release/series', { release_id: '20' });
    expect([none.count, none.seriess]).toEqual([0, []]);
  });

  it('of a spread is FRED’s own of spreads, which has no press release; the yields are of another', async () => {
    const app = await fredApp();
    for (const id of ['T10Y2Y', 'T10Y3M']) {
      const { releases } = await json(app, '/fred/series/release', { series_id: id });
      expect(releases).toMatchObject([{ id: 304, name: 'Interest Rate Spreads', press_release: 'false' }]);
    }
    const idsOf = async (release_id: string) =>
      ((await json(app, '/fred/release/series', { release_id })).seriess as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await idsOf('304')).toEqual(['T10Y2Y']);
    expect(await idsOf('18')).toEqual(['DGS10', 'DGS2']);
    const { release_dates } = await json(app, '/fred/release/dates', {
      release_id: '304',
      realtime_start: '2026-11-17',
    });
    expect(release_dates).toMatchObject([
      { release_id: 304, date: '2026-11-17' },
      { release_id: 304, date: '2026-11-18' },
      { release_id: 304, date: '2026-11-19' },
    ]);
  });

  it('have no past day where the rule is not exact, and coming ones with the mark at both paths', async () => {
    const app = await fredApp();
    app.clock.set('2026-11-26T12:00:00.000Z');
    const asked = async (path: string, query: Record<string, string>) =>
      (await json(app, path, { realtime_start: '2026-01-01', sort_order: 'asc', ...query })).release_dates;
    const ahead = { include_release_dates_with_no_data: 'true', realtime_end: '2026-12-31' };
    const personalIncome = [
      { release_id: 54, date: '2026-11-30', is_about: 'true' },
      { release_id: 54, date: '2026-12-24', is_about: 'true' },
    ];
    expect(await asked('/fred/release/dates', { release_id: '54' })).toEqual([]);
    expect(await asked('/fred/release/dates', { release_id: '54', ...ahead })).toEqual(personalIncome);
    const all = (await asked('/fred/releases/dates', ahead)) as { release_id: number; date: string }[];
    const about = all.filter((one) => 'is_about' in one);
    expect(about.filter(({ release_id }) => release_id === 54)).toEqual(
      personalIncome.map((one) => expect.objectContaining(one)),
    );
    expect(about.filter(({ date }) => date < '2026-11-26')).toEqual([]);
    const plain = await asked('/fred/releases/dates', {});
    expect(JSON.stringify(plain)).not.toMatch(/is_about|"release_id":(54|192)/);
    const xml = await app.get(
      `/fred/release/dates?release_id=54&include_release_dates_with_no_data=true&limit=1&api_key=${app.key}`,
    );
    expect(xml.text).toContain('<release_date release_id="54" is_about="true">2026-11-30</release_date>');
  });

  it('come out on the days of all releases, oldest first', async () => {
    const app = await fredApp();
    const of = { realtime_start: '2026-10-01', include_release_dates_with_no_data: 'true' };
    const one = await json(app, '/fred/release/dates', { ...of, release_id: '180' });
    const all = await json(app, '/fred/releases/dates', { ...of, sort_order: 'asc' });
    const days = (all.release_dates as { release_id: number; date: string }[]).filter(
      ({ release_id }) => release_id === 180,
    );
    expect(days.length).toBeGreaterThan(50);
    expect(one.release_dates).toEqual(days.map(({ date }) => ({ release_id: 180, date })));
    const last = await json(app, '/fred/release/dates', {
      release_id: '180',
      sort_order: 'desc',
      limit: '1',
    });
    expect(last.count).toBeGreaterThan(2000);
    expect(last.release_dates).toHaveLength(1);
  });
});
