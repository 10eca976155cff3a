import { describe, expect, it, test } from 'vitest';
import { fredApp, runningService, runPython } from './fred-app.ts';

/** FRED's clients: the requests of each, byte for byte, and how each reads the answer. */

const NO_PYTHON = 'there is no Python with pandas on this machine';

describe('fredapi', () => {
  it('reads series, facts, revisions and searches, and shows refusals', async ({ skip }) => {
    const { url, key } = await runningService();
    const printed = await runPython(`
import json
from fredapi import Fred
Fred.root_url = "${url}/fred"
fred = Fred(api_key="${key}")
told = lambda data: [[str(day)[:10], None if value != value else value] for day, value in data.items()]
said = {
  "series": told(fred.get_series("ICSA", observation_start="12/28/2024", observation_end="2025-01-04")),
  "units": told(fred.get_series("ICSA", units="chg", limit=2)),
  "info": fred.get_series_info("JTSQUR")[["id", "frequency_short", "units"]].tolist(),
  "releases": [str(one)[:10] for one in fred.get_series_all_releases("ICSA").iloc[0]],
  "vintages": [str(one)[:10] for one in fred.get_series_vintage_dates("ICSA")],
  "search": fred.search("10-year treasury", order_by="title", sort_order="desc", filter=("frequency", "Daily")).index.tolist(),
}
for name, wrong in (("unknown", lambda: fred.get_series("ICSB")), ("key", lambda: Fred("x").get_series_info("ICSA"))):
    try: wrong()
    except ValueError as error: said[name] = str(error)
print(json.dumps(said))`);
    skip(printed === undefined, NO_PYTHON);
    expect(JSON.parse(printed as string)).toEqual({
      series: [
        ['2024-12-28', 211000],
        ['2025-01-04', 203000],
      ],
      units: [
        ['2024-12-21', null],
        ['2024-12-28', -9000],
      ],
      info: ['JTSQUR', 'M', 'Percent'],
      releases: ['2026-11-20', '2024-12-21', '220000.0'],
      vintages: ['2026-11-20'],
      search: ['T10Y2Y', 'DGS10'],
      unknown: expect.stringMatching(/^Bad Request\. {2}The series does not exist\..*Did you mean ICSA\?$/),
      key: expect.stringMatching(/^Bad Request\. {2}The value for variable api_key is not registered/),
    });
  });
});

/** The requests and assertions of fredapi's own tests, for series that Almanac has, without Python. */
describe('the requests of fredapi’s tests', () => {
  /** @returns the attributes of each element with a name, as fredapi's parser reads them. */
  const elementsOf = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name} ([^>]*?)/>`, 'g'))].map(([, facts = '']) =>
      Object.fromEntries([...facts.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
    );

  it('get a range, facts, and a release in a form that its parser accepts', async () => {
    const app = await fredApp();
    const ask = async (path: string) => (await app.get(`/fred/${path}&api_key=${app.key}`)).text;
    const range = 'observation_start=2024-04-08&observation_end=2024-04-11';
    const observations = await ask(`series/observations?series_id=DGS10&${range}`);
    expect(elementsOf(observations, 'observation').map(({ date, value }) => [date, Number(value)])).toEqual([
      ['2024-04-08', 4.26],
      ['2024-04-09', 4.27],
      ['2024-04-10', 4.28],
      ['2024-04-11', 4.29],
    ]);
    expect(elementsOf(await ask('series?series_id=JTSQUR'), 'series')).toMatchObject([
      { title: 'Quits, rate, seasonally adjusted', frequency: 'Monthly', frequency_short: 'M' },
    ]);
    const release = await ask('release/series?release_id=18&order_by=series_id&sort_order=asc');
    expect(release).toMatch(/^<\?xml[^>]*>\n<seriess [^>]*order_by="series_id" sort_order="asc" count="2"/);
    const told = elementsOf(release, 'series');
    expect(
      told.map((one) => [one.id, one.popularity, one.observation_start, one.seasonal_adjustment_short]),
    ).toEqual([
      ['DGS10', '0', '2024-03-01', 'NSA'],
      ['DGS2', '0', '2024-03-01', 'NSA'],
    ]);
  });

  it.each(['series/observations', 'series'])('get a ValueError for an invalid id of %s', async (path) => {
    const app = await fredApp();
    const { status, text } = await app.get(`/fred/${path}?series_id=invalid&api_key=${app.key}`);
    // fredapi parses the body of a failed request, and raises the message of its root.
    expect([status, /^<\?xml[^>]*>\n<error code="400" message="([^"]*)"/.exec(text)?.[1]]).toEqual([
      400,
      'Bad Request.  The series does not exist.  Almanac has no series of FRED called invalid.',
    ]);
  });
});

describe('pandas-datareader', () => {
  it('reads the table of a graph, with the key in a header of its session', async ({ skip }) => {
    const { url, key } = await runningService();
    const printed = await runPython(`
import requests
from pandas_datareader.fred import FredReader
FredReader.url = "${url}/graph/fredgraph.csv"
session = requests.Session()
session.headers["X-API-Key"] = "${key}"
table = FredReader(["ICSA", "JTSQUR"], start="2024-06-01", session=session).read()
print(table.to_json(date_format="iso"))
try: FredReader("ICSB", start="2024-06-01", session=session).read()
except OSError as error: print(error)`);
    skip(printed === undefined, NO_PYTHON);
    const [table = '', refusal] = (printed as string).split('\n');
    expect(JSON.parse(table.replaceAll(/T00:00:00\.000Z?/g, ''))).toEqual({
      ICSA: {
        '2024-06-01': null,
        '2024-12-21': 220000,
        '2024-12-28': 211000,
        '2025-01-04': 203000,
        '2025-01-11': 217000,
      },
      JTSQUR: expect.objectContaining({ '2024-06-01': 2.1, '2025-01-11': null }),
    });
    expect(refusal).toMatch(/Did you mean ICSA\?/);
  });
});

describe('FredData.jl', () => {
  /** As `get_data` does: first the observations, then the facts for the same real time. */
  async function getData(
    service: { url: string; fredKey: string },
    series: string,
    words: Record<string, string> = {},
  ) {
    const base = `${service.url}/fred/`;
    const common = { file_type: 'json', series_id: series, api_key: service.fredKey };
    const get = async (path: string, query: Record<string, string>) => {
      const answer = await fetch(`${base}${path}?${new URLSearchParams(query)}`, {
        headers: { Accept: '*/*', 'User-Agent': 'HTTP.jl/1.10' },
      });
      if (!answer.ok) throw new Error(`HTTP.StatusError ${answer.status}`);
      return answer.json();
    };
    const read = await get('series/observations', { ...words, ...common });
    const { realtime_start, realtime_end, units, observations } = read;
    const facts = (await get('series', { ...common, realtime_start, realtime_end })).seriess[0];
    return { realtime_start, units, observations, facts };
  }

  it('reads a series with a key of FRED’s form', async () => {
    const service = await runningService();
    // Fred(key, url) accepts no other form.
    expect(service.fredKey).toMatch(/^[0-9a-fA-F]{32}$/);
    const { realtime_start, units, observations, facts } = await getData(service, 'ICSA', {
      units: 'pch',
      vintage_dates: '2026-11-20',
    });
    expect([realtime_start, units]).toEqual(['2026-11-20', 'pch']);
    for (const one of observations)
      for (const name of ['date', 'realtime_start', 'realtime_end'])
        expect(one[name]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    // A text that is not a number becomes NaN.
    expect(observations.map(({ value }: { value: string }) => Number.parseFloat(value))).toEqual([
      Number.NaN,
      -4.09091,
      -3.79147,
      6.89655,
    ]);
    const names = ['id', 'title', 'units_short', 'units', 'seasonal_adjustment_short', 'seasonal_adjustment'];
    for (const name of [...names, 'frequency_short', 'frequency', 'notes'])
      expect(facts[name], name).toEqual(expect.stringMatching(/./));
    // The client cuts off the last three characters as the time zone.
    expect(facts.last_updated.slice(0, -3)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('throws for a wrong request', async () => {
    const service = await runningService();
    await expect(getData(service, 'GDPC1')).rejects.toThrow('HTTP.StatusError 400');
    await expect(getData(service, 'ICSA', { vintage_dates: '2015-01-01' })).rejects.toThrow('400');
    // The two wrong requests of its own tests.
    await expect(getData(service, 'ICSA', { limit: 'foo' })).rejects.toThrow('400');
    await expect(getData(service, 'ICSA', { vintage_dates: 'bar' })).rejects.toThrow('400');
  });
});

describe('scripts', () => {
  it('read JSON under a base address, and the table at a graph’s address', async () => {
    const { url, key } = await runningService();
    const base = `${url}/fred`;
    const asked = await fetch(
      `${base}/series/observations?series_id=DGS10&api_key=${key}&file_type=json&sort_order=desc&limit=1`,
    );
    expect((await asked.json()).observations[0]).toMatchObject({ date: '2024-04-11', value: '4.29' });
    const table = await fetch(`${url}/graph/fredgraph.csv?id=DGS10&cosd=2024-04-10&api_key=${key}`);
    expect(await table.text()).toBe('observation_date,DGS10\n2024-04-10,4.28\n2024-04-11,4.29\n');
  });

  it('can use the address of a graph from FRED’s page', async () => {
    const app = await fredApp();
    const answer = await app.get(
      '/graph/fredgraph.csv?bgcolor=%23e1e9f0&chart_type=line&drp=0&fo=open%20sans&graph_bgcolor=%23ffffff&height=450&mode=fred&recession_bars=on&txtcolor=%23444444&ts=12&tts=12&width=1168&nt=0&thu=0&trc=0&show_legend=yes&show_axis_titles=yes&show_tooltip=yes&id=ICSA&scale=left&cosd=2025-01-01&coed=2025-01-11&line_color=%234572a7&link_values=false&line_style=solid&mark_type=none&mw=3&lw=2&ost=-99999&oet=99999&mma=0&fml=a&fq=Weekly%2C%20Ending%20Saturday&fam=avg&fgst=lin&fgsnd=2020-02-01&line_index=1&transformation=pch&vintage_date=2025-01-20&revision_date=2025-01-20&nd=1967-01-07',
      { 'x-api-key': app.key },
    );
    expect(answer.text).toBe('observation_date,ICSA_PCH\n2025-01-04,-3.79147\n2025-01-11,6.89655\n');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="ICSA.csv"');
  });
});

/** An operation of the OpenAPI document. described.md has the document's text on FRED's paths. */

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  security: object[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    description: string;
    schema: object;
    example?: unknown;
  }[];
  responses: Record<string, { description: string; content?: Record<string, { schema?: object }> }>;
};

test('the API’s description of FRED’s paths is the one in described.md', async () => {
  const app = await fredApp();
  const { paths } = JSON.parse((await app.get('/openapi.json')).text) as {
    paths: Record<string, { get: Operation }>;
  };
  const written = Object.entries(paths).flatMap(([path, { get }]) => {
    if (!/^\/(fred|graph)\//.test(path)) return [];
    const { operationId, summary, description, security, parameters, responses } = get;
    return [
      `## ${path}: ${summary}\n`,
      `${description}\n`,
      `\`${operationId}\` ${JSON.stringify(security)}\n`,
      ...parameters.map(
        ({ name, description: said, ...rest }) => `- ${name}: ${said} \`${JSON.stringify(rest)}\``,
      ),
      '',
      ...Object.entries(responses).map(
        ([status, { description: said, ...rest }]) => `- ${status}: ${said} \`${JSON.stringify(rest)}\``,
      ),
      '',
    ];
  });
  await expect(written.join('\n')).toMatchFileSnapshot('described.md');
});
