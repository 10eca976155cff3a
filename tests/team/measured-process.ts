import { importFiles } from '../../service/ingest/index.ts';
import type { Truth } from '../../service/store/copy/index.ts';
import { followOnce } from '../../service/team/follow.ts';
import { moveIn, openTeamDatabase, openTruth, verifyCopy, withCopy } from '../../service/team/index.ts';
import { AFTER_LONG_CSV } from '../bench/long-csv.ts';

/**
 * A separate process, so that its memory is used by one kind of work. Prints a `Measured`. Sends its parent
 * 'begun' when it begins to publish or follow, and 'stored' when the database or the copy has the result.
 * Arguments: ADDRESS PASSWORD_FILE, then `alone|publish DIR FILE` or `follow|verify|move-in DIR`.
 */
export type Measured = {
  /** Wall clock and processor time of the work, in ms, without the start of the process. */
  ms: number;
  cpuMs: number;
  /** The largest memory of the process, in MB. */
  peakMb: number;
  /** The difference that `verify` found; absent if there is none. */
  difference?: string;
};

const [address = '', passwordFile = '', what = '', dataDir = '', file = ''] = process.argv.slice(2);
const database = openTeamDatabase({ address, passwordFile });
const now = () => new Date('2026-11-20T18:00:00Z');
const options = { node: 'measured', who: 'a test', now };
const say = (line: string) => void process.stderr.write(`${line}\n`);
const tell = (what: 'begun' | 'stored') => void process.send?.(what);
const WORK: Readonly<Record<string, () => Promise<string | undefined>>> = {
  alone: () => imports(undefined),
  publish: () => imports(told(openTruth(database, dataDir, options, say))),
  follow: () =>
    withCopy(dataDir, async (copy) => {
      tell('begun');
      await followOnce(database, copy, say);
      tell('stored');
      return undefined;
    }),
  verify: () => withCopy(dataDir, async (copy) => (await verifyCopy(database, copy)).difference),
  'move-in': async () => void (await moveIn(database, dataDir, options)),
};

function told(truth: Truth): Truth {
  return {
    ...truth,
    async publish(change) {
      if (!change.isNote) tell('begun');
      const state = await truth.publish(change);
      if (!change.isNote) tell('stored');
      return state;
    },
  };
}

async function imports(truth: Truth | undefined): Promise<undefined> {
  await importFiles({ dataDir, files: [file], truth, now: () => AFTER_LONG_CSV, allowJumps: true });
}

const work = WORK[what];
if (!work) throw new Error(`There is no ${what}`);
const begun = performance.now();
const before = process.cpuUsage();
const difference = await work();
const { user, system } = process.cpuUsage(before);
const measured: Measured = {
  ms: Math.round(performance.now() - begun),
  cpuMs: Math.round((user + system) / 1000),
  peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  ...(difference === undefined ? {} : { difference }),
};
console.log(JSON.stringify(measured));
await database.close();
