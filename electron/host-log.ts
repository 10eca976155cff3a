import path from 'node:path';
import { type Log, openLog } from './diagnostics/index.ts';

/**
 * The one log of a host and of all that it starts: what is told goes to the file in the data folder and to `echo`, masked for
 * both. Nothing is made before the first line.
 * @param echo the terminal
 */
export function openHostLog(dataDir: string, echo: (line: string) => void): Log {
  return openLog({ file: path.join(dataDir, 'logs', 'almanac.log'), now: () => new Date(), echo });
}

/**
 * Tells the log of errors that nobody caught. The desktop app goes on after a promise that failed without anybody waiting for it,
 * as Electron does by default; browser mode ends, as Node does.
 * @returns a function that stops it.
 */
export function noteFailures(mode: 'desktop' | 'browser', log: Log['host']): () => void {
  const noteCrash = (error: unknown): void => log(`An error that nobody caught: ${words(error)}`);
  const noteRejection = (reason: unknown): void =>
    log(`A failure that nobody waited for; the app goes on: ${words(reason)}`);
  process.on('uncaughtExceptionMonitor', noteCrash);
  if (mode === 'desktop') process.on('unhandledRejection', noteRejection);
  return () => {
    process.off('uncaughtExceptionMonitor', noteCrash);
    process.off('unhandledRejection', noteRejection);
  };
}

const words = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
