import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { freshnessOf } from '../../../service/calendar/freshness.ts';
import { UI_WEEKLY_CLAIMS } from '../../../service/datasets/ui_weekly_claims/definition.ts';
import { openReader } from '../../../service/store/index.ts';
import { claimsXml } from '../../sources/xml-fixtures.ts';
import { makeFolder } from '../folder.ts';

/** The Department of Labor's XML of national claims comes some three weeks after the release. */
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
    // As the XML was on that day, when weeks to 19 September had been released.
    const asRun = at('2026-09-28T12:00:00Z', '2026-08-29', 'dol-r539cy-xml');
    expect(asRun).toMatchObject({
      state: 'current',
      days_late: 0,
      expected_last_date: '2026-08-22',
      behind: [],
      next_release_text: 'about Thu 2026-10-01',
    });
    expect(at('2026-10-02T12:00:00Z', '2026-08-29', 'dol-r539cy-xml')?.state).toBe('due');
    // The file can come five business days later than it usually does, to 2026-10-08.
    expect(at('2026-10-09T12:00:00Z', '2026-08-29', 'dol-r539cy-xml')?.state).toBe('due');
    expect(at('2026-10-09T12:30:00Z', '2026-08-29', 'dol-r539cy-xml')).toMatchObject({
      state: 'late',
      days_late: 1,
    });
  });

  it('from the XML are never expected on a holiday', () => {
    // The release of 2026-11-05, three weeks later, is Thanksgiving.
    expect(at('2026-11-20T12:00:00Z', '2026-10-24', 'dol-r539cy-xml')?.next_release_text).toBe(
      'about Fri 2026-11-27',
    );
  });

  it('whose newest weeks came from FRED or a person are compared with the release itself', () => {
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

  it('from the XML give a note that they lag and what is quicker, but not where FRED is fetched after them', async () => {
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
