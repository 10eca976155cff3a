import { DAY_LIMIT } from '../../../service/contract/names.ts';
import { openEngine } from '../../../service/team/admission/engine.ts';
import { openTeamKeys } from '../../../service/team/admission/team-keys.ts';
import { openTeamDatabase } from '../../../service/team/index.ts';

/** A process that asks with one key, 16 requests in flight, until it is told to end. It prints how many were let in. */

const [address = '', passwordFile = '', key = ''] = process.argv.slice(2);
const database = openTeamDatabase({ address, passwordFile, connections: 1 });
const counting = openTeamDatabase({ address, passwordFile, connections: 4 });
const engine = openEngine(counting, { log: (line) => process.stderr.write(`${line}\n`) });
const common = { nodes: () => 3, who: 'a test', now: () => new Date(), log: () => undefined };
const keys = await openTeamKeys({ database, engine, ...common });
let isOver = false;
process.once('message', () => {
  isOver = true;
});
process.send?.('ready');
const counts = await Promise.all(
  Array.from({ length: 16 }, async () => {
    let count = 0;
    while (!isOver && count < DAY_LIMIT) {
      const found = await keys.admit({ key }, undefined);
      if (found.state !== 'active') throw new Error(found.state);
      if (!found.quota.exceeded) count += 1;
      else await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return count;
  }),
);
process.send?.(counts.reduce((sum, count) => sum + count, 0));
await keys.flush();
engine.close();
await counting.close();
await database.close();
process.disconnect();
