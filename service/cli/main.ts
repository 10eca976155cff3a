#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { watchOutput } from './watch-output.mjs';

// Node's warnings are for who writes the program, and stand before its answer.
if (process.env.ALMANAC_DEBUG !== '1') process.removeAllListeners('warning');
// Before the program is loaded, so that the next start reads compiled code.
enableCompileCache();
const { runCommandLine } = await import('./run-command-line.ts');

watchOutput();
process.exitCode = await runCommandLine(process.argv.slice(2));
