import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  duckdbSnippet,
  juliaSnippet,
  type ProgramRequest,
  polarsSnippet,
  pythonSnippet,
} from '../../../renderer/programs/programs.ts';
import { serviceWithKey } from '../take-away/real-service.ts';
import { has, pythonWithPandas, run } from './find-programs.ts';

/** Programs in rare languages send the request of the pandas program, which other tests run. */

const BASE = 'http://127.0.0.1:4780';
const VIEW: ProgramRequest = {
  series: 'jolts.quits_rate_sa,jolts.hires_rate_sa',
  formulas: 'a/b*100',
  names: "c:Quits for $100 of 'hires'",
  from: '2019-06-05',
  to: '2024-03-20',
};
const LIST: ProgramRequest = { code: 'SP500', date: '2026-10-02' };
const ASKED = [
  ['a view', VIEW],
  ['a list', LIST],
] as const;

/** The address that a program requests, without the escapes of its language. */
const addressIn = (program: string) => /http:\/\/(\\.|[^"\\])+/.exec(program)?.[0].replaceAll('\\$', '$');

describe.each(ASKED)('%s', (_, asked) => {
  it.each([
    ['polars', polarsSnippet],
    ['Julia', juliaSnippet],
  ])('%s: one request, the same as that of the pandas program; only its text is read here', (__, write) => {
    const program = write(asked, BASE);
    expect(addressIn(program)).toBe(addressIn(pythonSnippet(asked, BASE)));
    expect(program.match(/http:/g)).toHaveLength(1);
    expect(program).toContain('ALMANAC_API_KEY');
    expect(program).not.toContain('alm_');
  });

  it('polars: the program has the grammar of Python', async ({ skip }) => {
    const python = await pythonWithPandas();
    skip(python === undefined, 'there is no Python with pandas on this machine');
    const parse = 'import ast, sys; ast.parse(sys.argv[1])';
    await run(python as string, ['-c', parse, polarsSnippet(asked, BASE)]);
  });
});

it('Julia: a dollar sign in an address names no variable', () => {
  const texts = juliaSnippet({ series: 'a$b' }, BASE).match(/"(\\.|[^"\\])*"/g) ?? [];
  expect(texts.filter((text) => /(^|[^\\])\$/.test(text))).toEqual([]);
});

it('DuckDB: curl brings the file that it reads, with the rows of the CSV; DuckDB itself is not run', async ({
  skip,
}) => {
  skip(!(await has('curl')), 'there is no curl on this machine');
  const service = await serviceWithKey(1000);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-duckdb-'));
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const read = `duckdb() { test "$1 $2" = "-c FROM 'almanac.parquet'"; }`;
  await run('sh', ['-e', '-c', `${read}\n${duckdbSnippet(VIEW, service.baseUrl)}`], {
    cwd: folder,
    env: { ...process.env, ALMANAC_API_KEY: service.key },
  });
  const rows = await parquetReadObjects({
    file: await asyncBufferFromFile(path.join(folder, 'almanac.parquet')),
  });
  const address = addressIn(pythonSnippet(VIEW, service.baseUrl)) ?? '';
  const csv = await (await fetch(address, { headers: service.headers })).text();
  expect(rows.length).toBeGreaterThan(100);
  expect(rows).toHaveLength(csv.trim().split('\n').length - 1);
});
