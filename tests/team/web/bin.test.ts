import { expect, it } from 'vitest';
import type { Item } from '../../../service/contract/saved.ts';
import { itemOf, nodeOfFile } from './node-with-people.ts';

/** The bin of what a person saves at a node. */

const node = nodeOfFile();

const DAY_MS = 86_400_000;

it('is emptied after 30 days that something else shows to have passed; not by a clock that is wrong for once', async () => {
  /** Sets the node's clock, and signs in: a session does not last so long. */
  async function after(days: number) {
    node.later(days * DAY_MS);
    const session = await node.signIn(node.keys.read.key);
    return {
      save: async (body: object) =>
        (
          (
            await node.post('/team/v1/page/save-item', {
              session,
              body: { revision: 0, is_deleted: false, ...body },
            })
          ).json() as { item: Item }
        ).item,
      names: async () =>
        ((await node.ask('/team/v1/page/saved', { session })).json() as { items: Item[] }).items.map(
          ({ name }) => name,
        ),
    };
  }
  const gone = itemOf('Gone');
  const now = await after(0);
  await now.save(gone);
  await now.save({ ...gone, revision: 1, is_deleted: true });
  // For once the clock is 31 days ahead.
  const wrong = await after(31);
  expect(await wrong.names()).toEqual(['Gone']);
  await wrong.save(itemOf('Kept'));
  expect(await wrong.names()).toEqual(['Kept', 'Gone']);
  for (const days of [0, 1, 30]) expect(await (await after(days)).names()).toEqual(['Kept', 'Gone']);
  // Those days have really passed.
  expect(await (await after(33)).names()).toEqual(['Kept']);
});
