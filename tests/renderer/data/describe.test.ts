import { describe, expect, it } from 'vitest';
import {
  changesText,
  checkedText,
  datasetState,
  distanceText,
  ingestProgressText,
  logLines,
  nextTexts,
  runOrigin,
  scheduleText,
  statesText,
  waitText,
} from '../../../renderer/data/describe.ts';
import { sizeText } from '../../../renderer/frame/texts.ts';
import type { DatasetFreshness } from '../../../service/contract/catalog.ts';

const fresh = (
  state: DatasetFreshness['state'],
  days_late = 0,
): { freshness: DatasetFreshness; origin: 'publisher' } => ({
  origin: 'publisher',
  freshness: {
    state,
    days_late,
    expected_last_date: null,
    next_release: null,
    next_release_text: '',
    behind: [],
  },
});
const SAMPLE = { origin: 'sample', freshness: null } as const;
const NOTHING = { origin: null, freshness: null } as const;

describe('a dataset’s chip', () => {
  it.each([
    [fresh('current'), 'Current', 'current'],
    [fresh('due'), 'Due', 'due'],
    [fresh('late', 1), 'Late 1 day', 'late'],
    [fresh('late', 261), 'Late 261 days', 'late'],
    [fresh('late', 1326), 'Late 1,326 days', 'late'],
    [fresh('unscheduled'), 'No schedule', 'unscheduled'],
    [SAMPLE, 'Sample', 'sample'],
    [NOTHING, 'No data', 'none'],
  ] as const)('%# says %s', (dataset, text, tone) => expect(datasetState(dataset)).toEqual({ text, tone }));

  it('is counted over all datasets', () => {
    expect(statesText([fresh('current'), fresh('late', 3), fresh('current'), SAMPLE])).toBe(
      '2 current, 1 late, 1 sample',
    );
    expect(statesText([NOTHING, fresh('unscheduled'), fresh('due')])).toBe(
      '1 due, 1 without a schedule, 1 without data',
    );
    expect(statesText([])).toBe('');
  });
});

describe('times', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it.each([
    ['2026-11-25T13:30:00Z', 'in 4 days'],
    ['2026-11-22T12:00:00Z', 'in 1 day'],
    ['2026-11-21T15:30:00Z', 'in 3 hours'],
    ['2026-11-21T11:59:01Z', 'now'],
    ['2026-11-21T11:30:00Z', '30 minutes ago'],
    ['2025-11-21T12:00:00Z', '365 days ago'],
  ])('%s is %s', (iso, text) => expect(distanceText(iso, now)).toBe(text));

  it.each([
    // The release is on Monday at 08:30 Eastern. The first three are Saturday 05:00, 11:30, 23:59 Eastern.
    ['2026-11-21T10:00:00Z', 'in 2 days'],
    ['2026-11-21T16:30:00Z', 'in 2 days'],
    ['2026-11-22T04:59:00Z', 'in 2 days'],
    ['2026-11-22T05:01:00Z', 'in 1 day'],
    ['2026-11-22T13:31:00Z', 'in 23 hours'],
  ])('a release on Monday is, at %s, %s', (at, text) =>
    expect(distanceText('2026-11-23T13:30:00Z', Date.parse(at))).toBe(text),
  );

  it('to the next release are shown if one day is the likeliest, not if it can be any day of a week', () => {
    const wait = (next_text: string) =>
      waitText({ freshness: null, release: { text: '', next: '2026-11-30T13:30:00Z', next_text } }, now);
    expect(wait('Mon 2026-11-30, 08:30 ET')).toBe('in 9 days');
    expect(wait('about Mon 2026-11-30')).toBe('in 9 days');
    expect(wait('in the week to Mon 2026-11-30')).toBe('');
  });

  it('of the schedule are shown if there are any', () => {
    const next = (next_refresh: string | null, is_running = false) =>
      scheduleText({ next_refresh, is_running }, now);
    expect(next(null)).toBe('');
    expect(next('2026-11-25T13:37:00Z')).toBe('Refreshes automatically in 4 days');
    expect(next('2026-11-20T13:37:00Z')).toBe('Refreshes automatically shortly');
    expect(next(null, true)).toBe('Refreshing automatically now');
  });
});

describe('runs and jobs', () => {
  it('say where the data came from', () => {
    expect(runOrigin({ kind: 'refresh', location: 'https://api.bls.gov/x?y=1' })).toEqual({
      what: 'Refreshed',
      from: 'api.bls.gov',
    });
    expect(runOrigin({ kind: 'import', location: 'C:\\Users\\me\\debt.csv' }).from).toBe('debt.csv');
    expect(runOrigin({ kind: 'import', location: '/home/me/debt.csv' }).from).toBe('debt.csv');
    expect(runOrigin({ kind: 'sample', location: '' }).from).toBe('');
  });

  it('say what they changed', () => {
    expect(changesText({ added: 24_312, revised: 4 })).toBe('24,312 added, 4 revised');
    expect(changesText({ added: 0, revised: 1 })).toBe('1 revised');
    expect(changesText({ added: 0, revised: 0 })).toBe('nothing new');
  });

  it('show a check that brought nothing, unless it was the last run', () => {
    const run = (kind: 'refresh' | 'import', fetched_at: string) => ({
      dataset: 'us_debt',
      kind,
      source: '',
      location: '',
      fetched_at,
      added: 0,
      revised: 0,
      unchanged: 0,
    });
    const told = (last_checked: string | null, last_run: ReturnType<typeof run> | null) =>
      checkedText({ last_checked, last_run });
    expect(told(null, null)).toBe('');
    expect(told('2026-11-21T08:00:30Z', null)).toBe('Last checked 2026-11-21 08:00 UTC');
    const refreshed = run('refresh', '2026-11-20T08:00:00Z');
    expect(told('2026-11-21T08:00:30Z', refreshed)).toBe('Last checked 2026-11-21 08:00 UTC');
    expect(told('2026-11-20T08:00:59Z', refreshed)).toBe('');
    // An import says nothing about when the publisher was asked.
    expect(told('2026-11-19T08:00:00Z', run('import', '2026-11-20T08:00:00Z'))).toBe(
      'Last checked 2026-11-19 08:00 UTC',
    );
  });

  it('are in one log with failed ones, newest first', () => {
    const stored = {
      source: '',
      location: 'https://api.bls.gov/x',
      added: 2,
      revised: 0,
      unchanged: 0,
      dataset: 'jolts',
    };
    const lines = logLines({
      runs: [
        { ...stored, id: 2, kind: 'refresh', fetched_at: '2026-11-21T10:00:00.000Z' },
        { ...stored, id: 1, kind: 'sample', fetched_at: '2026-11-21T09:00:00.000Z' },
      ],
      failed: [
        {
          id: 2,
          dataset: null,
          kind: 'import',
          is_scheduled: false,
          location: 'notes.txt',
          failed_at: '2026-11-21T11:00:00.000Z',
          message: 'No format knows notes.txt.',
        },
        {
          id: 1,
          dataset: 'jolts',
          kind: 'refresh',
          is_scheduled: true,
          location: '',
          failed_at: '2026-11-21T09:30:00.000Z',
          message: 'BLS did not answer.',
        },
      ],
    });
    expect(lines.map(({ how, from, outcome, isFailed }) => [how, from, outcome, isFailed])).toEqual([
      ['Import failed', 'notes.txt', 'No format knows notes.txt.', true],
      ['Refreshed', 'api.bls.gov', '2 added', false],
      ['Refresh failed', '', 'BLS did not answer.', true],
    ]);
  });

  it('show their progress, as far as it is known', () => {
    const at = { file: 'x', phase: 'read', bytes: 0, totalBytes: 0, rows: 0 } as const;
    expect(ingestProgressText(null)).toEqual({ text: 'Starting', percent: undefined });
    expect(ingestProgressText({ ...at, phase: 'wait' })).toEqual({ text: 'Waiting', percent: 0 });
    expect(ingestProgressText({ ...at, phase: 'fetch', bytes: 2_000_000 })).toEqual({
      text: 'Fetching, 2.0 MB',
      percent: undefined,
    });
    expect(ingestProgressText({ ...at, bytes: 1_500, totalBytes: 2_000, rows: 12_400 })).toEqual({
      text: 'Reading, 12,400 rows',
      percent: 75,
    });
    expect(sizeText(200)).toBe('1 KB');
    expect(sizeText(37_212_345)).toBe('37.2 MB');
  });
});

it('the release and its file are shown apart if the file comes later, as Overview’s calendar has the release', () => {
  const release = { text: '', next: '2026-11-25T13:30:00Z', next_text: 'Wed 2026-11-25, 08:30 ET' };
  const next = (id: string, next_release_text: string) =>
    nextTexts({ id, freshness: { ...fresh('current').freshness, next_release_text }, release } as never);
  expect(next('ui_weekly_claims', 'about Wed 2026-12-16')).toEqual([
    'Wed 2026-11-25, 08:30 ET',
    'its file about Wed 2026-12-16',
  ]);
  expect(next('ui_weekly_claims', 'Wed 2026-11-25, 08:30 ET')).toEqual(['Wed 2026-11-25, 08:30 ET']);
  expect(next('us_debt', 'about Thu 2026-11-26')).toEqual(['about Thu 2026-11-26']);
  expect(nextTexts({ id: 'ui_weekly_claims', freshness: null, release } as never)).toEqual([
    release.next_text,
  ]);
});
