#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { watchOutput } from './watch-output.mjs';

// Before the program is loaded, so that the next start reads compiled code.
enableCompileCache();
const { runCommandLine } = await import('./run-command-line.ts');

watchOutput();
process.exitCode = await runCommandLine(process.argv.slice(2));
