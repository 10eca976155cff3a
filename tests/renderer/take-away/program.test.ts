import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Line, withIndexDates } from '../../../renderer/lines/index.ts';
import { programOf } from '../../../renderer/take-away/program.ts';
import { requestPath } from '../../../renderer/take-away/requests.ts';
import { curlSnippet } from '../../../renderer/take-away/snippets/curl.ts';
import { javascriptSnippet } from '../../../renderer/take-away/snippets/javascript.ts';
import { pythonSnippet } from '../../../renderer/take-away/snippets/python.ts';
import { rSnippet } from '../../../renderer/take-away/snippets/r.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import { type SeriesChoice, seriesId } from '../../../service/datasets/series-choice.ts';
import type { ViewSearch } from '../../../service/view/address.ts';
import { linesOf } from '../../../service/view/lines.ts';
import type { SeriesColumn } from '../../../service/view/types.ts';
import { has, pythonWithPandas, run } from './find-programs.ts';
import { serviceWithKey } from './real-service.ts';

/** Copied programs that compute what the API does not print the very numbers of the chart. */

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
};

let service: Awaited<ReturnType<typeof serviceWithKey>>;
let folder: string;
beforeAll(async () => {
  service = await serviceWithKey(1000);
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-programs-'));
}, 60_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** All that is held of a series. */
async function columnOf(choice: SeriesChoice): Promise<SeriesColumn> {
  const { dataset, code, area } = choice;
  const state = area === '' ? '' : `&state=${area}`;
  const address =
    dataset === 'yields'
      ? `/yields/series=${code}?format=csv`
      : `/api/v1/economic-data/${dataset}?series=${code}${state}&date_from=1900-01-01&date_to=2026-11-01&format=csv`;
  const answer = await fetch(service.baseUrl + address, { headers: service.headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${address}: ${text}`);
  const [, ...rows] = text.trim().split(/\r?\n/);
  const cells = rows.map((row) => row.split(','));
  const values = cells.map((row) => row.at(-1) ?? '');
  return {
    id: seriesId(choice),
    choice,
    days: Int32Array.from(cells, ([date]) => dayNumber(date ?? '') as number),
    values,
    numbers: Float64Array.from(values, Number),
  };
}

async function drawnBy(search: ViewSearch) {
  const { view, problems } = parseView(search);
  expect(problems).toEqual([]);
  const columns = await Promise.all(view.series.map(({ choice }) => columnOf(choice)));
  const lines = linesOf(view, columns, RANGE);
  return { view, lines, program: programOf(withIndexDates(view, lines), RANGE, lines) };
}

type Numbers = Map<string, number>;

/** What the chart shows, by name of line and date. */
function drawn(lines: readonly Line[]): Numbers {
  const shown = lines.filter(({ hidden }) => !hidden);
  return new Map(
    shown.flatMap(({ choice, formula, average, column }) => {
      const name = choice
        ? [choice.code, ...(choice.area && average ? [choice.area] : [])].join('.')
        : formula;
      const suffix = average === undefined ? '' : `_MA${average}`;
      return column.values.map((value, i): [string, number] => [
        `${name}${suffix} ${dateText(column.days[i] as number)}`,
        Number(value),
      ]);
    }),
  );
}

/** Lines of 'date,series,number', as the programs of this test print them. */
function printed(text: string): Numbers {
  const rows = text
    .trim()
    .split(/\r?\n/)
    .map((row) => row.split(/,(?=[^,]*$)|(?<=^\d{4}-\d\d-\d\d),/));
  return new Map(rows.map(([date, series, number]) => [`${series} ${date}`, Number(number)]));
}

function expectSame(found: Numbers, wanted: Numbers) {
  expect(wanted.size).toBeGreaterThan(50);
  expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
  const wrong = [...wanted].filter(([key, number]) => {
    const off = Math.abs((found.get(key) as number) - number);
    return !(off <= Math.abs(number) * 1e-12 + 1e-9);
  });
  expect(wrong.map(([key, number]) => `${key}: ${number}, not ${found.get(key)}`)).toEqual([]);
}

describe.each(Object.entries(VIEWS))('%s', (_, search) => {
  const environment = () => ({ ...process.env, ALMANAC_API_KEY: service.key });
  const options = () => ({ env: environment(), maxBuffer: 1e8 });

  it('in JavaScript', async () => {
    const { lines, program } = await drawnBy(search);
    expect(program.left).toEqual([]);
    const file = path.join(folder, 'view.mjs');
    const print =
      "for (const { date, series, value, number } of rows) console.log([date, series, number ?? value].join(','))";
    writeFileSync(file, javascriptSnippet(program, service.baseUrl).replace('console.table(rows)', print));
    const { stdout } = await run(process.execPath, [file], options());
    expectSame(printed(stdout), drawn(lines));
  }, 120_000);

  it('in Python', async ({ skip }) => {
    const python = await pythonWithPandas();
    skip(python === undefined, 'there is no Python with pandas on this machine');
    const { lines, program } = await drawnBy(search);
    const file = path.join(folder, 'view.py');
    const print =
      'for row in df.itertuples():\n    print(f"{row.date:%Y-%m-%d},{row.series},{float(row.number)!r}")';
    writeFileSync(file, pythonSnippet(program, service.baseUrl).replace('print(df)', print));
    const { stdout, stderr } = await run(python as string, [file], options());
    expect(stderr).not.toContain('Warning');
    expectSame(printed(stdout), drawn(lines));
  }, 120_000);

  it('in R', async ({ skip }) => {
    skip(!(await has('Rscript')), 'there is no R on this machine');
    const { lines, program } = await drawnBy(search);
    const file = path.join(folder, 'view.R');
    const print =
      'cat(paste(df$date, df$series, formatC(df$number, digits = 17, format = "g"), sep = ","), sep = "\\n")';
    writeFileSync(file, rSnippet(program, service.baseUrl).replace('print(df)', print));
    const { stdout } = await run('Rscript', [file], options());
    expectSame(printed(stdout), drawn(lines));
  }, 120_000);
});

describe('a program', () => {
  it('asks as far back as its averages reach, and keeps what is shown', async () => {
    const { program } = await drawnBy({
      series: 'jolts.quits_rate_sa:ma12,jolts.hires_rate_sa:hidden,jolts.layoffs_discharges_rate_sa',
      formulas: 'a/b:ma3',
    });
    expect(program.requests.map(requestPath)).toEqual([
      '/api/v1/economic-data/jolts?series=quits_rate_sa&date_from=2018-05-01&date_to=2024-03-20',
      '/api/v1/economic-data/jolts?series=hires_rate_sa&date_from=2019-04-01&date_to=2024-03-20',
      '/api/v1/economic-data/jolts?series=layoffs_discharges_rate_sa&date_from=2019-06-05&date_to=2024-03-20',
    ]);
    expect(pythonSnippet(program, '')).toContain('df["date"].between("2019-06-05", "2024-03-20")');
    // curl computes nothing, and says so.
    expect(curlSnippet(program, '')).toContain(
      '# Not in the API, computed by the app: jolts.quits_rate_sa: moving average of 12 periods.\n# Not in the API, computed by the app: formula a/b.',
    );
  });

  it('says what it cannot compute: lines of several frequencies, formulas in other units, yields in units', async () => {
    const { program } = await drawnBy({
      series: 'jolts.quits_rate_sa,ui_weekly_claims.initial_claims_sa,yields.US10Y:chg',
      formulas: 'a/b,a*2:pc1,c+1,a+1',
    });
    expect(program.left).toEqual([
      'yields.US10Y: units and frequency of yields',
      'formula a/b',
      'formula a*2',
      'formula c+1',
    ]);
    expect(program.formulas.map(({ text }) => text)).toEqual(['a+1']);
    for (const what of program.left)
      expect(rSnippet(program, '')).toContain(`# Not in the API, computed by the app: ${what}.`);
  });

  it('says that it cannot compute what is made of means, which the API answers rounded', async () => {
    const { program } = await drawnBy({
      series:
        'ui_weekly_claims.initial_claims_sa:ma3,ui_weekly_claims.continued_claims_sa,ui_weekly_claims.initial_claims_nsa:pch:ma3',
      frequency: 'q',
      aggregation: 'avg',
      formulas: 'a/2,b/2,c/2',
    });
    expect(program.left).toEqual([
      'ui_weekly_claims.initial_claims_sa: moving average of 3 periods',
      'formula a/2',
      'formula b/2',
    ]);
    expect(program.formulas.map(({ text }) => text)).toEqual(['c/2']);
  });

  it('of plain lines is no longer than it was', async () => {
    const { program } = await drawnBy({ series: 'jolts.quits_rate_sa' });
    for (const write of [pythonSnippet, rSnippet, javascriptSnippet]) {
      expect(write(program, '').split('\n').length).toBeLessThan(50);
      expect(write(program, '')).not.toMatch(/as shown|does not compute/);
    }
  });
});
