import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FilePreview } from '../../service/contract/ingest.ts';
import { previewFile } from '../../service/ingest/index.ts';
import { openWriter } from '../../service/store/index.ts';
import { type Folder, makeFolder, NOW } from './folder.ts';

const LONG = 'dataset,series,date,value,state\n';
const DEBT = `${LONG}us_debt,total_public_debt_outstanding,2024-01-02,36104343213.10,
us_debt,total_public_debt_outstanding,2024-01-03,36104343214.00,
jolts,hires_rate_sa,2024-01-01,3.9,
`;
const preview = (folder: Folder, path: string): Promise<FilePreview> =>
  previewFile({ dataDir: folder.dataDir, now: () => NOW, file: { path } });

/** @returns a preview's counts, and the counts of the import that follows it. */
async function both(folder: Folder, path: string) {
  const before = folder.dump();
  const { datasets } = await preview(folder, path);
  expect(folder.dump()).toBe(before);
  const [imported] = await folder.import([path]);
  const counts = ({ dataset, added, revised, unchanged }: FilePreview['datasets'][number]) => ({
    dataset,
    added,
    revised,
    unchanged,
  });
  return {
    said: datasets.map(counts),
    done: (imported?.runs ?? []).map((run) => counts({ ...datasets[0], ...run } as never)),
  };
}

describe('a preview', () => {
  test('for an empty folder describes the file, and creates nothing', async () => {
    const folder = makeFolder();
    const path = folder.write('debt.csv', DEBT);
    const said = await previewFile({
      dataDir: folder.dataDir,
      now: () => NOW,
      file: { path, name: 'dropped.csv' },
    });
    expect(existsSync(folder.dataDir)).toBe(false);
    expect(said).toMatchObject({
      file: 'dropped.csv',
      format: { id: 'long-csv' },
      bytes: DEBT.length,
      revisions: [],
      notes: [],
      datasets: [
        {
          dataset: 'us_debt',
          rows: 2,
          series: 1,
          first: '2024-01-02',
          last: '2024-01-03',
          added: 2,
          revised: 0,
          unchanged: 0,
          replacesSample: false,
        },
        { dataset: 'jolts', rows: 1, added: 1, first: '2024-01-01', last: '2024-01-01' },
      ],
      rows: [
        {
          dataset: 'us_debt',
          series: 'total_public_debt_outstanding',
          area: '',
          date: '2024-01-02',
          value: '36104343213.10',
        },
        { value: '36104343214.00' },
        { dataset: 'jolts' },
      ],
    });
    expect(said.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('has the counts of the following import, and shows the values that would be replaced', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('debt.csv', DEBT)]);
    const path = folder.write(
      'newer.csv',
      `${DEBT.replace('214.00', '215.50')}us_debt,debt_held_by_public,2024-01-03,7,\n`,
    );
    expect((await preview(folder, path)).revisions).toEqual([
      {
        dataset: 'us_debt',
        series: 'total_public_debt_outstanding',
        area: '',
        date: '2024-01-03',
        before: '36104343214.00',
        after: '36104343215.50',
      },
    ]);
    const { said, done } = await both(folder, path);
    expect(said).toEqual(done);
    expect(said[0]).toEqual({ dataset: 'us_debt', added: 1, revised: 1, unchanged: 1 });
    expect((await both(folder, path)).said[0]).toMatchObject({ added: 0, revised: 0, unchanged: 3 });
  });

  test('of constituents compares the file with the list of the same day', async () => {
    const folder = makeFolder();
    const header = 'series,as_of,ticker,name,sector,weight\n';
    const list = `${header}IX,2024-01-31,A,Alpha,Energy,60\nIX,2024-01-31,B,Beta,Energy,40\n`;
    await folder.import([folder.write('list.csv', list)]);
    const path = folder.write('newer.csv', list.replace('Energy,40', 'Energy,39.5'));
    const said = await preview(folder, path);
    expect(said.datasets).toMatchObject([
      { dataset: 'constituents', rows: 2, series: 1, revised: 1, unchanged: 1 },
    ]);
    expect(said.revisions).toEqual([
      { dataset: 'constituents', series: 'IX', area: 'B', date: '2024-01-31', before: '40', after: '39.5' },
    ]);
    expect(said.rows[0]).toMatchObject({ series: 'IX', area: 'A', date: '2024-01-31', value: '60' });
    const { said: counts, done } = await both(folder, path);
    expect(counts).toEqual(done);
  });

  test('says that sample data would be replaced', async () => {
    const folder = makeFolder();
    const { makeSample } = await import('../../service/ingest/sample/index.ts');
    await makeSample({ dataDir: folder.dataDir, now: () => NOW });
    const [debt] = (await preview(folder, folder.write('debt.csv', DEBT))).datasets;
    expect(debt).toMatchObject({ replacesSample: true, added: 2, revised: 0, unchanged: 0 });
  });

  test('refuses a file with the same message as the import, and works while another process writes', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('debt.csv', DEBT)]);
    const bad = folder.write('bad.csv', `${DEBT}us_debt,total_public_debt_outstanding,2024-01-02,1,\n`);
    const message = (await folder.failure([bad])).message;
    expect(message).toBe(
      'bad.csv, line 5: total_public_debt_outstanding on 2024-01-02 is 1 here, but 36104343213.10 in an earlier row. Each date of a series may have one value.',
    );
    // The preview's message also names the earlier row.
    await expect(preview(folder, bad)).rejects.toMatchObject({
      code: 'invalid_file',
      message: expect.stringMatching(/bad\.csv, line 5: .* is 1 here, but 36104343213\.10 in row 2\./),
    });
    const writer = openWriter(folder.dataDir);
    const many = writer.beginMany();
    expect((await preview(folder, folder.write('same.csv', DEBT))).datasets[0]).toMatchObject({
      unchanged: 2,
    });
    many.abandon();
    writer.close();
  });
});

describe('a list without a date', () => {
  const LIST =
    'Symbol,Security,GICS Sector,Date added\nMMM,3M Co,Industrials,1957-03-04\nAAPL,Apple,Technology,1982-11-30\n';
  const later = () => new Date('2026-11-25T12:00:00Z');

  test('the same list on a later day changes nothing; a different one is a new list', async () => {
    const folder = makeFolder();
    const path = folder.write('list.csv', LIST);
    const [first] = await folder.import([path]);
    const asOf = first?.runs[0]?.first;
    const [again] = await folder.import([path], { now: later });
    expect(again?.runs).toMatchObject([{ added: 0, revised: 0, unchanged: 2, first: asOf, last: asOf }]);
    expect(again?.notes).toEqual([
      expect.stringMatching(
        /^The list has no date of its own; it says the same as the one held as of 2026-11-2\d\.$/,
      ),
    ]);
    const other = folder.write('other.csv', LIST.replace('3M Co', '3M'));
    const [changed] = await folder.import([other], { now: later });
    expect(changed?.runs).toMatchObject([{ added: 2, revised: 0, unchanged: 0 }]);
    expect(changed?.runs[0]?.first).toBeGreaterThan(asOf ?? Number.POSITIVE_INFINITY);
  });
});
