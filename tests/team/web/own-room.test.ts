import { beforeEach, describe, expect, it } from 'vitest';
import type { SaveItemRequest } from '../../../service/contract/saved.ts';
import type { TeamDatabase } from '../../../service/team/connect.ts';
import { expectRoom, forgetOldest, megabytes, sizeOf } from '../../../service/team/stored-size.ts';
import { openOwnWork } from '../../../service/team/web/own-work.ts';
import { ownRows, peopleOfFile, ownView as request } from './people.ts';

/** How much one person keeps with the team, to the byte. */

const team = peopleOfFile({ ann: 'Ann', bob: 'Bob' });
let at = '';
beforeEach(() => {
  at = '2026-11-20T12:00:00.000Z';
});
const workOf = (owner: string, database: TeamDatabase = team.database) =>
  openOwnWork(database, owner, () => new Date(at));

const rows = () => ownRows(team);
const revisions = async (owner: string) =>
  (await rows()).filter((row) => row.owner === owner).map(({ name, revision }) => `${name} ${revision}`);

describe('how much one person keeps', () => {
  /** Stores a row of so many bytes, as they are counted. */
  const fill = (owner: string, name: string, revision: number, bytes: number, changed_at = '2020') => {
    const content = `{"changed_at":"${changed_at}","x":""}`;
    const filled = content.replace('""', `"${'x'.repeat(bytes - sizeOf({ name, content }))}"`);
    return team.sql('INSERT INTO own_work VALUES ($1, $2, $3, $4)', [owner, name, revision, filled]);
  };

  it('is counted by bytes of the name and the content, and 200 a row', () => {
    expect(sizeOf({ name: 'é', content: '"→"' })).toBe(207);
    expect([megabytes(9_944_000), megabytes(0), megabytes(4999)]).toEqual(['9.94 MB', '0.00 MB', '0.00 MB']);
  });

  it('is 8 MB to the byte of what is current, and older versions take no room', async () => {
    await fill('ann', 'item:a', 1, 3_000_000);
    await fill('ann', 'item:a', 2, 5_000_000);
    await fill('ann', 'item:b', 1, 1_999_990);
    await fill('bob', 'item:a', 1, 7_000_000);
    const room = (more: number) => expectRoom(team.database, 'ann', more, async () => 'Remove some.');
    await room(1_000_010);
    await expect(room(1_000_011)).rejects.toMatchObject({
      code: 'wrong_usage',
      message:
        'You keep 7.00 MB with the team, and one person keeps at most 8.00 MB. This would take 1.00 MB more. Remove some.',
    });
    await fill('ann', 'item:c', 1, 3_000_000);
    await room(0);
    await expect(room(1)).rejects.toThrow(/^You keep 10\.00 MB/);
  });

  it('the oldest versions make room, by their time, then by name and revision; what is current stays', async () => {
    await fill('ann', 'item:b', 1, 1_000_000, '2021');
    await fill('ann', 'item:b', 2, 1_000_000, '2019');
    await fill('ann', 'item:b', 3, 3_000_000, '2018');
    await fill('ann', 'item:a', 1, 1_000_000, '2020');
    await fill('ann', 'item:a', 2, 1_000_000, '2020');
    await fill('ann', 'item:a', 3, 2_000_000, '2017');
    for (const revision of [1, 2, 3]) await fill('bob', 'item:b', revision, 3_000_000, '2010');
    await forgetOldest(team.database, 'ann');
    expect(await revisions('ann')).toEqual(['item:a 1', 'item:a 2', 'item:a 3', 'item:b 1', 'item:b 3']);
    await fill('ann', 'item:c', 1, 1000, '2016');
    await forgetOldest(team.database, 'ann');
    expect(await revisions('ann')).toEqual(['item:a 2', 'item:a 3', 'item:b 1', 'item:b 3', 'item:c 1']);
    await fill('ann', 'item:d', 1, 999_000, '2016');
    await workOf('ann').save(request('item0001'));
    // The older of two of one time is the first of its name.
    expect(await revisions('ann')).toEqual([
      ...['item:a 3', 'item:b 1', 'item:b 3', 'item:c 1', 'item:d 1', 'item:item0001 1'],
    ]);
    expect(await revisions('bob')).toHaveLength(3);
  });

  it('a refusal names what the bin takes and the largest item, and moving to the bin needs no room', async () => {
    const ann = workOf('ann');
    const kept = (id: string, bytes: number, deleted_at: string | null) =>
      team.sql('INSERT INTO own_work VALUES ($1, $2, 1, $3)', [
        ...['ann', `item:${id}`],
        JSON.stringify({
          ...{ kind: 'view', name: id, note: '', folder: '', created_at: at, changed_at: at, deleted_at },
          content: { address: '/explore', frozen: null, more: 'x'.repeat(bytes) },
        }),
      ]);
    await kept('smaller0', 1_250_000, at);
    await kept('largest0', 6_740_000, null);
    await kept('binned00', 5000, at);
    await expect(ann.save(request('item0001', { note: 'é'.repeat(9000) }))).rejects.toThrow(
      'You keep 8.00 MB with the team, and one person keeps at most 8.00 MB. This would take 0.02 MB more. Remove items for good first: those in the bin take 1.26 MB, and the largest is “largest0” with 6.74 MB.',
    );
    const [largest] = (await ann.items()).filter(({ id }) => id === 'largest0');
    if (!largest) throw new Error('It is not there.');
    await fill('ann', 'more', 1, 4700);
    const { created_at: _, changed_at: __, deleted_at: ___, ...fields } = largest;
    const moved = await ann.save({ ...fields, is_deleted: true } as SaveItemRequest);
    expect(moved.item.deleted_at).toBe(at);
    await team.sql("DELETE FROM own_work WHERE name LIKE 'item:%'");
    await fill('ann', 'other', 1, 8_000_000);
    await expect(ann.setPreferences({ theme: 'dark' })).rejects.toThrow(
      /more\. Remove what you keep first\.$/,
    );
  });
});
