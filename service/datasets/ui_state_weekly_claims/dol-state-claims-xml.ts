import { quote } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { rootElement } from '../../sources/xml-reader.ts';
import { STATES, type StateCode } from '../states.ts';
import { type ReportWeek, readWeeks } from '../ui_weekly_claims/r539cy-weeks.ts';
import { createStateCoverage } from './state-coverage.ts';

const AREA = 'stateName';
const WEEK = 'weekEnded';
const WEEK_BEFORE = 'ReflectingWeekEnded';

/** The elements with values by the codes of the series, and the elements with their dates. */
const SERIES = [
  { code: 'initial_claims', date: WEEK, value: 'InitialClaims' },
  { code: 'continued_claims', date: WEEK_BEFORE, value: 'ContinuedClaims' },
  { code: 'covered_employment', date: WEEK, value: 'CoveredEmployment' },
  { code: 'insured_unemployment_rate_week', date: WEEK_BEFORE, value: 'InsuredUnemploymentRate' },
] as const;

const CODES = new Map(Object.entries(STATES).map(([code, name]) => [name.toLowerCase(), code as StateCode]));

/**
 * The Department of Labor's weekly claims report by state, as XML, of all states or of some: a `week` for each state and Saturday. Its
 * claims have the workshare equivalents in them, as c3 + c7 and c8 + c12 of `ar539.csv`; its rate is that of the week, not the 13-week
 * average: in the report of 2021-11-22 each of the 5,141 rates is ContinuedClaims ÷ CoveredEmployment × 100 with two decimals.
 */
export const DOL_STATE_CLAIMS_XML: FileFormat = {
  id: 'dol-r539cy-state-xml',
  title: 'Weekly claims by state (DOL r539cy XML)',
  isMarkedUp: true,
  isPeriod: true,
  recognise: ({ text }) => rootElement(text) === 'r539cyState',
  open: openStateClaims,
};

function openStateClaims({ file, target }: ReadContext): FileReader {
  const ids = new Map<string, number>();
  const coverage = createStateCoverage();
  const seen = new Map<string, number>();

  function idOf({ code, date, value }: (typeof SERIES)[number], state: string): number {
    const key = `${code}/${state}`;
    const id = ids.get(key) ?? target.series('ui_state_weekly_claims', code, state, { date, value });
    ids.set(key, id);
    return id;
  }

  function noteOnce(state: string, week: ReportWeek): void {
    const key = `${state} ${week.text(WEEK)}`;
    const earlier = seen.get(key);
    if (earlier !== undefined)
      throw week.failure(
        WEEK,
        `the week ending ${week.text(WEEK)} of ${week.text(AREA)} is already on line ${earlier}; each may be there once.`,
      );
    seen.set(key, week.lineOf(WEEK));
  }

  return readWeeks(file, [AREA, WEEK_BEFORE, ...SERIES.map(({ value }) => value)], {
    onWeek(week) {
      const state = CODES.get(week.text(AREA).toLowerCase());
      if (state === undefined)
        throw week.failure(
          AREA,
          `${quote(week.text(AREA))} is not one of the ${CODES.size} areas; the name of a state, District of Columbia, Puerto Rico or Virgin Islands is right.`,
        );
      noteOnce(state, week);
      const values = SERIES.flatMap((series) => {
        const value = week.number(series.value);
        return value === undefined ? [] : [{ series, value, day: week.day(series.date) }];
      });
      for (const { series, value, day } of values)
        target.observation(idOf(series, state), day, value, week.lineOf(series.value));
      // Weeks to come have no values.
      if (values.length > 0) coverage.add(state, week.day(WEEK), week.day(WEEK_BEFORE), week.lineOf(WEEK));
    },
    onEnd() {
      for (const note of coverage.notes()) target.note(note);
    },
  });
}
