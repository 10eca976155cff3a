#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Node's warnings are for developers, and would stand before the program's answer.
if (process.env.ALMANAC_DEBUG !== '1') process.removeAllListeners('warning');
// Called before the program is loaded, so that the next start reads compiled code.
enableCompileCache();
const { runCommandLine } = await import('./commands.ts');

// Without a listener, a full disk or a closed pipe (`| head`) would be a bug. A closed pipe is usually what
// the user wants; `export` and `view` treat it as a failure and say so themselves.
let outputError: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error) => {
  outputError = error;
});
process.on('beforeExit', () => {
  if (!outputError || outputError.code === 'EPIPE' || process.exitCode) return;
  process.stderr.write(`almanac: The output cannot be written: ${outputError.message}.\n`);
  process.exitCode = 1;
});
process.exitCode = await runCommandLine(process.argv.slice(2));
