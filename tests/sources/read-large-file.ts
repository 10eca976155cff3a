import { closeSync, openSync, readSync } from 'node:fs';
import { recogniseFormat } from '../../service/sources/index.ts';

/** Run as a program, with a small heap: reads a file through its format as the importer does and prints what there was. */

const [path = ''] = process.argv.slice(2);
const file = openSync(path, 'r');
const buffer = Buffer.alloc(1 << 20);
const head = Buffer.from(buffer.subarray(0, readSync(file, buffer, 0, 64 << 10, 0)));
const format = recogniseFormat(path, head);
let observations = 0;
let last = '';
const reader = format.open({
  file: path,
  target: {
    series: () => 0,
    observation(_series, _day, value) {
      observations++;
      last = value;
    },
    constituents: () => undefined,
    note: (text) => console.error(text),
  },
});
const before = process.resourceUsage().maxRSS;
const start = performance.now();
for (let at = 0; ; ) {
  const count = readSync(file, buffer, 0, buffer.length, at);
  if (count === 0) break;
  at += count;
  reader.push(buffer.subarray(0, count));
}
let steps = 0;
for (const _ of reader.rest?.() ?? []) steps++;
reader.end();
closeSync(file);
const more = (process.resourceUsage().maxRSS - before) / 1024;
console.log(
  JSON.stringify({
    format: format.id,
    observations,
    last,
    steps,
    megabytesMore: Math.round(more),
    seconds: Math.round((performance.now() - start) / 100) / 10,
  }),
);
