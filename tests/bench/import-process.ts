import { importFiles } from '../../service/ingest/index.ts';
import { AFTER_LONG_CSV } from './long-csv.ts';

/** A separate process that imports one file and prints milliseconds, counts and its peak memory. */
const [dataDir = '', file = ''] = process.argv.slice(2);
const start = performance.now();
const [imported] = await importFiles({ dataDir, files: [file], now: () => AFTER_LONG_CSV });
const ms = performance.now() - start;
const sum = (of: 'added' | 'unchanged') => (imported?.runs ?? []).reduce((total, run) => total + run[of], 0);
console.log(
  JSON.stringify({
    ms,
    added: sum('added'),
    unchanged: sum('unchanged'),
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
