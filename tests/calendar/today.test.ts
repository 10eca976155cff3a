import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Each time zone gets a process of its own, because a process has only one zone. */

const TODAY = new URL('../../service/calendar/today.ts', import.meta.url).href;

/** @returns today at each point in time. */
function todayIn(zone: string, moments: readonly string[]): string[] {
  const program = `
    import { todayText } from ${JSON.stringify(TODAY)};
    const moments = ${JSON.stringify(moments)}.map((text) => new Date(text));
    console.log(JSON.stringify(moments.map((now) => todayText(now))));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, TZ: zone, NODE_NO_WARNINGS: '1' },
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

it.each([
  // East of Greenwich the local day is the later one from its midnight on.
  ['Pacific/Auckland', '2026-11-21T10:59:59Z', '2026-11-21'],
  ['Pacific/Auckland', '2026-11-21T11:00:00Z', '2026-11-22'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
  ['Asia/Kolkata', '2026-11-21T18:30:00Z', '2026-11-22'],
  // West of it the day of UTC is, from UTC's midnight on.
  ['America/Los_Angeles', '2026-11-21T23:59:59Z', '2026-11-21'],
  ['America/Los_Angeles', '2026-11-22T00:00:00Z', '2026-11-22'],
  ['Pacific/Pago_Pago', '2026-11-21T10:59:00Z', '2026-11-21'],
  // A day without a midnight: clocks went from 24:00 to 1:00.
  ['America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04'],
  ['UTC', '2026-02-28T23:59:59Z', '2026-02-28'],
])('in %s it is at %s the later of the local and the UTC day, %s', (zone, moment, day) => {
  expect(todayIn(zone, [moment])).toEqual([day]);
});
