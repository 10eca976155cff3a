import { describe, expect, test } from 'vitest';
import { dateText } from '../../service/contract/dates.ts';
import { openIngestWorker } from '../../service/ingest/worker/index.ts';
import { makeFolder, NOW } from './folder.ts';

/** 300 Saturdays from 2019-01-05 on, as FRED's CSV has them. */
const WEEKS = Array.from({ length: 300 }, (_, at) => `${dateText(17_901 + at * 7)},${200_000 + at}`);
const fred = (weeks: readonly string[]) => `observation_date,ICSA\n${weeks.join('\n')}\n`;
const without = (from: number, count: number) => WEEKS.filter((_, at) => at < from || at >= from + count);
const HELD = ['observation', 'series', 'stretch', 'revision'];

describe('a publisher’s file that lacks what is held for its own time', () => {
  test('a little is a note with how much and which; what was held stays', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('all.csv', fred(WEEKS))]);
    const before = folder.dump(HELD);
    const [imported] = await folder.import([folder.write('few.csv', fred(without(100, 3)))]);
    expect(imported?.notes).toEqual([
      'The file lacks 3 of 300 observations of ui_weekly_claims initial_claims_sa that are held for its time, such as those of 2020-12-05, 2020-12-12 and 2020-12-19. What was held stays.',
    ]);
    expect(imported?.runs).toMatchObject([{ added: 0, revised: 0, unchanged: 297 }]);
    expect(folder.dump(HELD)).toBe(before);
  });

  test('over 5 % is refused, nothing of the file is stored; taken when told to, and what was held stays', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('all.csv', fred(WEEKS))]);
    const before = folder.dump();
    const text = fred([...without(100, 20), `${dateText(17_901 + 300 * 7)},200400`]);
    const file = folder.write('part.csv', text);
    const { code, message } = await folder.failure([file]);
    expect(code).toBe('file_shrinks');
    expect(message).toBe(
      'part.csv lacks 20 of 300 observations of ui_weekly_claims initial_claims_sa that are held for its time, such as those of 2020-12-05, 2020-12-12 and 2021-04-17; that is more than 5 %, so the file may be damaged or only a part. Nothing was stored. If it is right, import it with --allow-shrink: what is held stays.',
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
    ['a file of the newest weeks', fred(WEEKS.slice(250))],
    ['a file of two times, years apart', fred([...WEEKS.slice(0, 20), ...WEEKS.slice(250)])],
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

  test('sample data are not held: what takes their place lacks nothing', async () => {
    const folder = makeFolder();
    const { makeSample } = await import('../../service/ingest/sample/index.ts');
    await makeSample({ dataDir: folder.dataDir, now: () => NOW });
    const [imported] = await folder.import([folder.write('few.csv', fred(without(100, 50)))]);
    expect(imported?.runs).toMatchObject([{ added: 250 }]);
    expect(imported?.notes).toEqual([]);
  });
});

describe('a level that jumps', () => {
  test('more than 50 times its neighbour is a note that names the line, not a failure', async () => {
    const folder = makeFolder();
    const weeks = WEEKS.slice(0, 5);
    weeks[2] = `${weeks[2]?.slice(0, 10)},210`;
    const [imported] = await folder.import([folder.write('icsa.csv', fred(weeks))]);
    expect(imported?.runs).toMatchObject([{ added: 5 }]);
    expect(imported?.notes).toEqual([
      'Line 4: initial_claims_sa on 2019-01-19 is 210, and 200001 in the row before: more than 50 times as much or as little. It was stored as it stands. So it is in 1 more places.',
    ]);
  });

  test('rates, small counts, and values far apart do not', async () => {
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
