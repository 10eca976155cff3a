import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foldTicker } from '../../service/series-math/members.ts';
import { backUp, backUpPath, openReader, openWriter, restore, setAside } from '../../service/store/index.ts';
import { openWork, type Work } from '../../service/work/index.ts';

const now = () => new Date('2026-11-22T12:00:00.000Z');
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-work-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const pair = (before: string, after: string, is_same = true) => ({
  before: { ticker: before, name: `${before} Corp` },
  after: { ticker: after, name: `${after} Corp` },
  is_same,
});
const tickersOf = (work: Work) =>
  work.sameCompanies
    .list()
    .map(({ before, after }) => `${before.ticker}>${after.ticker}`)
    .sort();

test('confirmed pairs are a set, whatever two windows say in whatever order, and are there after a restart', () => {
  const ticker = fc.constantFrom('BLL', 'BALL', 'CBG', 'CBRE', 'BRK.B', 'brk-b');
  fc.assert(
    fc.property(
      fc.array(fc.record({ before: ticker, after: ticker, isSame: fc.boolean(), window: fc.boolean() })),
      (all) => {
        const folder = mkdtempSync(path.join(dataDir, 'one-'));
        const [one, other] = [openWork(folder, { now }), openWork(folder, { now })];
        const expected = new Set<string>();
        for (const { before, after, isSame, window } of all) {
          const set = () => (window ? one : other).sameCompanies.set(pair(before, after, isSame));
          const [old, young] = [foldTicker(before), foldTicker(after)];
          if (old === young) {
            expect(set).toThrow(/A pair has two tickers/);
            continue;
          }
          set();
          if (isSame) expected.add(`${old}>${young}`);
          else expected.delete(`${old}>${young}`);
        }
        expect(tickersOf(one)).toEqual([...expected].sort());
        expect(one.sameCompanies.list()).toEqual(other.sameCompanies.list());
        one.close();
        other.close();
        const again = openWork(folder, { now });
        expect(tickersOf(again)).toEqual([...expected].sort());
        again.close();
      },
    ),
    { numRuns: 12 },
  );
});

test('the names and the time of the first confirmation are kept, the newest pair comes first, and one is taken back alone', () => {
  let time = '2026-11-22T12:00:00.000Z';
  const { sameCompanies } = openWork(dataDir, { now: () => new Date(time) });
  const set = (before: string, after: string, is_same = true, name = `${after} Corp`) =>
    sameCompanies.set({
      before: { ticker: before, name: ` ${before} Inc ` },
      after: { ticker: after, name },
      is_same,
    });
  const one = (before: string, after: string, confirmed_at: string) => ({
    before: { ticker: before, name: `${before} Inc` },
    after: { ticker: after, name: `${after} Corp` },
    confirmed_at,
  });
  const first = time;
  set('BLL', 'BALL');
  set('CBG', 'ABC', true, ' ABC Corp  ');
  set('BLL', 'AAA');
  time = '2026-11-22T12:00:00.001Z';
  set('BLL', 'BALL', true, 'Another');
  set('ZZZ', 'AAA');
  const newest = one('ZZZ', 'AAA', time);
  expect(sameCompanies.list()).toEqual([
    newest,
    one('BLL', 'AAA', first),
    one('BLL', 'BALL', first),
    one('CBG', 'ABC', first),
  ]);
  set('BALL', 'BLL', false);
  set('b.l-l', 'ball', false);
  set('CBG', 'AAA', false);
  expect(sameCompanies.list()).toEqual([newest, one('BLL', 'AAA', first), one('CBG', 'ABC', first)]);
});

test.each([
  ['-', 'BALL'],
  ['BLL', '..'],
  ['BRK.B', 'brk-b'],
])('%s and %s are no pair', (before, after) => {
  const { sameCompanies } = openWork(dataDir, { now });
  const wrong = {
    code: 'wrong_usage',
    message: `A pair has two tickers, such as BLL and BALL; '${before}' and '${after}' are none.`,
  };
  for (const isSame of [true, false])
    expect(() => sameCompanies.set(pair(before, after, isSame))).toThrow(expect.objectContaining(wrong));
});

test('every back-up has them: a restore brings them back where they were lost, and else leaves those that are here', async () => {
  openWriter(dataDir).close();
  let work = openWork(dataDir, { now });
  work.sameCompanies.set(pair('BLL', 'BALL'));
  const { name } = backUp(dataDir, now());
  const source = backUpPath(dataDir, name);
  work.sameCompanies.set(pair('CBG', 'CBRE'));
  expect((await restore(dataDir, source, name, now())).has_brought_work).toBe(false);
  expect(tickersOf(work)).toEqual(['BLL>BALL', 'CBG>CBRE']);
  work.close();

  // The file is damaged, and set aside at the next start: a new one is empty.
  const file = path.join(dataDir, 'work.sqlite');
  writeFileSync(file, 'not a database'.repeat(50));
  expect(() => openWork(dataDir, { now })).toThrow(/is damaged or is not an Almanac data file/);
  setAside(file, now());
  work = openWork(dataDir, { now });
  expect(tickersOf(work)).toEqual([]);
  expect((await restore(dataDir, source, name, now())).has_brought_work).toBe(true);
  expect(tickersOf(work)).toEqual(['BLL>BALL']);
  work.close();
  // The data file itself has nothing of it, and the next back-up has it again.
  openReader(dataDir).close();
  const later = backUp(dataDir, now());
  rmSync(file);
  expect((await restore(dataDir, backUpPath(dataDir, later.name), later.name, now())).has_brought_work).toBe(
    true,
  );
});

test('without a work file a back-up is made and restored all the same', async () => {
  openWriter(dataDir).close();
  const { name } = backUp(dataDir, now());
  expect(await restore(dataDir, backUpPath(dataDir, name), name, now())).toMatchObject({
    has_brought_work: false,
  });
});
