import { importFiles } from '../../service/ingest/index.ts';
import { openTeamDatabase, openTruth } from '../../service/team/index.ts';

/** A process that imports a file, and is killed between the commits of the team's database and its copy. */
const [dataDir = '', address = '', passwordFile = '', file = ''] = process.argv.slice(2);
const now = () => new Date('2026-11-21T00:00:00Z');
const database = openTeamDatabase({ address, passwordFile });
const truth = openTruth(database, dataDir, { node: 'dying', who: 'a test', now }, () => undefined);
await importFiles({
  dataDir,
  files: [file],
  now,
  truth: {
    ...truth,
    async publish(change) {
      const state = await truth.publish(change);
      process.kill(process.pid, 'SIGKILL');
      return state;
    },
  },
});
