import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  curlSnippet,
  javascriptSnippet,
  powerQuerySnippet,
  pythonSnippet,
  rSnippet,
} from '../../../renderer/programs/programs.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { dateText } from '../../../service/calendar/dates.ts';
import { csvCell } from '../../../service/series-math/spreadsheet-cells.ts';
import {
  linesOf,
  namedLines,
  requestPath,
  requestSearch,
  type ViewSearch,
  withIndexDates,
} from '../../../service/view/index.ts';
import { csvRow } from '../../support/csv-row.ts';
import { serviceWithKey, wholeColumn } from '../take-away/real-service.ts';
import { has, pythonWithPandas, run } from './find-programs.ts';

/** Copied programs send one request each, and print exactly the texts of the chart. */

const RANGE = { from: '2019-06-05', to: '2024-03-20' };
const VIEWS: Record<string, ViewSearch> = {
  'averages of months and working days, formulas of them, an average of a formula': {
    series: 'jolts.quits_rate_sa,jolts.hires_rate_sa:ma4,yields.US10Y:ma2,yields.US2Y',
    formulas: 'a/b*100,c-d,(c+d)/2:ma3',
  },
  'weeks, a state, units, what is hidden, powers and a minus in front': {
    series:
      'ui_weekly_claims.initial_claims_sa:hidden:ma4,ui_state_weekly_claims.initial_claims.CA:pc1:ma4,ui_weekly_claims.continued_claims_sa',
    formulas: 'a/c,-a^2/c + 1.5,(a-c)*-2',
  },
  'quarters of days, and a formula of changes': {
    series:
      'us_debt.total_public_debt_outstanding:pch:ma2,us_debt.debt_held_by_public:pch:hidden,personal_income_and_outlays.total_personal_income:eop',
    frequency: 'q',
    formulas: 'a-b,1-b/a,c/1000:ma3',
  },
  'an average of the chart, which a line may have not, an index and a frequency of a line of its own': {
    series:
      'jolts.quits_rate_sa:ma1,jolts.hires_rate_sa,us_exports.asia:nbd,ui_weekly_claims.initial_claims_sa:m:eop',
    average: '6',
    formulas: 'a/b,b-a:ma2,d/b',
  },
  'what no program could ask for before: yields in units, lines of several frequencies, means of means': {
    series:
      'jolts.quits_rate_sa,ui_weekly_claims.initial_claims_sa,yields.US10Y:chg:m,ui_weekly_claims.continued_claims_sa:q:avg:ma3',
    formulas: 'a/b,a*2:pc1,c+1:q,d/2',
    names: 'a:"Quits", of 100,e:The "share"',
    colours: '3,1,0,2,5,4,7,6',
  },
};

let service: Awaited<ReturnType<typeof serviceWithKey>>;
let folder: string;
beforeAll(async () => {
  service = await serviceWithKey(1000);
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-snippets-'));
}, 60_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A view's request and drawn rows: 'date,line,value' by date, then in the order of the lines. */
async function drawnBy(search: ViewSearch): Promise<{ request: ViewSearch; rows: string[] }> {
  const { view, problems } = parseView(search);
  expect(problems).toEqual([]);
  const columns = await Promise.all(view.series.map(({ choice }) => wholeColumn(service, choice)));
  const all = linesOf(view, columns, RANGE);
  const fixed = withIndexDates(view, all);
  const shown = namedLines(
    fixed,
    all.filter(({ hidden }) => !hidden),
    RANGE,
  );
  const rows = shown.flatMap(({ name, column }, place) =>
    column.values.map((value, i) => ({ place, date: dateText(column.days[i] as number), name, value })),
  );
  rows.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.place - b.place));
  expect(rows.length).toBeGreaterThan(50);
  return {
    request: requestSearch(fixed, RANGE),
    rows: rows.map(({ date, name, value }) => `${date},${csvCell(name)},${value}`),
  };
}

const environment = () => ({ ...process.env, ALMANAC_API_KEY: service.key });
const options = () => ({ env: environment(), maxBuffer: 1e8 });
const linesIn = (text: string) => text.trim().split(/\r?\n/);

/** Every run tests this view; the other views are for the soak run. */
const LAST = Object.keys(VIEWS).at(-1);
const isLong = (name: string) => name !== LAST;

for (const [name, search] of Object.entries(VIEWS))
  describe(name, isLong(name) ? { tags: 'soak' } : {}, () => {
    it('in JavaScript', async () => {
      const { request, rows } = await drawnBy(search);
      const file = path.join(folder, 'view.mjs');
      const print = `const cell = (text) => (/[",]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text);
for (const { date, line, value } of rows) console.log([date, cell(line), value].join(','))`;
      const program = javascriptSnippet(request, service.baseUrl);
      writeFileSync(file, program.replace('console.table(rows)', print));
      expect(linesIn((await run(process.execPath, [file], options())).stdout)).toEqual(rows);
    }, 120_000);

    it('in Python', async ({ skip }) => {
      const python = await pythonWithPandas();
      skip(python === undefined, 'there is no Python with pandas on this machine');
      const { request, rows } = await drawnBy(search);
      const file = path.join(folder, 'view.py');
      const print = `assert (df["number"] == df["value"].astype(float)).all()
df["date"] = df["date"].dt.strftime("%Y-%m-%d")
print(df[["date", "line", "value"]].to_csv(index=False, header=False))`;
      writeFileSync(file, pythonSnippet(request, service.baseUrl).replace('print(df)', print));
      const { stdout, stderr } = await run(python as string, [file], options());
      expect(stderr).not.toContain('Warning');
      expect(linesIn(stdout)).toEqual(rows);
    }, 120_000);

    it('in R', async ({ skip }) => {
      skip(!(await has('Rscript')), 'there is no R on this machine');
      const { request, rows } = await drawnBy(search);
      const file = path.join(folder, 'view.R');
      const print = `stopifnot(identical(df$number, as.numeric(df$value)))
df$line <- ifelse(grepl('[",]', df$line), paste0('"', gsub('"', '""', df$line), '"'), df$line)
write.table(df[c("date", "line", "value")], sep = ",", quote = FALSE, row.names = FALSE, col.names = FALSE)`;
      writeFileSync(file, rSnippet(request, service.baseUrl).replace('print(df)', print));
      expect(linesIn((await run('Rscript', [file], options())).stdout)).toEqual(rows);
    }, 120_000);

    it('in curl, with a column for each line', async ({ skip }) => {
      skip(!(await has('curl')), 'there is no curl on this machine');
      const { request, rows } = await drawnBy(search);
      const { stdout } = await run('sh', ['-c', curlSnippet(request, service.baseUrl)], options());
      const [[, ...names] = [], ...wide] = linesIn(stdout).map(csvRow);
      const found = wide.flatMap(([date, ...values]) =>
        values.flatMap((value, i) => (value === '' ? [] : [`${date},${csvCell(names[i] ?? '')},${value}`])),
      );
      expect(found).toEqual(rows);
    }, 120_000);
  });

describe('a list of constituents', () => {
  /** The list of the sample data, and its members as the API has them: 'as_of,ticker,weight'. */
  async function held() {
    const answer = await fetch(`${service.baseUrl}/constituents/series=SP500?limit=5000`, {
      headers: service.headers,
    });
    const { rows } = (await answer.json()) as { rows: Record<string, string>[] };
    const lines = rows.map(({ as_of, ticker, weight }) => `${as_of},${ticker},${weight}`);
    expect(lines.length).toBe(500);
    return { asked: { code: 'SP500', date: rows[0]?.as_of ?? '' }, lines };
  }

  it('in JavaScript', async () => {
    const { asked, lines } = await held();
    const file = path.join(folder, 'list.mjs');
    const print =
      "for (const { as_of, ticker, weight } of rows) console.log([as_of, ticker, weight].join(','))";
    writeFileSync(file, javascriptSnippet(asked, service.baseUrl).replace('console.table(rows)', print));
    expect(linesIn((await run(process.execPath, [file], options())).stdout)).toEqual(lines);
  }, 120_000);

  it('in Python, also a ticker that reads as a missing value', async ({ skip }) => {
    const python = await pythonWithPandas();
    skip(python === undefined, 'there is no Python with pandas on this machine');
    const { asked, lines } = await held();
    const file = path.join(folder, 'list.py');
    const print = `assert (df["number"] == df["weight"].astype(float)).all()
df["as_of"] = df["as_of"].dt.strftime("%Y-%m-%d")
print(df[["as_of", "ticker", "weight"]].to_csv(index=False, header=False))`;
    writeFileSync(file, pythonSnippet(asked, service.baseUrl).replace('print(df)', print));
    expect(linesIn((await run(python as string, [file], options())).stdout)).toEqual(lines);
    expect(pythonSnippet(asked, '')).toContain('keep_default_na=False');
  }, 120_000);

  it('in curl', async ({ skip }) => {
    skip(!(await has('curl')), 'there is no curl on this machine');
    const { asked, lines } = await held();
    const { stdout } = await run('sh', ['-c', curlSnippet(asked, service.baseUrl)], options());
    const [header, ...rows] = linesIn(stdout).map(csvRow);
    expect(header).toEqual(['series', 'as_of', 'ticker', 'name', 'sector', 'weight']);
    expect(rows.map((row) => [row[1], row[2], row[5]].join(','))).toEqual(lines);
  }, 120_000);

  it('in R and Power Query names its columns; Power Query takes the credential of all its queries', () => {
    const asked = { code: 'IVV', date: '2024-12-06' };
    expect(rSnippet(asked, 'http://127.0.0.1:1')).toContain('df$number <- as.numeric(df$weight)');
    const text = powerQuerySnippet(asked, 'http://127.0.0.1:1');
    expect(text).toContain('RelativePath = "api/v1/constituents/series=IVV"');
    expect(text).toContain('Query = [date = "2024-12-06", format = "csv"], ApiKeyName = "api_key"');
    expect(text).toContain('{{"as_of", type date}}');
  });
});

describe('a copied program', () => {
  const search = { series: 'jolts.quits_rate_sa:nbd:2019-06-01', formulas: 'a/2 + 1', from: '2019-06-05' };
  const programs = [curlSnippet, pythonSnippet, rSnippet, javascriptSnippet, powerQuerySnippet];

  it('is one request without arithmetic', () => {
    for (const write of programs) {
      const text = write(search, 'http://127.0.0.1:4780');
      expect(text.split('\n').length).toBeLessThan(25);
      expect(text.match(/api\/v1\/view/g)).toHaveLength(1);
      expect(text).not.toMatch(/economic-data|\/yields\/|average|round|Not in the API|next_url/);
    }
  });

  it('of Power Query sends the same request with the key of its own credential, each value as a text of M', async () => {
    const request = { ...search, formulas: 'a/2 + 1', title: 'a "quoted" word' };
    const text = powerQuerySnippet(request, service.baseUrl);
    const query = /Query = \[(.*?)\], ApiKeyName = "api_key"/.exec(text)?.[1] ?? '';
    const parts = [...query.matchAll(/(\w+) = "((?:[^"]|"")*)"(?:, |$)/g)];
    expect(parts.map(([whole]) => whole).join('')).toBe(query);
    const asked = parts.map(([, name = '', value = '']) => [name, value.replaceAll('""', '"')]);
    expect(Object.fromEntries(asked)).toEqual({ ...request, format: 'csv', layout: 'long' });
    expect(text).toContain('RelativePath = "api/v1/view"');
    expect(text).not.toContain(service.key);
    const address = `${service.baseUrl}/api/v1/view?${new URLSearchParams(asked)}`;
    const answer = await fetch(address, { headers: service.headers });
    expect([answer.status, (await answer.text()).slice(0, 16)]).toEqual([200, 'date,line,value\n']);
  });

  it('of curl passes the address unchanged, whatever its characters mean to a shell', async ({ skip }) => {
    skip(!(await has('sh')) && process.platform === 'win32', 'there is no POSIX shell on this machine');
    const nasty = { series: `a'b"c$HOME\`id\`$(id);&|<>*?#\\ \n!`, title: "'; touch gone; '" };
    const snippet = curlSnippet(nasty, 'http://127.0.0.1:1');
    // A shell function stands in for curl, and prints its arguments.
    const { stdout } = await run('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${snippet}`], {
      env: { ...environment(), ALMANAC_API_KEY: 'alm_$(id)"x' },
      cwd: folder,
    });
    expect(stdout.split('\0')).toEqual([
      ...['-fsS', '-H', 'X-API-Key: alm_$(id)"x'],
      ...[`http://127.0.0.1:1${requestPath({ ...nasty, format: 'csv' })}`, ''],
    ]);
  });
});

describe('the request of a view', () => {
  const pathOf = (search: ViewSearch) => requestPath(requestSearch(parseView(search).view, RANGE));

  it('names the lines and the days, but nothing about the looks', () => {
    const looks = { title: 'x', type: 'bar', scale: 'log', order: 'oldest', layout: 'long', colours: '1,0' };
    expect(
      pathOf({ series: 'jolts.quits_rate_sa:pc1:bar:right,yields.US10Y:ma4', range: '5Y', ...looks }),
    ).toBe('/api/v1/view?series=jolts.quits_rate_sa:pc1,yields.US10Y:ma4&from=2019-06-05&to=2024-03-20');
  });

  it('leaves out hidden lines, except those that a visible formula takes', () => {
    expect(pathOf({ series: 'jolts.quits_rate_sa:hidden,yields.US10Y', formulas: 'a-a:hidden' })).toBe(
      '/api/v1/view?series=yields.US10Y&from=2019-06-05&to=2024-03-20',
    );
    expect(
      pathOf({
        series: 'jolts.quits_rate_sa:hidden,yields.US2Y:hidden,yields.US10Y',
        formulas: 'a+c,b:hidden',
      }),
    ).toBe(
      '/api/v1/view?series=jolts.quits_rate_sa:hidden,yields.US10Y&formulas=a%2Bc&colours=0,2,3&from=2019-06-05&to=2024-03-20',
    );
  });
});
