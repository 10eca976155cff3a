import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before the app (`NODE_OPTIONS=--import=…`): `Date` stands still at `FIXED_NOW`, so that two runs show
 * the same days. Timers still run. Processes that the app forks get the same clock, although the app removes
 * NODE_OPTIONS from their environment.
 */

const now = Date.parse(process.env.FIXED_NOW ?? '');
const Real = Date;
globalThis.Date = new Proxy(Real, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now] : args, made),
  apply: () => new Real(now).toString(),
  get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
});

const { fork } = childProcess;
childProcess.fork = (program, args, options) =>
  fork(program, args, {
    ...options,
    execArgv: [...(options?.execArgv ?? []), '--import', import.meta.url],
  });
syncBuiltinESMExports();
