import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWork } from '../../service/work/index.ts';
import { killSeed, seeded } from './damage.ts';

const KILLS = process.env.ALMANAC_SOAK ? 100 : 5;

/** A script that saves an item until it is killed, with n in all its texts. Prints n when it is stored. */
const SAVER = (work: string) => `
  import { writeSync } from 'node:fs';
  import { openWork } from '${work}';
  const { saved } = openWork(process.argv[1], { now: () => new Date() });
  let [item] = saved.list();
  for (let n = Number(process.argv[2]); ; n++) {
    const series = Array.from({ length: 60 }, () => 'series ' + n);
    const fields = { kind: 'list', id: 'killedlist', name: String(n), note: String(n).repeat(500), folder: String(n) };
    ({ item } = saved.save({ ...fields, content: { series }, revision: item?.revision ?? 0, is_deleted: false }));
    writeSync(1, n + '\\n');
  }`;

test(`saving killed at ${KILLS} random moments leaves the old item or the new, whole, and loses no confirmed one`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-saved-kill-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const room = new URL('../../service/work/index.ts', import.meta.url).href;
  const seed = killSeed();
  const random = seeded(seed);
  console.log(`Seed ${seed}`);
  let newest = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const words = ['--input-type=module', '-e', SAVER(room), dataDir, String(newest + 1)];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
    });
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, random() * 60));
    child.kill('SIGKILL');
    await once(child, 'close');
    const confirmed = Number(said.trim().split('\n').at(-1));
    const work = openWork(dataDir, { now: () => new Date() });
    const [item, ...others] = work.saved.list();
    const [version] = work.saved.versions('killedlist');
    work.close();
    expect(others).toEqual([]);
    expect(version).toEqual(item);
    newest = Number(item?.name);
    expect(item).toMatchObject({ folder: item?.name, note: item?.name.repeat(500) });
    expect(new Set(item?.kind === 'list' ? item.content.series : [])).toEqual(new Set([`series ${newest}`]));
    // The last item may be stored and not yet printed.
    expect([confirmed, confirmed + 1]).toContain(newest);
  }
}, 600_000);
