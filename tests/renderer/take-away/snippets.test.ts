import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '../../../renderer/take-away/program.ts';
import { type ApiRequest, requestPath, requestsOf } from '../../../renderer/take-away/requests.ts';
import { curlSnippet } from '../../../renderer/take-away/snippets/curl.ts';
import { javascriptSnippet } from '../../../renderer/take-away/snippets/javascript.ts';
import { powerQuerySnippet } from '../../../renderer/take-away/snippets/power-query.ts';
import { pythonSnippet } from '../../../renderer/take-away/snippets/python.ts';
import { rSnippet } from '../../../renderer/take-away/snippets/r.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { has, pythonWithPandas, run } from './find-programs.ts';
import { serviceWithKey } from './real-service.ts';

const RANGE = { from: '2019-01-01', to: '2024-12-31' };
const { view } = parseView({
  series: 'jolts.quits_rate_sa,jolts.hires_rate_sa,ui_weekly_claims.initial_claims_sa,yields.US10Y',
  frequency: 'm',
  units: 'pc1',
  formulas: 'a-b',
});
const plain = parseView({
  series: 'jolts.quits_rate_sa,ui_state_weekly_claims.initial_claims.CA,yields.US10Y,yields.US2Y',
}).view;

describe('the requests of a view', () => {
  it('put series of one dataset and treatment together, and say what the API has no words for', () => {
    const { requests, left } = requestsOf(view, RANGE);
    expect(requests.map(requestPath)).toEqual([
      '/api/v1/economic-data/jolts?series=quits_rate_sa,hires_rate_sa&date_from=2019-01-01&date_to=2024-12-31&units=pc1',
      '/api/v1/economic-data/ui_weekly_claims?series=initial_claims_sa&date_from=2019-01-01&date_to=2024-12-31&units=pc1&frequency=m&aggregation_method=avg',
      '/yields/series=US10Y',
    ]);
    expect(left).toEqual(['yields.US10Y: units and frequency of yields', 'formula a-b']);
  });

  it('leave out what is hidden', () => {
    const hidden = parseView({
      series: 'jolts.quits_rate_sa:hidden,yields.US10Y',
      formulas: 'a-a:hidden',
    }).view;
    expect(requestsOf(hidden, RANGE)).toEqual({
      requests: [{ group: 'yields', path: '/yields/series=US10Y', parameters: [] }],
      left: [],
    });
  });

  it('take what stands in a visible formula, also where it is hidden itself', () => {
    const { view: hidden } = parseView({
      series: 'jolts.quits_rate_sa:hidden,jolts.hires_rate_sa:hidden,yields.US10Y:hidden',
      formulas: 'a/b,c-c:hidden',
    });
    expect(requestsOf(hidden, RANGE).requests.map(requestPath)).toEqual([
      '/api/v1/economic-data/jolts?series=quits_rate_sa,hires_rate_sa&date_from=2019-01-01&date_to=2024-12-31',
    ]);
  });
});

describe('copied programs, run against a service', () => {
  let service: Awaited<ReturnType<typeof serviceWithKey>>;
  let folder: string;
  beforeAll(async () => {
    service = await serviceWithKey(100);
    folder = mkdtempSync(path.join(tmpdir(), 'almanac-snippets-'));
  }, 60_000);
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const asked = () => programOf(plain, RANGE, []);
  const environment = () => ({ ...process.env, ALMANAC_API_KEY: service.key });

  /** The rows as the API gives them in one CSV each: date, series, value; those of the range, or all that come. */
  async function expected(isInRange = true): Promise<string[]> {
    const parts = await Promise.all(
      asked().requests.map(async (request: ApiRequest) => {
        const address = new URL(requestPath(request), service.baseUrl);
        address.searchParams.set('format', 'csv');
        const answer = await fetch(address, { headers: { 'X-API-Key': service.key } });
        const [head = '', ...lines] = (await answer.text()).trim().split(/\r?\n/);
        const names = head.split(',');
        return lines.map((line) => {
          const cells = line.split(',');
          return ['date', 'series', 'value'].map((name) => cells[names.indexOf(name)]).join(',');
        });
      }),
    );
    return isInRange
      ? parts.flat().filter((row) => row >= RANGE.from && row.slice(0, 10) <= RANGE.to)
      : parts.flat();
  }

  it('curl prints the CSV of every request', async ({ skip }) => {
    skip(!(await has('curl')), 'there is no curl on this machine');
    const { stdout } = await run('sh', ['-c', curlSnippet(asked(), service.baseUrl)], {
      env: environment(),
      maxBuffer: 1e8,
    });
    const lines = stdout
      .trim()
      .split(/\r?\n/)
      .filter((line) => !line.startsWith('date,'));
    expect(lines).toHaveLength((await expected(false)).length);
    expect(curlSnippet(asked(), service.baseUrl)).toContain(
      '# The API has no dates for yields: all of them come, and the chart shows those of 2019-01-01 to 2024-12-31.',
    );
  }, 60_000);

  it('curl gets every address as it is, whatever a shell would make of the signs in it', async ({ skip }) => {
    skip(!(await has('sh')) && process.platform === 'win32', 'there is no POSIX shell on this machine');
    const nasty = `a'b"c$HOME\`id\`$(id);&|<>*?#\\ \n!`;
    const parameters = [
      ['series', `x,${nasty}`],
      ['state', "'; touch gone; '"],
    ] as const;
    const program = asked();
    const requests = [
      { group: 'economic-data', path: `/api/v1/economic-data/${nasty}`, parameters },
    ] as const;
    const snippet = curlSnippet({ ...program, asked: { requests, left: [] } }, 'http://127.0.0.1:1');
    // A function of the same name stands in for curl, and prints what it is given.
    const { stdout } = await run('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${snippet}`], {
      env: { ...environment(), ALMANAC_API_KEY: 'alm_$(id)"x' },
      cwd: folder,
    });
    expect(stdout.split('\0')).toEqual([
      ...['-fsS', '-H', 'X-API-Key: alm_$(id)"x'],
      ...[`http://127.0.0.1:1${requestPath(requests[0])}&format=csv`, ''],
    ]);
  });

  it('JavaScript follows the pages to their end and keeps the text', async () => {
    const file = path.join(folder, 'view.mjs');
    const program = javascriptSnippet(asked(), service.baseUrl).replace(
      'console.table(rows)',
      'console.log(JSON.stringify(rows))',
    );
    writeFileSync(file, program);
    const { stdout } = await run(process.execPath, [file], { env: environment(), maxBuffer: 1e8 });
    const rows = JSON.parse(stdout) as { date: string; series: string; value: string }[];
    expect(rows.map(({ date, series, value }) => `${date},${series},${value}`)).toEqual(await expected());
  }, 60_000);

  it('Python reads the same with pandas', async ({ skip }) => {
    const python = await pythonWithPandas();
    skip(python === undefined, 'there is no Python with pandas on this machine');
    const file = path.join(folder, 'view.py');
    writeFileSync(
      file,
      `${pythonSnippet(asked(), service.baseUrl).replace('print(df)', '')}
df["date"] = df["date"].dt.strftime("%Y-%m-%d")
assert (df["number"] == df["value"].astype(float)).all()
print(df[["date", "series", "value"]].to_csv(index=False, header=False))
`,
    );
    const { stdout } = await run(python as string, [file], { env: environment(), maxBuffer: 1e8 });
    expect(stdout.trim().split(/\r?\n/)).toEqual(await expected());
  }, 120_000);

  it('R reads the same without packages', async ({ skip }) => {
    skip(!(await has('Rscript')), 'there is no R on this machine');
    const file = path.join(folder, 'view.R');
    writeFileSync(
      file,
      `${rSnippet(asked(), service.baseUrl).replace('print(df)', '')}
write.table(df[c("date", "series", "value")], sep = ",", quote = FALSE, row.names = FALSE, col.names = FALSE)
`,
    );
    const { stdout } = await run('Rscript', [file], { env: environment(), maxBuffer: 1e8 });
    expect(stdout.trim().split(/\r?\n/)).toEqual(await expected());
  }, 120_000);

  it('Power Query asks with the key where each group takes it', () => {
    const text = powerQuerySnippet(asked(), service.baseUrl);
    expect(text).toContain(
      'Read(Web.Contents(Base, [RelativePath = "api/v1/economic-data/jolts", Query = [series = "quits_rate_sa", date_from = "2019-01-01", date_to = "2024-12-31", format = "csv"], ApiKeyName = "api_key"]))',
    );
    expect(text).toContain(
      'RelativePath = "yields/series=US10Y,US2Y", Query = [format = "csv"], Headers = [#"X-API-Key" = AlmanacKey]',
    );
    expect(text).toContain('Table.Combine({Part1, Part2, Part3})');
    expect(text).toContain(
      'Shown = Table.SelectRows(Typed, each [date] >= #date(2019, 1, 1) and [date] <= #date(2024, 12, 31)),',
    );
    expect(text).toContain('Table.AddColumn(Shown, "number"');
    expect(text).not.toContain(service.key);
  });
});
