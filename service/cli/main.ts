#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Before anything else is loaded, so that a second start reads compiled code.
enableCompileCache();
const { runCommandLine } = await import('./run-command-line.ts');

// A full disk, or a reader that goes away (`| head`), is no bug: without a listener it would be thrown where nothing
// catches it. Who closes the pipe has read enough; only `export` counts that as a failure, and says so itself.
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
