import { importFiles } from '../../service/ingest/index.ts';
import { AFTER_LONG_CSV } from './long-csv.ts';

/** Run as a process of its own: imports one file, prints milliseconds of the import, counts, and the peak of memory. */
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
