import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../e2e/find-chromium.ts';
import { accessScenes } from './pictures-access.ts';
import { comparePictures } from './pictures-compare.ts';
import { dataScenes, emptyScenes, withPublishers } from './pictures-data.ts';
import { exploreScenes } from './pictures-explore.ts';
import { exportScenes } from './pictures-export.ts';
import { frameScenes } from './pictures-frame.ts';
import { copyBuild, startHost, takePlace } from './pictures-host.ts';
import { hasRealFiles, importFirst } from './pictures-real.ts';
import { savedScenes } from './pictures-saved.ts';
import { screenScenes } from './pictures-screens.ts';
import { openStage, type Scene, SIZES, type Stage } from './pictures-stage.ts';
import { statesScenes } from './pictures-states.ts';
import { teamScenes } from './pictures-team.ts';
import { workScenes } from './pictures-work.ts';
import { yieldsScenes } from './pictures-yields.ts';

/**
 * Pictures of every screen and state of a built tree, to be compared with those of another one.
 *   node tests/compare/pictures.ts collect TREE FOLDER [NAMES] [--quick | --whole]
 *     NAMES: a pattern of names of scenes; --quick: light, at 1440 × 900 only, and no controls; --whole: no pictures of single
 *     controls, a state is reached once for both sizes, and the page is not loaded again for each, for looking: a third of the time
 *   node tests/compare/pictures.ts compare BEFORE AFTER [FOLDER]  FOLDER: of the images that show what differs
 */

const USAGE =
  'Usage: pictures.ts collect TREE FOLDER [NAMES] [--quick | --whole] | compare BEFORE AFTER [FOLDER]';
const WITHOUT_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '/nonexistent' };

/** Scenes that share an app, in this order. */
type Group = {
  scenes: readonly Scene[];
  words?: string[];
  environment?: () => Promise<Record<string, string>>;
  /** Puts data into the folder before the app starts. */
  fill?: () => Promise<void>;
  /** Why the scenes cannot be had on this machine. */
  lack?: string | undefined;
};
const GROUPS: readonly Group[] = [
  { scenes: [...exploreScenes, ...exportScenes, ...frameScenes, ...yieldsScenes, ...statesScenes] },
  { scenes: [...savedScenes, ...screenScenes, ...teamScenes] },
  {
    scenes: workScenes,
    fill: importFirst,
    lack: hasRealFiles ? undefined : 'there are no real files in ../shared/data',
  },
  { scenes: dataScenes, environment: withPublishers },
  { scenes: accessScenes, environment: async () => WITHOUT_KEYCHAIN },
  { scenes: emptyScenes, words: ['--no-sample'] },
];

const [command, first, second, third] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isQuick = process.argv.includes('--quick');
const isWhole = process.argv.includes('--whole');
if (!first || !second || (command !== 'collect' && command !== 'compare')) throw new Error(USAGE);
const chromiumPath = findChromium();
const browser = await chromium.launch({
  ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--font-render-hinting=none',
    '--disable-lcd-text',
    '--disable-partial-raster',
  ],
});
try {
  const isRight =
    command === 'collect'
      ? await collect(browser, path.resolve(first), path.resolve(second), new RegExp(third ?? ''))
      : await comparePictures(await browser.newPage(), first, second, third ?? `${second}-differences`);
  process.exitCode = isRight ? 0 : 1;
} finally {
  await browser.close();
}
// Replayed publishers, if any, would hold the process.
process.exit();

/** @returns whether every scene was reached */
async function collect(chrome: Browser, tree: string, folder: string, names: RegExp): Promise<boolean> {
  const giveBack = await takePlace();
  const missed: string[] = [];
  try {
    copyBuild(tree);
    for (const { scenes, words, environment, fill, lack } of GROUPS) {
      // One that is reached from the one before it needs all of these.
      const needsOnce = scenes.some(({ isOnce, name }) => isOnce && names.test(name));
      const wanted = scenes.filter(({ isOnce, name }) => names.test(name) || (isOnce && needsOnce));
      if (wanted.length === 0) continue;
      if (lack !== undefined) {
        console.log(`Left out, since ${lack}: ${wanted.map(({ name }) => name).join(', ')}`);
        continue;
      }
      // Who leaves Overview by a link has read its news.
      const isSwift = isWhole && scenes !== workScenes;
      const host = await startHost(words, await environment?.(), fill);
      const context = await chrome.newContext({
        viewport: SIZES[0],
        reducedMotion: 'reduce',
        locale: 'en-US',
        timezoneId: 'UTC',
        colorScheme: 'light',
        acceptDownloads: true,
      });
      try {
        const stage = await openStage(
          context,
          (await host.freshAddress()).replace('/#', '/explore#'),
          folder,
          isSwift,
        );
        for (const scene of wanted) {
          const why = await take(stage, scene);
          if (why.length === 0) continue;
          // On a busy machine a state may come late; one that is left behind cannot be reached again.
          stage.isSwift = false;
          missed.push(...(scene.isOnce ? why : await take(stage, scene)));
          stage.isSwift = isSwift;
        }
      } finally {
        await context.close();
        await host.stop();
      }
    }
  } finally {
    giveBack();
  }
  for (const line of missed) console.log(`Not reached: ${line}`);
  return missed.length === 0;
}

/** @returns why the scene was not reached, if so */
async function take(stage: Stage, scene: Scene): Promise<string[]> {
  const began = performance.now();
  try {
    if (scene.isOwn) await scene.reach(stage);
    for (const [i, size] of scene.isOwn ? [] : SIZES.slice(0, isQuick ? 1 : 2).entries()) {
      await stage.page.setViewportSize(size);
      if (i === 0 || !(scene.isOnce || (isWhole && !scene.isOpened))) await scene.reach(stage);
      await stage.page.waitForTimeout(250);
      await (isQuick
        ? stage.save(`${scene.name}-light-${size.width}`)
        : stage.shoot(scene.name, !isWhole && (scene.hasControls ?? false)));
    }
    console.log(`${scene.name} ${Math.round(performance.now() - began)} ms`);
    return [];
  } catch (error) {
    console.log(`${scene.name}: ${error}`);
    await stage.save(`missed-${scene.name}`).catch(() => undefined);
    return [`${scene.name}: ${String(error).split('\n')[0]}`];
  }
}
