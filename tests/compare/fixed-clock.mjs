import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before a program of a tree (`NODE_OPTIONS=--import=…`): `Date` stands still at `COMPARE_NOW`, so that two runs
 * say the same times. Timers and `performance` go on. Programs that this one forks stand still too, although the host
 * takes Node's own switches away from them.
 */

const now = Date.parse(process.env.COMPARE_NOW ?? '');
const Real = Date;
globalThis.Date = new Proxy(Real, {
  construct: (target, words, made) => Reflect.construct(target, words.length === 0 ? [now] : words, made),
  apply: () => new Real(now).toString(),
  get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
});

const { fork } = childProcess;
childProcess.fork = (program, words, options) =>
  fork(program, words, {
    ...options,
    execArgv: [...(options?.execArgv ?? []), '--import', import.meta.url],
  });
syncBuiltinESMExports();
