import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Failure, stackOf } from '../../contract/failure.ts';
import type { FollowState } from '../../contract/team.ts';
import { newDraft } from '../../process/drafts.ts';
import { loadInThread } from '../../process/thread.ts';
import { openCopy } from '../../store/copy/index.ts';
import { loadSqlite } from '../../store/index.ts';
import { damageOf, openCopyChecks } from '../damaged-copy.ts';
import { type FeedClient, openFeedClient } from './feed-client.ts';
import { followFeedOnce, openSpool } from './follow-feed.ts';
import type { FeedInput, FeedMessage, Standing } from './open-followed.ts';

/** Entry of the thread that keeps a desktop's copy at its team's newest publish. */

/** The first wait while the team is away; each further one is twice as long. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
/** The wait after a refusal, which only a person can resolve. */
const REFUSED_WAIT_MS = 15_000;

loadInThread(loadSqlite);
const { dataDir, team, address, key, everyMs, checkEveryMs } = workerData as FeedInput;
const say = (message: FeedMessage) => parentPort?.postMessage(message);
const log = (line: string) => say({ t: 'log', line });

async function run(): Promise<void> {
  const copy = openCopy(dataDir);
  const spool = openSpool(newDraft(join(dataDir, 'changes')), copy.tables);
  let client: FeedClient | undefined;
  const standing: Standing = {
    version: copy.state()?.version ?? 0,
    head: copy.state()?.version ?? 0,
    state: 'catching up',
    since: new Date().toISOString(),
    lastAnswer: null,
  };
  function set(state: FollowState, reason?: string): void {
    const isNews = state !== standing.state || reason !== standing.reason;
    if (state !== standing.state) standing.since = new Date().toISOString();
    standing.state = state;
    if (reason === undefined) delete standing.reason;
    else standing.reason = reason;
    standing.version = copy.state()?.version ?? 0;
    say({ t: 'standing', standing: { ...standing }, sent: isNews ? client?.lastSent() : undefined });
    if (isNews && reason !== undefined) log(reason);
  }
  if (key === '')
    return set(
      'refused',
      "The team's key cannot be read on this computer. Enter it again in Settings, Data from.",
    );
  const asking = openFeedClient(address, key);
  client = asking;
  const parts = {
    ...{ client: asking, copy, spool, team, address, log },
    onHead(version: number) {
      standing.lastAnswer = new Date().toISOString();
      standing.head = version;
      if (version !== standing.version) set('catching up');
    },
  };
  set('catching up');
  let failed = 0;
  let damage: string | undefined;
  const onFound = (what: string | undefined) => {
    damage ??= what;
  };
  const checkIfDue = openCopyChecks(copy, checkEveryMs, onFound, log);

  /** @returns how long to wait before the next request, in ms. */
  async function look(): Promise<number> {
    const asked = performance.now();
    // Do not wait at first: somebody wants to see whether the team is there.
    const waitSeconds = standing.state === 'current' ? Math.round(everyMs / 1000) : 0;
    try {
      const isNew = await followFeedOnce(parts, waitSeconds, damage);
      damage = undefined;
      failed = 0;
      set('current');
      if (isNew) say({ t: 'standing', standing: { ...standing }, sent: asking.lastSent() });
      return isNew ? 0 : Math.max(0, everyMs - (performance.now() - asked));
    } catch (error) {
      // Another process is applying the same changes.
      if (error instanceof Failure && error.code === 'folder_in_use') return everyMs;
      const what = damageOf(error);
      if (what !== undefined && damage === undefined) {
        damage = what;
        return 0;
      }
      if (!(error instanceof Failure)) {
        log(stackOf(error));
        set('refused', 'An error in Almanac itself; the log of the service says more.');
        return REFUSED_WAIT_MS;
      }
      if (error.code !== 'team_unreachable') {
        set('refused', error.message);
        return REFUSED_WAIT_MS;
      }
      set('offline', error.message);
      failed += 1;
      return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failed - 1)) * (0.75 + Math.random() / 2);
    }
  }

  while (true) {
    const waitMs = await look();
    if (standing.state === 'current') checkIfDue();
    await sleep(waitMs);
  }
}

run().catch((error: unknown) => {
  const isExpected = error instanceof Failure;
  if (!isExpected) log(stackOf(error));
  say({
    t: 'failed',
    message: isExpected ? error.message : 'An error in Almanac itself; the log says more.',
  });
});
