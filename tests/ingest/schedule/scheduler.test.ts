import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { freshnessOf } from '../../../service/calendar/freshness.ts';
import type { Origin } from '../../../service/contract/catalog.ts';
import { Failure } from '../../../service/contract/failure.ts';
import { UI_WEEKLY_CLAIMS } from '../../../service/datasets/ui_weekly_claims/definition.ts';
import { openReader } from '../../../service/store/index.ts';
import { claimsXml } from '../../sources/xml-fixtures.ts';
import { makeFolder } from '../folder.ts';
import { HOUR, MINUTE, machine } from './machine.ts';

describe('after a release', () => {
  it('a dataset is refreshed once, minutes later, and then waits for the next release', async () => {
    const m = machine('2026-11-19T12:00:00Z', { ui_weekly_claims: '2026-11-07' });
    expect(m.next('ui_weekly_claims')).toBe('2026-11-19T13:32:00.000Z');
    m.answers(() => {
      m.arrives('ui_weekly_claims', '2026-11-14');
      return 4;
    });
    await m.run(4 * HOUR);
    expect(m.asked).toEqual(['ui_weekly_claims 2026-11-19T13:32']);
    // The next release is the day before Thanksgiving.
    expect(m.next('ui_weekly_claims')).toBe('2026-11-25T13:32:00.000Z');
  });

  it('a node refreshes only while it is its turn', async () => {
    const m = machine('2026-11-19T12:00:00Z', { ui_weekly_claims: '2026-11-07' });
    m.turn(false);
    await m.run(4 * HOUR);
    expect(m.asked).toEqual([]);
    m.turn(true);
    await m.run(MINUTE);
    expect(m.asked).toEqual(['ui_weekly_claims 2026-11-19T16:00']);
  });

  it('a missing release is fetched again, at growing intervals', async () => {
    const m = machine('2026-11-19T13:00:00Z', { ui_weekly_claims: '2026-11-07' });
    await m.run(24 * HOUR);
    expect(m.asked.map((line) => line.slice(-5))).toEqual([
      '13:32',
      '13:47',
      '14:17',
      '15:17',
      '17:17',
      '23:17',
      '05:17',
      '11:17',
    ]);
  });

  it('a release without an exact day is fetched once a day from its earliest day, and at its usual hour', async () => {
    const m = machine('2026-11-26T06:00:00Z', { us_exports: '2026-09-01' });
    await m.run(13 * 24 * HOUR);
    // The usual release is on 7 December 08:30 ET, the earliest four days before.
    expect(m.asked.map((line) => line.slice(-11))).toEqual([
      '12-03T13:32',
      '12-04T13:32',
      '12-05T13:32',
      '12-06T13:32',
      '12-07T13:32',
      '12-08T13:32',
    ]);
  });
});

describe('national claims without FRED', () => {
  it('are fetched about three weeks after the release, when the file can have the week, and then once a day', async () => {
    const m = machine('2026-11-19T12:00:00Z', { ui_weekly_claims: '2026-11-07' });
    m.allowFred(false);
    expect(m.next('ui_weekly_claims')).toBe('2026-12-10T13:32:00.000Z');
    await m.run(31 * 24 * HOUR);
    expect(m.asked.map((line) => line.slice(-11))).toEqual(
      Array.from({ length: 10 }, (_, at) => `12-${10 + at}T13:32`),
    );
    m.answers(() => {
      m.arrives('ui_weekly_claims', '2026-11-14');
      return 4;
    });
    await m.run(24 * HOUR);
    expect(m.next('ui_weekly_claims')).toBe('2026-12-21T13:32:00.000Z');
  });

  it('are fetched after each release once FRED is allowed again', () => {
    const m = machine('2026-11-19T12:00:00Z', { ui_weekly_claims: '2026-11-07' });
    m.allowFred(false);
    m.allowFred(true);
    expect(m.next('ui_weekly_claims')).toBe('2026-11-19T13:32:00.000Z');
  });
});

describe('nothing is fetched', () => {
  it.each<Origin>(['sample', 'file'])('for data with the origin %s', async (origin) => {
    const m = machine('2026-11-19T12:00:00Z', { us_debt: '2026-10-01' }, origin);
    await m.run(2 * HOUR);
    expect([m.asked, m.next('us_debt')]).toEqual([[], null]);
  });

  it('for a dataset that cannot be fetched, or while it is switched off', async () => {
    const m = machine('2026-11-19T12:00:00Z', { jolts: '2026-01-01', us_debt: '2026-10-01' });
    m.switchTo(false);
    await m.run(2 * HOUR);
    expect([m.asked, m.next('us_debt')]).toEqual([[], null]);
    m.switchTo(true);
    await m.run(MINUTE);
    expect(m.asked).toEqual(['us_debt 2026-11-19T14:00']);
  });

  it('in the first minute', async () => {
    const m = machine('2026-11-19T12:00:00Z', { us_debt: '2026-10-01' });
    await m.run(30_000);
    expect(m.asked).toEqual([]);
    await m.run(30_000);
    expect(m.asked).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('is shown with the next attempt, and tried again at growing intervals', async () => {
    const m = machine('2026-11-19T13:00:00Z', { ui_weekly_claims: '2026-11-07' });
    m.answers(() => {
      throw new Failure('publisher_unreachable', 'DOL: the publisher cannot be reached.');
    });
    await m.run(33 * MINUTE);
    expect(m.scheduler.datasets()).toMatchObject([
      {
        failedAt: Date.parse('2026-11-19T13:32:00Z'),
        failure: 'DOL: the publisher cannot be reached.',
        nextAt: Date.parse('2026-11-19T13:37:00Z'),
      },
    ]);
    await m.run(12 * HOUR);
    expect(m.asked.map((line) => line.slice(-5))).toEqual([
      '13:32',
      '13:37',
      '13:57',
      '14:57',
      '17:57',
      '23:57',
    ]);
    m.answers(() => {
      m.arrives('ui_weekly_claims', '2026-11-14');
      return 2;
    });
    await m.run(6 * HOUR);
    expect(m.scheduler.datasets()).toMatchObject([{ failedAt: null, failure: null }]);
    expect(m.logs.at(-1)).toContain('2 rows added or revised');
  });

  it('that is a bug is shown without its details', async () => {
    const m = machine('2026-11-19T12:00:00Z', { us_debt: '2026-11-10' });
    m.answers(() => {
      throw new TypeError('x is not a function');
    });
    await m.run(2 * MINUTE);
    expect(m.scheduler.datasets()[0]?.failure).toMatch(/^An error in Almanac itself/);
    expect(m.logs.join()).toContain('TypeError: x is not a function');
  });
});

describe('a jump of the clock', () => {
  it('past releases during sleep gives one refresh of each dataset, in turn, a minute after waking', async () => {
    const m = machine('2026-11-02T12:00:00Z', {
      ui_weekly_claims: '2026-10-24',
      factors_affecting_reserve_balances: '2026-10-28',
      us_debt: '2026-10-30',
    });
    m.answers((dataset) => {
      m.arrives(
        dataset,
        dataset === 'us_debt' ? '2026-11-19' : dataset === 'ui_weekly_claims' ? '2026-11-14' : '2026-11-18',
      );
      return 10;
    });
    await m.run(2 * MINUTE);
    expect(m.asked).toEqual([]);
    m.sleep(18 * 24 * HOUR);
    await m.run(2 * HOUR);
    expect(m.asked.map((line) => line.split(' ')[0])).toEqual([
      'us_debt',
      'ui_weekly_claims',
      'factors_affecting_reserve_balances',
    ]);
    const times = m.asked.map((line) => line.split(' ')[1]);
    expect(times[0]).toBe('2026-11-20T12:03');
    expect(new Set(times).size).toBeGreaterThan(1);
  });

  it('forward and back again does not stop the schedule', async () => {
    const m = machine('2026-11-19T12:00:00Z', { us_debt: '2026-11-17' });
    m.answers(() => {
      throw new Failure('publisher_unreachable', 'FiscalData: the publisher cannot be reached.');
    });
    m.set('2031-01-01T12:00:00Z');
    await m.run(5 * MINUTE);
    expect(m.asked).toHaveLength(1);
    m.set('2026-11-19T12:30:00Z');
    m.answers(() => {
      m.arrives('us_debt', '2026-11-18');
      return 3;
    });
    // Debt is released at 16:15 ET. The failure under the wrong clock delays nothing.
    await m.run(10 * HOUR);
    expect(m.asked.slice(1)).toEqual(['us_debt 2026-11-19T21:17']);
  });

  it('back makes the schedule wait for the release by the new time', async () => {
    const m = machine('2026-11-19T22:00:00Z', { us_debt: '2026-11-18' });
    await m.run(MINUTE);
    m.set('2026-11-19T03:00:00Z');
    await m.run(HOUR);
    expect([m.asked, m.next('us_debt')]).toEqual([[], '2026-11-20T21:17:00.000Z']);
  });
});

it('a file that is imported after a refresh does not end the refreshes', async () => {
  const m = machine(
    '2026-11-19T12:00:00Z',
    { us_debt: '2026-10-01' },
    'file',
    Date.parse('2026-10-02T21:00:00Z'),
  );
  await m.run(2 * MINUTE);
  expect(m.asked).toHaveLength(1);
});

it('a refresh that a person made counts as an attempt', async () => {
  const m = machine('2026-11-19T13:00:00Z', { ui_weekly_claims: '2026-11-07' });
  m.set('2026-11-19T13:40:00Z');
  m.scheduler.noteRefresh('ui_weekly_claims', { changed: 0 });
  expect(m.next('ui_weekly_claims')).toBe('2026-11-19T13:55:00.000Z');
});

it('constituents are fetched once a week', async () => {
  const m = machine('2026-11-01T12:00:00Z', { constituents: '2026-10-01' });
  await m.run(16 * 24 * HOUR);
  expect(m.asked.map((line) => line.split(' ')[1])).toEqual([
    '2026-11-01T12:01',
    '2026-11-08T12:01',
    '2026-11-15T12:01',
  ]);
});

/** The Department of Labor's XML of national claims is published about three weeks after the release. */
describe('national claims', () => {
  const claims = (last: string, newestFrom: string) => ({
    dataset: 'ui_weekly_claims',
    origin: 'publisher' as const,
    series: [
      { code: 'initial_claims_sa', last: dayNumber(last) ?? 0, newestFrom },
      { code: 'continued_claims_sa', last: (dayNumber(last) ?? 0) - 7, newestFrom },
    ].map((one) => ({ ...one, area: '', count: 1, first: one.last })),
  });
  const at = (now: string, last: string, newestFrom: string) =>
    freshnessOf(UI_WEEKLY_CLAIMS, claims(last, newestFrom), Date.parse(now));

  it('from the XML are current while no newer XML can have more, and then due and late', () => {
    // The real XML on that day, when weeks up to 19 September had been released.
    const asRun = at('2026-09-28T12:00:00Z', '2026-08-29', 'dol-r539cy-xml');
    expect(asRun).toMatchObject({
      state: 'current',
      days_late: 0,
      expected_last_date: '2026-08-22',
      behind: [],
      next_release_text: 'about Thu 2026-10-01',
    });
    expect(at('2026-10-02T12:00:00Z', '2026-08-29', 'dol-r539cy-xml')?.state).toBe('due');
    // The file may come five business days later than usual: by 2026-10-08.
    expect(at('2026-10-09T12:00:00Z', '2026-08-29', 'dol-r539cy-xml')?.state).toBe('due');
    expect(at('2026-10-09T12:30:00Z', '2026-08-29', 'dol-r539cy-xml')).toMatchObject({
      state: 'late',
      days_late: 1,
    });
  });

  it('from the XML are never expected on a holiday', () => {
    // Three weeks after the release of 2026-11-05 is Thanksgiving.
    expect(at('2026-11-20T12:00:00Z', '2026-10-24', 'dol-r539cy-xml')?.next_release_text).toBe(
      'about Fri 2026-11-27',
    );
  });

  it('with newest weeks from FRED or a person are compared with the release itself', () => {
    for (const from of ['fred-csv', 'long-csv']) {
      expect(at('2026-09-28T12:00:00Z', '2026-08-29', from)).toMatchObject({
        state: 'late',
        expected_last_date: '2026-09-19',
      });
      expect(at('2026-09-28T12:00:00Z', '2026-09-19', from)).toMatchObject({
        state: 'current',
        next_release_text: 'Thu 2026-10-01, 08:30 ET',
      });
    }
  });

  it('from the XML have a note on their lag and a quicker source, except if FRED is fetched after them', async () => {
    const folder = makeFolder();
    const file = folder.write('claims.xml', claimsXml());
    const [imported] = await folder.import([file]);
    expect(imported?.notes).toEqual([
      expect.stringMatching(
        /^The file ends with \d{4}-\d\d-\d\d: that of the US Department of Labor comes about 3 weeks after the release\. FRED has the newest sooner: refresh ui_weekly_claims with --fred, or allow FRED on the Data screen\.$/,
      ),
    ]);
    const [again] = await folder.import([file], { isCompleted: true });
    expect(again?.notes).toEqual([]);
    const reader = openReader(folder.dataDir);
    const [holding] = reader.holdings();
    reader.close();
    expect(new Set(holding?.series.map(({ newestFrom }) => newestFrom))).toEqual(new Set(['dol-r539cy-xml']));
  });
});
