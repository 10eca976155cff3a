import path from 'node:path';
import { bundleIsFresh, ensureBundle } from './bundles.mjs';
import { withLock } from './lock.mjs';
import { ensurePackages, packagesAreFresh } from './packages.mjs';

/** @typedef {import('./bundles.mjs').BundleName} BundleName */

/**
 * @param {string} root
 * @param {BundleName[]} bundles those that the command uses
 * @returns {boolean} whether nothing has to be installed or built
 */
export function isReady(root, bundles) {
  /** @type {import('./fingerprint.mjs').Looked} */
  const looked = new Map();
  return packagesAreFresh(root) && bundles.every((name) => bundleIsFresh(root, name, looked));
}

/**
 * Installs and builds what is stale, one launcher at a time. Takes a few milliseconds if nothing is stale.
 * @param {string} root
 * @param {BundleName[]} bundles
 */
export async function setUp(root, bundles) {
  // Children, npm's scripts among them, find the Node that runs now.
  process.env.PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter);
  if (isReady(root, bundles)) return;
  await withLock(path.join(root, '.build/launch.lock'), async () => {
    if (!packagesAreFresh(root)) {
      await (await import('./machine.mjs')).ensureKeytarLibraries();
      await ensurePackages(root);
    }
    for (const name of bundles) await ensureBundle(root, name);
  });
}
