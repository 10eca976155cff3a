import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { writeWholeFile } from '../whole-file.ts';
import { isProcessOf } from './process-start.ts';
import { forgetFolder, noteFolder } from './registry.ts';
import type { Instance } from './types.ts';

const FILE = 'running.json';
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const portOrNull = Type.Union([Type.Integer({ minimum: 1, maximum: 65_535 }), Type.Null()]);
const InstanceFile = Type.Object({
  kind: Type.Union([Type.Literal('browser'), Type.Literal('desktop'), Type.Literal('service')]),
  dataDir: Type.String(),
  pid: Type.Integer({ minimum: 1 }),
  processStart: textOrNull,
  startedAt: Type.String(),
  pagePort: portOrNull,
  servicePort: portOrNull,
  secret: textOrNull,
});

/**
 * Writes the runtime file of a data folder, readable by this account alone, in one step: a reader sees the old one or the
 * new one. What an Almanac left that was killed is replaced.
 * @throws the file system's error; the folder must be there.
 */
export function announceInstance(instance: Instance): void {
  const file = path.join(instance.dataDir, FILE);
  writeWholeFile(file, `${JSON.stringify(instance)}\n`, { isLasting: false });
  noteFolder(instance.dataDir);
}

/** Removes the runtime file where it is that of this process. */
export function removeInstance(dataDir: string): void {
  if (readInstance(dataDir)?.pid !== process.pid) return;
  rmSync(path.join(dataDir, FILE), { force: true });
  forgetFolder(dataDir);
}

/** @returns the Almanac that runs on a data folder, if it has said so; one that was killed does not run. */
export function runningInstance(dataDir: string): Instance | undefined {
  const instance = readInstance(dataDir);
  return instance && isProcessOf(instance) ? instance : undefined;
}

function readInstance(dataDir: string): Instance | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8'));
    // A folder may have been moved or copied: it is where it is read.
    return Value.Check(InstanceFile, found) ? { ...found, dataDir } : undefined;
  } catch {
    // None, or none that can be read: the lock of the folder is what keeps two services apart.
    return undefined;
  }
}
