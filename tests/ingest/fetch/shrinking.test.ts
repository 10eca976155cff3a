import { describe, expect, test } from 'vitest';
import { dateText } from '../../../service/calendar/dates.ts';
import { refreshDataset } from '../../../service/ingest/fetch/index.ts';
import { noWeekend, usDate, weekdayAt } from '../../weekdays.ts';
import { type Handler, startPublisherServer } from './publisher-server.ts';
import { held, makeDataDir, NOW, refreshed } from './refreshing.ts';

const LIST = (members: number) =>
  `Symbol,Security,GICS Sector,GICS Sub-Industry,Headquarters Location,Date added,CIK,Founded\n${Array.from(
    { length: members },
    (_, at) => `T${at},Company ${at},Energy,Oil,Anywhere,1957-03-04,1,1902\n`,
  ).join('')}`;
const list =
  (members: number): Handler =>
  ({ url }, response) =>
    url.startsWith('raw.githubusercontent.com/')
      ? response.end(LIST(members))
      : response.writeHead(403).end();

describe('a refresh that fetches a shrunken file', () => {
  test('refuses it and gives the command that allows it, even after other failures, and stores it if allowed', async () => {
    const server = await startPublisherServer(list(503));
    const dataDir = makeDataDir();
    await refreshed(dataDir, ['constituents'], { mirror: server.mirror });
    const before = held(dataDir);
    server.answer = list(254);
    const { outcomes } = await refreshed(dataDir, ['constituents'], { mirror: server.mirror });
    expect(outcomes[0]?.refused).toMatchObject({
      code: 'file_shrinks',
      message: expect.stringMatching(
        / lists 254 members of SP500 .*: 249 would leave; .* If it is right, refresh constituents with --allow-shrink: /,
      ),
    });
    expect(held(dataDir)).toEqual(before);
    const all = async () => {
      const options = { dataDir, now: () => NOW, settings: { mirror: server.mirror } };
      for await (const _ of refreshDataset('constituents', options));
    };
    // The app refreshes all sources at once: the failure that a person can allow must be shown.
    await expect(all()).rejects.toMatchObject({
      code: 'file_shrinks',
      message: expect.stringContaining('403'),
    });
    const allowed = await refreshed(dataDir, ['constituents'], { mirror: server.mirror, allowShrink: true });
    expect(allowed.outcomes[0]).toMatchObject({
      state: 'stored',
      runs: [{ revised: 249, lists: [{ left: 249, joined: 0, changed: 0 }] }],
    });
  });

  test('fails with the code file_shrinks also if the next way cannot be reached, and gives each reason once', async () => {
    const days = Array.from({ length: 250 }, (_, at) => dateText(weekdayAt(14_330 - at)));
    const cells = (some: readonly string[]) =>
      `Date,"1 Yr","10 Yr"\n${some.map((day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)},,4.50`).join('\n')}`;
    const answer =
      (some: readonly string[]): Handler =>
      ({ url }, response) => {
        if (url.includes('/pages/xml')) response.writeHead(404).end();
        else response.end(/csv\/2024\//.test(url) ? cells(some) : '');
      };
    const server = await startPublisherServer(answer(days));
    const dataDir = makeDataDir();
    await refreshed(dataDir, ['yields'], { mirror: server.mirror });
    server.answer = answer([...days.slice(0, 100), ...days.slice(150)]);
    const { outcomes } = await refreshed(dataDir, ['yields'], { mirror: server.mirror });
    expect(outcomes[0]?.refused).toMatchObject({
      code: 'file_shrinks',
      message: expect.stringMatching(
        /^US Treasury par yields 2024 lacks 50 of .*refresh yields with --allow-shrink.*404/,
      ),
    });
  });
});

test('the message about a refused year names the years stored before it, with each reason and the advice once', async () => {
  const server = await startPublisherServer(({ url }, response) => {
    const year = Number(/rates\.csv\/(\d{4})\//.exec(url)?.[1]);
    if (year < 1993)
      response.end(
        `Date,"1 Yr","10 Yr"\n${usDate(noWeekend(`${year}-12-31`))},,4.50\n${usDate(noWeekend(`${year}-01-02`, 'on'))},,4.50`,
      );
    else response.writeHead(403).end();
  });
  const dataDir = makeDataDir();
  const { outcomes } = await refreshed(dataDir, ['yields'], { mirror: server.mirror });
  expect(outcomes[0]?.runs).toHaveLength(3);
  const message = outcomes[0]?.refused?.message ?? '';
  expect(message).toMatch(
    /^US Treasury par yields 1993: [^.]*\(status 403\)\. US Treasury par yields 1993 \(XML feed\): [^.]*\(status 403\)\. What came before, 1990-01-02 to 1992-12-31, is stored; open \S+ in a browser, save the file, and import it\.$/,
  );
  expect(message.match(/import it/g)).toHaveLength(1);
});

test('a year of yields that differs from the stored one is refused, and stored if that is allowed', async () => {
  const days = Array.from({ length: 40 }, (_, at) => dateText(weekdayAt(14_330 - at)));
  const answer =
    (rate: string): Handler =>
    ({ url }, response) => {
      if (url.includes('/pages/xml')) response.writeHead(404).end();
      else if (/csv\/2024\//.test(url))
        response.end(`Date,"1 Yr","10 Yr"\n${days.map((day) => `${usDate(day)},,${rate}`).join('\n')}`);
      else response.end('');
    };
  const server = await startPublisherServer(answer('4.50'));
  const dataDir = makeDataDir();
  await refreshed(dataDir, ['yields'], { mirror: server.mirror });
  const before = held(dataDir);
  server.answer = answer('1.90');
  const { outcomes } = await refreshed(dataDir, ['yields'], { mirror: server.mirror });
  expect(outcomes[0]?.refused).toMatchObject({
    code: 'file_jumps',
    message: expect.stringMatching(
      /^US Treasury par yields 2024 changes 40 of 40 observations of yields .* refresh yields with --allow-jumps\..*404/,
    ),
  });
  expect(held(dataDir)).toEqual(before);
  const allowed = await refreshed(dataDir, ['yields'], { mirror: server.mirror, allowJumps: true });
  expect(allowed.outcomes.flatMap(({ runs }) => runs.map(({ revised }) => revised))).toContain(40);
});
