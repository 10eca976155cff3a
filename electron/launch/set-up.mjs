import path from 'node:path';
import { bundleIsFresh, ensureBundle } from './bundles.mjs';
import { ensureKeytar, keytarIsSettled } from './keytar.mjs';
import { withLock } from './lock.mjs';
import { ensurePackages, packagesAreFresh, removeLeftovers } from './packages.mjs';

/** @typedef {import('./bundles.mjs').BundleName} BundleName */
/** @typedef {import('./keytar.mjs').KeytarUse} KeytarUse */

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
 * @param {KeytarUse} [keytar] only for what opens the app: commands and nodes keep nothing in a keychain
 */
export async function setUp(root, bundles, keytar) {
  // Children, npm's scripts among them, find the Node that runs now.
  process.env.PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter);
  const isSettled = () => keytar === undefined || keytarIsSettled(root, keytar);
  if (isReady(root, bundles) && isSettled()) return;
  await withLock(path.join(root, '.build/launch.lock'), async () => {
    await removeLeftovers(root);
    await ensurePackages(root);
    if (!isSettled()) await ensureKeytar(root);
    for (const name of bundles) await ensureBundle(root, name);
  });
}
