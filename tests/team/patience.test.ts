import { expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import { patiently } from '../../service/team/publish.ts';
import { coded } from './scripted.ts';

/** How long who stores something waits for the database, and for others. */

const AWAY = new Failure('team_unreachable', 'It did not answer.');

/** Sets the clock at each try. @param times in ms since the beginning. @param what each try does; the last one again and again. */
async function tried(times: readonly number[], what: readonly (Error | boolean)[], patienceMs?: number) {
  let clock = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => clock);
  onTestFinished(() => void vi.restoreAllMocks());
  const lines: string[] = [];
  let tries = 0;
  const work = async () => {
    clock = times[tries] ?? clock;
    const now = what[Math.min(tries++, what.length - 1)];
    if (now instanceof Error) throw now;
    return now ?? true;
  };
  const failure: unknown = await patiently(work, patienceMs, (line) => lines.push(line)).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { tries, lines, failure };
}

it('a database that does not answer is asked again for half a minute, which is said once', async () => {
  expect(await tried([0, 29_000, 30_000, 30_001], [AWAY])).toEqual({
    tries: 4,
    lines: ['It did not answer. It is asked again for up to 30 s.'],
    failure: AWAY,
  });
  expect(await tried([0, 1000], [AWAY, true], 2000)).toEqual({
    tries: 2,
    lines: ['It did not answer. It is asked again for up to 2 s.'],
    failure: undefined,
  });
});

it('what is not known is asked again without a word, and any other error comes out at once', async () => {
  expect(await tried([0, 0], [false, true])).toEqual({ tries: 2, lines: [], failure: undefined });
  for (const other of [new Failure('team_refused', 'No.'), coded('23505'), new Error('bug')])
    expect(await tried([0], [other, true])).toEqual({ tries: 1, lines: [], failure: other });
});

it('others that store are waited for up to ten minutes; the database then gets its whole time again', async () => {
  const held = coded('55P03');
  expect(await tried([600_000], [held, true])).toEqual({ tries: 2, lines: [], failure: undefined });
  const { failure, tries } = await tried([0, 600_000, 600_001], [held]);
  expect(tries).toBe(3);
  expect(failure).toMatchObject({
    code: 'folder_in_use',
    message:
      'Another node has been storing data for the team for more than 10 minutes. Nothing was stored here. Try again when it has ended.',
    cause: held,
  });
  expect(await tried([100_000, 130_000, 130_001], [held, AWAY, AWAY])).toMatchObject({
    tries: 3,
    failure: AWAY,
  });
});
