import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shiftDays } from '../../../service/calendar/dates.ts';
import { publish, temporaryFolder } from '../../api/folder.ts';
import { openPage } from '../open-page.tsx';
import { AT, brief, cardOf, explained, folder } from './overview-page.ts';

test('an item opens and closes; each number leads to its explanation, in the address', async () => {
  const { user } = await openPage('/overview?since=run-2', { dataDir: folder(), at: AT });
  const news = await brief();
  const item = await within(news).findByRole('button', { name: /^Job openings and labor turnover/ });
  expect(item.getAttribute('aria-expanded')).toBe('false');
  expect(item.closest('li')?.textContent).toBe(
    'Job openings and labor turnover (JOLTS): 1 new, 4 revised' +
      'Job openings, level, SA: 7.740 mn positions in January 2025, revised from 7.600 mn to 7.740 mn (+140 k), +233 k on the month. December 2024 was revised from 7.508 mn to 7.507 mn (−1 k).  Copy sentence Open in Explore' +
      '2024-11: 8,031 → 7,566 (−465)2025-01: 7,600 → 7,740 (+140)2024-12: 7,508 → 7,507 (−1)all 2 series…',
  );
  await user.click(within(item.closest('li') as HTMLElement).getByRole('button', { name: 'all 2 series…' }));
  await within(news).findByText(/^Quits, rate, SA:/);
  expect(new URLSearchParams(location.search).get('show')).toBe('jolts');
  const on = 'jolts.job_openings_level_sa.on';
  const label = 'Job openings, level, SA';
  const unit = 'thousands of positions';
  const held = 'The value before the revision; the observation below lists all of its values.';
  const change = [
    [
      '7,600',
      `${on}.2025-01-01.was.7600`,
      `${label}7,600 ${unit}2025-01-01, before it was revised${held}${label}2025-01-017,740 ${unit}`,
    ],
    [
      '−465',
      `${on}.2024-11-01.revised.8031`,
      `${label}, revision−465 ${unit}Revision.new − old7,566 − 8,031 = −4652024-11-017,566 ${unit}2024-11-01, before it was revised8,031 ${unit}`,
    ],
    [
      '8,031',
      `${on}.2024-11-01.was.8031`,
      `${label}8,031 ${unit}2024-11-01, before it was revised${held}${label}2024-11-017,566 ${unit}`,
    ],
  ] as const;
  for (const [name, word, text] of change) {
    await user.click(within(news).getAllByRole('button', { name })[0] as HTMLElement);
    await waitFor(() => expect(new URLSearchParams(location.search).get('explain')).toBe(word));
    await waitFor(async () => expect(await explained()).toContain(`Explain this number${text}`));
  }
  await user.click(item);
  await waitFor(() => expect(new URLSearchParams(location.search).get('show')).toBeNull());
  await user.click(within(cardOf(label)).getByRole('button', { name: '+233 k' }));
  await waitFor(async () =>
    expect(await explained()).toBe(
      `Explain this number${label}, change233 ${unit}Change from 2024-12-01.x(t) − x(then)7,740 − 7,507 = 2332025-01-017,740 ${unit}2024-12-017,507 ${unit}`,
    ),
  );
});

test('what was marked as read stays read on the next visit, and can be brought back', async () => {
  const dataDir = folder();
  const heading = async () => (await brief()).querySelector('h2')?.textContent;
  const second = await openPage('/overview', { dataDir, at: AT });
  expect(await heading()).toBe('What is new since the beginning');
  const dots = () => document.querySelectorAll('[aria-label=Unread]').length;
  expect(dots()).toBe(4);
  await second.user.click(await screen.findByRole('button', { name: 'Mark as read' }));
  await within(await brief()).findByText(/^Nothing new/);
  const visit = new Date(AT);
  const day = visit.toLocaleDateString('en-US', { weekday: 'long' });
  const moment = `${day} ${visit.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
  expect((await brief()).textContent).toContain(
    `What is new since your last visit, ${moment}Since: Last visitMark as readUndoTake awayNothing new since ${moment}. Next: National debt (Debt to the Penny), Fri 2025-03-14, 16:15 ET`,
  );
  await waitFor(() => expect(dots()).toBe(0));
  // Pressing R again changes nothing: Undo brings back what was read first.
  await second.user.keyboard('r');
  await second.user.click(screen.getByRole('button', { name: 'Take away' }));
  const items = await screen.findAllByRole('menuitem');
  const isOff = [screen.getByRole('button', { name: 'Mark as read' }), ...items].map((one) =>
    one.hasAttribute('disabled'),
  );
  // Only the calendar has something to take away.
  expect(isOff).toEqual([true, true, true, true, false]);
  await second.close();

  const third = await openPage('/overview', { dataDir, at: AT });
  await within(await brief()).findByText(/^Nothing new/);
  await third.user.click(screen.getByRole('button', { name: 'Undo' }));
  await within(await brief()).findByText(/^Job openings and labor turnover/);
  expect(await heading()).toBe('What is new since the beginning');
});

test('the period is chosen from a menu; opening an item or an explanation adds no entry to the history', {
  tags: 'soak',
}, async () => {
  const dataDir = folder();
  for (const _ of ['Run 8', 'Run 9']) publish(dataDir, 'us_debt', []);
  let held: Promise<undefined> | undefined;
  const { user, router } = await openPage('/overview?show=jolts', {
    ...{ dataDir, at: AT },
    instead: ({ url }) => (url.includes('/host/changes') ? held : undefined),
  });
  const news = await brief();
  const choose = async (item: string | RegExp) => {
    await user.click(screen.getByRole('button', { name: /^Since: / }));
    const chosen = await screen.findByRole('menuitem', { name: item });
    const before = document.querySelector('[role=menuitem][aria-current]')?.textContent;
    await user.click(chosen);
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    return [
      before,
      location.search,
      (await brief()).querySelector('h2')?.textContent,
      screen.getByRole('button', { name: /^Since: / }).textContent,
    ];
  };
  expect(await choose('Last 7 days')).toEqual([
    'Last visit',
    '?since=7d',
    'What is new in the last 7 days',
    'Since: Last 7 days',
  ]);
  expect(await choose('Yesterday')).toEqual([
    'Last 7 days',
    '?since=yesterday',
    'What is new since yesterday',
    'Since: Yesterday',
  ]);
  expect(await choose(/^Job openings and labor turnover.*Run 7,/)).toEqual([
    'Yesterday',
    '?since=run-7',
    'What is new with run 7 and after it',
    'Since: run-7',
  ]);
  expect(await choose('Last visit')).toEqual([
    undefined,
    '',
    'What is new since the beginning',
    'Since: Last visit',
  ]);
  await user.click(screen.getByRole('button', { name: /^Since: / }));
  const field = await screen.findByRole('textbox', { name: 'A date, then Enter' });
  const runs = screen.getAllByText(/^Run /).map(({ textContent }) => textContent?.split(',')[0]);
  expect(runs).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((run) => `Run ${run}`));
  await user.type(field, '2025-02-30{ArrowDown}{Enter}');
  expect([location.search, document.activeElement]).toEqual(['', field]);
  await user.clear(field);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  held = promise;
  await user.type(field, '2025-03-10{Enter}');
  await waitFor(() => expect([location.search, field.isConnected]).toEqual(['?since=2025-03-10', false]));
  // Until the new brief has loaded, the old one stays, dimmed.
  expect([news.getAttribute('aria-busy'), news.dataset.dimmed]).toEqual(['true', 'true']);
  resolve(undefined);
  await waitFor(() =>
    expect([news.getAttribute('aria-busy'), news.dataset.dimmed]).toEqual(['false', undefined]),
  );
  await user.click(await screen.findByRole('button', { name: /^Job openings and labor turnover/ }));
  await waitFor(() => expect(location.search).toBe('?since=2025-03-10&show=jolts'));
  await user.keyboard('e');
  await waitFor(() => expect(location.search).toContain('&explain=jolts.'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(location.search).toBe('?since=2025-03-10&show=jolts'));
  router.history.back();
  await waitFor(() => expect(location.search).toBe(''));
});

test('of many revisions, three stand below a closed series, and all that are listed below an open one', async () => {
  const dataDir = temporaryFolder();
  // The n-th week is revised by n, so all revisions differ.
  const claims = (plus: number) =>
    Array.from({ length: 202 }, (_, n) => ({
      code: 'initial_claims_sa',
      date: shiftDays('2025-03-08', -7 * n),
      value: String(200_000 + plus * n),
    }));
  publish(dataDir, 'ui_weekly_claims', claims(0));
  publish(dataDir, 'ui_weekly_claims', claims(1));
  const { user } = await openPage('/overview?since=run-2', {
    ...{ dataDir, at: AT },
    instead: ({ url }) =>
      url.includes('/host/calendar')
        ? Response.json({ from: '2025-03-14', days: 14, releases: [] })
        : undefined,
  });
  const news = await brief();
  // Without releases there is no calendar.
  expect((await screen.findByText('Save .ics')).closest('button')?.disabled).toBe(true);
  const revisions = () =>
    [...news.querySelectorAll('[data-numbers] li')].map(({ textContent }) => textContent);
  const more = await within(news).findByRole('button', { name: 'all 201 revisions…' });
  expect(revisions()).toEqual([
    '2021-05-01: 200,000 → 200,201 (+201)',
    '2021-05-08: 200,000 → 200,200 (+200)',
    '2021-05-15: 200,000 → 200,199 (+199)',
  ]);
  await user.click(more);
  await within(news).findByText('and 1 smaller revision: the CSV under Take away has all');
  expect(revisions()).toHaveLength(200);
  // A count of new and revised values is written only if there are several series.
  expect(news.querySelector('[data-numbers]')?.textContent).toMatch(/^Initial claims, SA: /);
});

test('brief, changes and calendar are taken away whole', async () => {
  const { user, saved } = await openPage('/overview?since=run-2', { dataDir: folder(), at: AT });
  const news = await brief();
  const take = async (item: string) => {
    const before = saved.length;
    await user.click(within(news).getByRole('button', { name: 'Take away' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    await waitFor(() => expect(saved.length).toBe(before + 1));
    const file = saved.at(-1);
    return [file?.name, await file?.text];
  };
  const [changes, csv] = await take('Save all changes as CSV');
  expect(changes).toMatch(/^almanac-changes-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv).toBe(
    [
      'dataset,series,area,date,old,new,run',
      'ui_weekly_claims,initial_claims_sa,,2025-03-08,,220000,2',
      'ui_weekly_claims,initial_claims_sa,,2025-03-01,,222000,2',
      'ui_weekly_claims,initial_claims_sa,,2025-02-22,,221000,2',
      'jolts,job_openings_level_sa,,2024-11-01,8031,7566,7',
      'jolts,job_openings_level_sa,,2025-01-01,7600,7740,7',
      'jolts,job_openings_level_sa,,2024-12-01,7508,7507,7',
      'jolts,quits_rate_sa,,2024-12-01,2.0,1.9,7',
      'jolts,quits_rate_sa,,2025-01-01,,2.1,7',
      'ui_state_weekly_claims,initial_claims,CA,2025-03-08,,41000,3',
      'ui_state_weekly_claims,initial_claims,CA,2025-03-01,,44000,3',
      'ui_state_weekly_claims,initial_claims,NY,2025-03-01,,20000,3',
      'ui_state_weekly_claims,initial_claims,TX,2025-03-08,,16241,3',
      'ui_state_weekly_claims,initial_claims,TX,2025-03-01,,17000,3',
      'ui_state_weekly_claims,initial_claims,TX,2025-02-22,,16000,3',
      'ui_state_weekly_claims,continued_claims,TX,2025-03-01,,150000,3',
      '',
    ].join('\n'),
  );
  await within(news).findByText('15 changes are saved.');
  const [name, markdown] = await take('Save the brief as Markdown');
  expect(name).toMatch(/^almanac-brief-\d{4}-\d\d-\d\d\.md$/);
  const source = (what: string) =>
    `- ${what}, retrieved from Almanac 1.2.3, data loaded 2026-11-20; March 14, 2025.`;
  expect(markdown?.split('\n').filter((line) => line !== '')).toEqual([
    '# What is new with run 2 and after it',
    'Almanac 1.2.3, 2025-03-14 15:00 UTC.',
    '## Weekly unemployment claims: 3 new',
    'Initial claims, SA: 220,000 claims in the week ending 2025-03-08, -2,000 on the week, – on the year.',
    '## Job openings and labor turnover (JOLTS): 1 new, 4 revised',
    'Job openings, level, SA: 7,740 thousands in January 2025, revised from 7,600 thousands to 7,740 thousands (+140), +233 on the month, – on the year. December 2024 was revised from 7,508 thousands to 7,507 thousands (-1).',
    ...[
      '- 2024-11: 8,031 → 7,566 (-465)',
      '- 2025-01: 7,600 → 7,740 (+140)',
      '- 2024-12: 7,508 → 7,507 (-1)',
    ],
    '## Weekly unemployment claims by state: 7 new',
    '## Index and fund constituents: SP500 of 2025-03-12, 12 members; SP500 of 2025-02-28, 12 members',
    '## Sources',
    source(
      'US Department of Labor, Employment and Training Administration, Weekly unemployment claims: Initial claims, SA [ui_weekly_claims.initial_claims_sa]',
    ),
    source(
      'US Bureau of Labor Statistics, Job openings and labor turnover (JOLTS): Job openings, level, SA [jolts.job_openings_level_sa]',
    ),
    source(
      'US Department of Labor, Employment and Training Administration, Weekly unemployment claims by state: California: Initial claims, NSA [ui_state_weekly_claims.initial_claims]',
    ),
    source(
      'The index list’s or fund’s own publisher, Index and fund constituents: S&P 500 companies [constituents.SP500]',
    ),
  ]);
  await user.click(within(news).getByRole('button', { name: 'Take away' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy the brief as Markdown' }));
  await within(news).findByText('The brief is copied.');
  expect(await navigator.clipboard.readText()).toBe(markdown);
  await user.click(within(news).getAllByRole('button', { name: 'Copy sentence' })[0] as HTMLElement);
  await within(news).findByText('Copied');
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe(
      'Initial claims, SA: 220,000 claims in the week ending 2025-03-08, -2,000 on the week.',
    ),
  );
  const [calendar, events = ''] = await take('Save the calendar (.ics)');
  expect(calendar).toBe('almanac-releases.ics');
  const [, first = '', ...rest] = events.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n');
  expect(rest).toHaveLength(27);
  expect(first.split('\r\n').slice(0, 7)).toEqual([
    'UID:us_debt-2025-03-13@almanac',
    'DTSTAMP:20250314T150000Z',
    'DTSTART:20250314T201500Z',
    'TRANSP:TRANSPARENT',
    'SUMMARY:National debt (Debt to the Penny)',
    'DESCRIPTION:The observation of 2025-03-13. The next business day\\, about 16:15 ET. https://fiscaldata.treasury.gov/datasets/debt-to-the-penny/',
    'END:VEVENT',
  ]);
});
