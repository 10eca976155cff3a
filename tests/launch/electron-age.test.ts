import path from 'node:path';
import { expect, test } from 'vitest';
import { pinnedElectron, whyTooOld } from '../../electron/launch/desktop.mjs';

test('packages are made with an Electron that is at most one major behind', () => {
  expect(whyTooOld('45.4.1', '45.4.1')).toBeUndefined();
  expect(whyTooOld('45.4.1', '46.0.0')).toBeUndefined();
  expect(whyTooOld('45.4.1', '47.0.0')).toMatch(/^Electron 45\.4\.1 is 2 majors behind 47\.0\.0/);
  // A newest version older than ours is not a problem.
  expect(whyTooOld('45.4.1', '44.9.9')).toBeUndefined();
  expect(() => whyTooOld('^45', '45.0.0')).toThrow('no stable version');
});

test('the version is pinned exactly, so that the tested Electron is the shipped one', () => {
  expect(pinnedElectron(path.resolve('.'))).toMatch(/^\d+\.\d+\.\d+$/);
});
