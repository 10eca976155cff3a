import module from 'node:module';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/**
 * Runs a built program in this process, as if Node had been started with it; its compiled code is kept for next time.
 * @param {string} program the bundle's path
 * @param {string[]} args
 */
export async function runBundle(program, args) {
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}
