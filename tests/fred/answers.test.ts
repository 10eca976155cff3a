import { describe, expect, it } from 'vitest';
import { FRED_SERIES, type FredSeries } from '../../service/fred/fred-series.ts';
import type { RealTime } from '../../service/fred/real-time.ts';
import { seriesFacts } from '../../service/fred/series-facts.ts';
import { FILE_TYPES } from '../../service/fred/written.ts';
import type { DataState } from '../../service/http/index.ts';
import { frequencyCode, listOfFrequencies } from '../../service/series-math/fred-frequency-words.ts';
import { fredApp, json, valuesOf } from './fred-app.ts';

describe('fred/series', () => {
  it('answers XML by default and JSON with the same names', async () => {
    const app = await fredApp();
    const xml = await app.get(`/fred/series?series_id=ICSA&api_key=${app.key}`);
    expect(xml.status).toBe(200);
    expect(xml.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(xml.headers['x-data-origin']).toBe('file');
    expect(xml.text).toBe(`<?xml version="1.0" encoding="utf-8" ?>
<seriess realtime_start="2026-11-20" realtime_end="2026-11-20">
  <series id="ICSA" realtime_start="2026-11-20" realtime_end="2026-11-20" title="Initial claims, seasonally adjusted" observation_start="2024-12-21" observation_end="2025-01-11" frequency="Weekly, Ending Saturday" frequency_short="W" units="Claims" units_short="claims" seasonal_adjustment="Seasonally Adjusted" seasonal_adjustment_short="SA" last_updated="2026-11-20 12:00:05+00" popularity="0" notes="New applications for state unemployment insurance in the week, seasonally adjusted. Source: US Department of Labor, Employment and Training Administration, Unemployment Insurance Weekly Claims."/>
</seriess>
`);
    const answer = await json(app, '/fred/series', { series_id: 'icsa' });
    expect(Object.keys(answer)).toEqual(['realtime_start', 'realtime_end', 'seriess']);
    const [series] = answer.seriess as Record<string, unknown>[];
    for (const [name, value] of Object.entries(series ?? {}))
      expect(xml.text).toContain(` ${name}="${value}"`);
    expect(series?.popularity).toBe(0);
  });

  it('says of sample data that they are made up', async () => {
    const app = await fredApp();
    const { seriess } = await json(app, '/fred/series', { series_id: 'T10Y2Y' });
    expect((seriess as { notes: string }[])[0]?.notes).toMatch(/^SAMPLE DATA/);
    expect((await app.get(`/fred/series?series_id=DGS10&api_key=${app.key}`)).headers['x-data-origin']).toBe(
      'sample',
    );
  });

  it('writes a frequency as FRED does: levels as of their day, weeks by their last', () => {
    const data = { updatedAt: () => '2026-11-20T12:00:05Z', origin: () => 'file' } as unknown as DataState;
    const frequency = (id: string) => {
      const one = FRED_SERIES.find((series) => series.id === id) as FredSeries;
      const time: RealTime = { start: 0, end: 0, asOf: undefined };
      return seriesFacts(one, { first: 0, last: 7 }, time, data).frequency;
    };
    expect(frequency('TREAST')).toBe('Weekly, As of Wednesday');
    expect(frequency('CAICLAIMS')).toBe('Weekly, Ending Saturday');
    expect(frequency('DGS10')).toBe('Daily');
    expect(frequency('JTSJOL')).toBe('Monthly');
  });

  it('knows every id of the catalogue once, and each state’s own', () => {
    const ids = FRED_SERIES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining(['ICSA', 'JTSJOL', 'DGS10', 'T10Y2Y', 'PI', 'CAICLAIMS', 'PRCCLAIMS']),
    );
    expect(ids.filter((id) => !/^[A-Z][A-Z0-9]+$/.test(id))).toEqual([]);
  });
});

describe('fred/series/observations', () => {
  it('has FRED’s envelope, and the publisher’s texts', async () => {
    const app = await fredApp();
    expect(
      await json(app, '/fred/series/observations', { series_id: 'ICSA', observation_start: '2025-01-05' }),
    ).toEqual({
      realtime_start: '2026-11-20',
      realtime_end: '2026-11-20',
      observation_start: '2025-01-05',
      observation_end: '9999-12-31',
      units: 'lin',
      output_type: 1,
      file_type: 'json',
      order_by: 'observation_date',
      sort_order: 'asc',
      count: 1,
      offset: 0,
      limit: 100_000,
      observations: [
        { realtime_start: '2026-11-20', realtime_end: '2026-11-20', date: '2025-01-11', value: '217000' },
      ],
    });
  });

  it('has a dot where there is no result: the first change, a year that is not whole', async () => {
    const app = await fredApp();
    expect((await valuesOf(app, { series_id: 'ICSA', units: 'chg' })).slice(0, 2)).toEqual([
      '2024-12-21 .',
      '2024-12-28 -9000',
    ]);
    expect(await valuesOf(app, { series_id: 'JTSQUR', frequency: 'a' })).toEqual([
      '2022-01-01 2.3',
      '2023-01-01 2.3',
      '2024-01-01 .',
    ]);
    expect(await valuesOf(app, { series_id: 'JTSQUR', frequency: 'a', aggregation_method: 'eop' })).toEqual([
      '2022-01-01 2.4',
      '2023-01-01 2.2',
      '2024-01-01 .',
    ]);
  });

  it('answers in FRED’s unit, exactly', async () => {
    const app = await fredApp();
    expect(await valuesOf(app, { series_id: 'PI' })).toEqual(['2024-11-01 24512.3', '2024-12-01 24600.125']);
  });

  it('sorts, limits and begins where it is told', async () => {
    const app = await fredApp();
    expect(await valuesOf(app, { series_id: 'ICSA', sort_order: 'desc', limit: '2', offset: '1' })).toEqual([
      '2025-01-04 203000',
      '2024-12-28 211000',
    ]);
    expect(await valuesOf(app, { series_id: 'ICSA', offset: '9'.repeat(30) })).toEqual([]);
    expect(await valuesOf(app, { series_id: 'T10Y2Y', limit: '1', sort_order: 'desc' })).toEqual([
      '2024-04-11 -1.00',
    ]);
  });
});

describe('fred/series/search', () => {
  const ids = async (query: Record<string, string>) =>
    ((await json(await fredApp(), '/fred/series/search', query)).seriess as { id: string }[]).map(
      ({ id }) => id,
    );

  it('finds what is held, by words and by parts of ids', async () => {
    expect((await ids({ search_text: 'initial claims' }))[0]).toBe('ICSA');
    expect(await ids({ search_text: 'T10Y2Y' })).toEqual(['T10Y2Y']);
    expect(await ids({ search_text: 'dgs', search_type: 'series_id' })).toEqual(['DGS10', 'DGS2']);
    expect(await ids({ search_text: 'J*R', search_type: 'series_id' })).toEqual(['JTSQUR']);
    expect(await ids({ search_text: '*Q*U*', search_type: 'series_id' })).toEqual(['JTSQUR']);
    // The star between them stands for nothing, and no letter counts twice.
    expect(await ids({ search_text: 'JTS*QUR', search_type: 'series_id' })).toEqual(['JTSQUR']);
    expect(await ids({ search_text: 'JTSQ*QUR', search_type: 'series_id' })).toEqual([]);
    // As a regular expression this tries for minutes.
    expect(await ids({ search_text: '*S*'.repeat(60), search_type: 'series_id' })).toEqual([]);
    expect(await ids({ search_text: 'nothing of the kind' })).toEqual([]);
  });

  it('narrows and sorts', async () => {
    const daily = { search_text: 'treasury', filter_variable: 'frequency', filter_value: 'Daily' };
    expect(await ids({ ...daily, order_by: 'series_id' })).toEqual(['DGS10', 'DGS2', 'T10Y2Y']);
    expect(await ids({ ...daily, order_by: 'series_id', sort_order: 'desc', limit: '1' })).toEqual([
      'T10Y2Y',
    ]);
    expect(await ids({ ...daily, filter_value: 'Monthly' })).toEqual([]);
  });
});

describe('graph/fredgraph.csv', () => {
  const table = async (query: string) => {
    const app = await fredApp();
    return app.get(`/graph/fredgraph.csv?${query}`, { 'x-api-key': app.key });
  };

  it('is a row a date and a column a series, empty where there is no value', async () => {
    const answer = await table('id=ICSA,JTSQUR&cosd=2024-05-01&coed=2024-12-25');
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="fredgraph.csv"');
    expect(answer.text).toBe(
      'observation_date,ICSA,JTSQUR\n2024-05-01,,2.0\n2024-06-01,,2.1\n2024-12-21,220000,\n',
    );
  });

  it('takes an address as FRED’s page gives it', async () => {
    const answer = await table(
      'bgcolor=%23e1e9f0&chart_type=line&drp=0&fo=open%20sans&graph_bgcolor=%23ffffff&height=450&mode=fred&recession_bars=on&txtcolor=%23444444&ts=12&tts=12&width=1168&nt=0&thu=0&trc=0&show_legend=yes&show_axis_titles=yes&show_tooltip=yes&id=ICSA&scale=left&cosd=2025-01-01&coed=2025-01-11&line_color=%234572a7&link_values=false&line_style=solid&mark_type=none&mw=3&lw=2&ost=-99999&oet=99999&mma=0&fml=a&fq=Weekly%2C%20Ending%20Saturday&fam=avg&fgst=lin&fgsnd=2020-02-01&line_index=1&transformation=pch&vintage_date=2025-01-20&revision_date=2025-01-20&nd=1967-01-07',
    );
    expect(answer.text).toBe('observation_date,ICSA_PCH\n2025-01-04,-3.79147\n2025-01-11,6.89655\n');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="ICSA.csv"');
  });

  it('takes a word for each line', async () => {
    const answer = await table(
      'id=JTSQUR,ICSA&fq=Annual,Monthly&fam=eop,avg&transformation=lin,nbd&nd=,2024-12-01',
    );
    expect(answer.text.split('\n')[0]).toBe('observation_date,JTSQUR,ICSA_NBD20241201');
    expect(listOfFrequencies('Weekly, Ending Friday,Daily,Weekly, As of Wednesday')).toEqual([
      'Weekly, Ending Friday',
      'Daily',
      'Weekly, As of Wednesday',
    ]);
    expect(
      ['Weekly, Ending Friday', 'Daily, Close', 'Weekly, As of Wednesday', 'q', 'xx'].map(frequencyCode),
    ).toEqual(['wef', 'd', 'w', 'q', 'xx']);
  });
});

it('writes XML that any text survives in', () => {
  const text = [
    ...FILE_TYPES.xml.write({
      list: 'l',
      item: 'i',
      facts: { a: '<"&\n>\0' },
      items: [{ facts: {}, text: { name: 'x', value: 'a<b\ud800' } }],
    }),
  ].join('');
  expect(text).toContain('<l a="&lt;&quot;&amp;&#10;&gt;\ufffd">');
  expect(text).toContain('<i>a&lt;b\ufffd</i>');
});

it.each([0, 1, 1999, 2000, 2001, 6000])('writes a list of %i as one, in whatever pieces', (count) => {
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
