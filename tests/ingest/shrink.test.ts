import { describe, expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { previewFile } from '../../service/ingest/index.ts';
import { openIngestWorker } from '../../service/ingest/worker/index.ts';
import { makeFolder, NOW } from './folder.ts';

/** 300 Saturdays from 2019-01-05, as in FRED's CSV. */
const WEEKS = Array.from({ length: 300 }, (_, at) => `${dateText(17_901 + at * 7)},${200_000 + at}`);
const fred = (weeks: readonly string[]) => `observation_date,ICSA\n${weeks.join('\n')}\n`;
const without = (from: number, count: number) => WEEKS.filter((_, at) => at < from || at >= from + count);
const HELD = ['observation', 'series', 'stretch', 'revision'];

describe('a publisher’s file that lacks stored values within its dates', () => {
  test('gives a note on the missing values if they are few; stored values stay', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('all.csv', fred(WEEKS))]);
    const before = folder.dump(HELD);
    const [imported] = await folder.import([folder.write('few.csv', fred(without(100, 3)))]);
    expect(imported?.notes).toEqual([
      'Kept 3 observations of ui_weekly_claims initial_claims_sa that this file does not have: 2020-12-05 … 2020-12-19.',
    ]);
    expect(imported?.runs).toMatchObject([{ added: 0, revised: 0, unchanged: 297 }]);
    expect(folder.dump(HELD)).toBe(before);
  });

  test('is refused if more than 5 % are missing; if allowed it is stored, and the missing values stay', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('all.csv', fred(WEEKS))]);
    const before = folder.dump();
    const text = fred([...without(100, 20), `${dateText(17_901 + 300 * 7)},200400`]);
    const file = folder.write('part.csv', text);
    const { code, message } = await folder.failure([file]);
    expect(code).toBe('file_shrinks');
    expect(message).toBe(
      'part.csv lacks 20 of 300 observations of ui_weekly_claims initial_claims_sa that are stored for its dates, such as those of 2020-12-05, 2020-12-12 and 2021-04-17; that is more than 5 %, so the file may be damaged or only a part. Nothing was stored. If it is right, import it with --allow-shrink: what is held stays.',
    );
    expect(folder.dump()).toBe(before);
    const [taken] = await folder.import([file], { allowShrink: true });
    expect(taken?.runs).toMatchObject([{ added: 1, revised: 0, unchanged: 280 }]);
    expect(taken?.notes).toHaveLength(1);
    expect(folder.dump(['series'])).toContain('"initial_claims_sa","",301,');
    const worker = openIngestWorker({ dataDir: folder.dataDir, now: () => NOW, log: () => undefined });
    await expect(worker.import([{ path: file }])).rejects.toMatchObject({ code: 'file_shrinks' });
    expect(await worker.import([{ path: file }], { allowShrink: true })).toHaveLength(1);
    await worker.close();
  });

  test.each([
    ['exactly 5 %', WEEKS, 15],
    ['exactly 10, however many that is', WEEKS.slice(0, 60), 10],
  ])('may lack %s, and not one more', async (_, weeks, most) => {
    const folder = makeFolder();
    await folder.import([folder.write('all.csv', fred(weeks))]);
    const lacking = (count: number) =>
      folder.write(`${count}.csv`, fred(weeks.filter((_, at) => at < 20 || at >= 20 + count)));
    expect((await folder.failure([lacking(most + 1)])).code).toBe('file_shrinks');
    expect((await folder.import([lacking(most)]))[0]?.runs).toMatchObject([
      { unchanged: weeks.length - most },
    ]);
  });

  test.each([
    ['a file of the newest weeks', fred(WEEKS.slice(250))],
    [
      'our own CSV, which may hold any days',
      `dataset,series,date,value\n${[WEEKS[0], WEEKS[150], WEEKS[299]].map((week) => `ui_weekly_claims,initial_claims_sa,${week}`).join('\n')}\n`,
    ],
  ])('%s lacks nothing', async (_, text) => {
    const folder = makeFolder();
    await folder.import([folder.write('all.csv', fred(WEEKS))]);
    const [imported] = await folder.import([folder.write('part.csv', text)]);
    expect(imported?.notes).toEqual([]);
    expect(imported?.runs).toMatchObject([{ added: 0, revised: 0 }]);
  });

  test.each([
    [
      'a file that lacks years in the middle',
      fred([...WEEKS.slice(0, 20), ...WEEKS.slice(220)]),
      'Kept 200 observations of ui_weekly_claims initial_claims_sa that this file does not have: 2019-05-25 … 2023-03-18.',
    ],
    [
      'a file that lacks the newest',
      fred(WEEKS.slice(0, 250)),
      'Kept 50 observations of ui_weekly_claims initial_claims_sa that this file does not have: 2023-10-21 … 2024-09-28.',
    ],
    [
      'a file that lacks both',
      fred([...WEEKS.slice(0, 20), ...WEEKS.slice(220, 299)]),
      'Kept 201 observations of ui_weekly_claims initial_claims_sa that this file does not have: 2019-05-25 … 2024-09-28.',
    ],
  ])('%s is accepted, with the same note as in its preview', async (_, text, note) => {
    const folder = makeFolder();
    await folder.import([folder.write('all.csv', fred(WEEKS))]);
    const before = folder.dump(HELD);
    const file = folder.write('part.csv', text);
    const preview = await previewFile({ dataDir: folder.dataDir, file: { path: file }, now: () => NOW });
    expect(preview.notes).toEqual([note]);
    const [imported] = await folder.import([file]);
    expect(imported?.notes).toEqual([note]);
    expect(imported?.runs).toMatchObject([{ added: 0, revised: 0 }]);
    expect(folder.dump(HELD)).toBe(before);
  });

  test('for several series has a note with their number; a file of one year does not lack other years', async () => {
    const folder = makeFolder();
    const year = (number: number) =>
      `Date,"1 Mo","10 Yr"\n12/27/${number},5.00,4.50\n06/05/${number},5.00,4.50\n01/03/${number},5.00,4.50`;
    await folder.import([folder.write('2023.csv', year(2023)), folder.write('2024.csv', year(2024))]);
    const [again] = await folder.import([folder.write('2023.csv', year(2023))]);
    expect(again?.notes).toEqual([]);
    const [cut] = await folder.import([folder.write('2023.csv', year(2023).replace(/06\/05.*\n/, ''))]);
    expect(cut?.notes).toEqual([
      'Kept 2 observations of 2 series of yields that this file does not have: 2023-06-05.',
    ]);
  });

  test('may lack sample data, which it replaces', async () => {
    const folder = makeFolder();
    const { makeSample } = await import('../../service/ingest/sample/index.ts');
    await makeSample({ dataDir: folder.dataDir, now: () => NOW });
    const [imported] = await folder.import([folder.write('few.csv', fred(without(100, 50)))]);
    expect(imported?.runs).toMatchObject([{ added: 250 }]);
    expect(imported?.notes).toEqual([]);
  });
});

describe('a list that has lost members', () => {
  const list = (from: number, to: number, sector = 'Industrials') =>
    `Symbol,Security,GICS Sector,GICS Sub-Industry,Headquarters Location,Date added,CIK,Founded\n${Array.from(
      { length: to - from },
      (_, at) => `T${from + at},Company ${from + at},${sector},Machinery,Anywhere,1957-03-04,1,1902\n`,
    ).join('')}`;
  // At this hour, no zone from California to New Zealand is a day ahead of UTC. A list gets the local date.
  const DAY = new Date('2026-11-20T06:00:00Z');
  const NEXT_DAY = new Date(DAY.getTime() + 86_400_000);

  test.each([DAY, NEXT_DAY])(
    'is refused if it was cut at a line end, on the same day and on a later day',
    async (day) => {
      const folder = makeFolder();
      await folder.import([folder.write('list.csv', list(0, 503))], { now: () => DAY });
      const before = folder.dump();
      const file = folder.write('cut.csv', list(0, 254));
      const now = () => day;
      const preview = await previewFile({ dataDir: folder.dataDir, file: { path: file }, now });
      expect(preview.notes.at(-1)).toMatch(/^An import would be refused: \S*cut\.csv lists 254 members/);
      const { code, message } = await folder.failure([file], { now });
      expect(code).toBe('file_shrinks');
      expect(message).toBe(
        `cut.csv lists 254 members of SP500 as of ${dateText(Math.floor(day.getTime() / 86_400_000))}, and held are 503 as of 2026-11-20: 249 would leave; that is more than 5 %, so the file may be damaged or only a part. Nothing was stored. If it is right, import it with --allow-shrink: the list that is held stays as a former one.`,
      );
      expect(folder.dump()).toBe(before);
      const [taken] = await folder.import([file], { now, allowShrink: true });
      expect(taken?.runs[0]?.lists).toMatchObject([{ members: 254, joined: 0, left: 249, changed: 0 }]);
    },
  );

  test('is accepted with usual changes, with counts of members that joined, left and changed; in a preview too', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('list.csv', list(0, 503))], { now: () => DAY });
    const rows = list(30, 533).replaceAll(/(T4[0-4],.*)Industrials/g, '$1Energy');
    const file = folder.write('next.csv', rows);
    const change = { code: 'SP500', members: 503, joined: 30, left: 30, changed: 5 };
    for (const [day, counts] of [
      [DAY, { added: 30, revised: 35, unchanged: 468 }],
      [NEXT_DAY, { added: 503, revised: 0, unchanged: 0 }],
    ] as const) {
      const options = { dataDir: folder.dataDir, now: () => day };
      const preview = await previewFile({ ...options, file: { path: file } });
      expect(preview.datasets).toMatchObject([{ ...counts, lists: [change] }]);
    }
    const [imported] = await folder.import([file], { now: () => NEXT_DAY });
    expect(imported?.runs).toMatchObject([{ added: 503, revised: 0, lists: [change] }]);
  });

  test('is a new list, dated by its import, if a sector differs', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('list.csv', list(0, 20))], { now: () => DAY });
    const file = folder.write('next.csv', list(0, 20, 'Energy'));
    const [imported] = await folder.import([file], { now: () => NEXT_DAY });
    const before = { asOf: Math.floor(DAY.getTime() / 86_400_000), members: 20 };
    expect(imported?.runs[0]?.lists).toMatchObject([{ asOf: before.asOf + 1, before, changed: 20 }]);
  });

  test('may be any part of a list in our own CSV', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('list.csv', list(0, 503))], { now: () => DAY });
    const own = 'series,as_of,ticker,name,sector,weight\nSP500,2026-11-20,T0,A Inc.,Energy,100\n';
    const [imported] = await folder.import([folder.write('own.csv', own)], { now: () => DAY });
    expect(imported?.runs[0]?.lists).toMatchObject([{ members: 1, joined: 0, left: 502 }]);
  });
});

describe('a level that jumps', () => {
  test('a value more than 50 times its neighbour gives a note that names the line, not a failure', async () => {
    const folder = makeFolder();
    const weeks = WEEKS.slice(0, 5);
    weeks[2] = `${weeks[2]?.slice(0, 10)},210`;
    const [imported] = await folder.import([folder.write('icsa.csv', fred(weeks))]);
    expect(imported?.runs).toMatchObject([{ added: 5 }]);
    expect(imported?.notes).toEqual([
      'Line 4: initial_claims_sa on 2019-01-19 is 210, and 200001 in the row before: more than 50 times as much or as little. It was stored as it stands. The same in 1 more place.',
    ]);
  });

  test('rates, small counts, and values far apart give no note', async () => {
    const folder = makeFolder();
    const text = `dataset,series,date,value,state
yields,US3M,2020-04-01,0.01,
yields,US3M,2020-04-02,1.60,
ui_state_weekly_claims,initial_claims,2024-01-06,3,VI
ui_state_weekly_claims,initial_claims,2024-01-13,400,VI
ui_weekly_claims,initial_claims_sa,1970-01-03,1000,
ui_weekly_claims,initial_claims_sa,2024-01-06,200000,
`;
    const [imported] = await folder.import([folder.write('long.csv', text)]);
    expect(imported?.notes).toEqual([]);
  });
});
