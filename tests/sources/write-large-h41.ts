import { writeFileSync } from 'node:fs';
import { archive } from './archive-fixtures.ts';
import { H41_END, H41_IDS, H41_TOP, h41Series, type Obs } from './xml-fixtures.ts';

/** Run as a program: writes an `FRB_h41_xml.zip` to the path given, its XML as large as the real one (126 MB in 2026) or larger. */

const [path = '', megabytes = ''] = process.argv.slice(2);
const FIRST_WEDNESDAY = Date.UTC(2002, 11, 18);
const WEEKS = 1240;

let seed = 1;
/** A number up to `below`, ever the same sequence (Numerical Recipes' linear congruential generator). */
function next(below: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

const dates = Array.from({ length: WEEKS }, (_, at) =>
  new Date(FIRST_WEDNESDAY + at * 604_800_000).toISOString().slice(0, 10),
);
const treasuries = ['RESPPALGUO_N', 'RESPPALGUOB_N', 'RESPPALGUOMN_N', 'RESPPALGUOMI_N', 'RESPPALGUOMC_N'];
const wanted = H41_IDS.map((id) =>
  h41Series({
    name: `${id}.WW`,
    // Bills and all treasuries are the same, so that the parts add up.
    observations: dates.map(
      (date, at): Obs => [
        date,
        treasuries.indexOf(id) > 1 ? '0' : String(treasuries.includes(id) ? 629_397 + at : next(4_000_000)),
      ],
    ),
  }),
);
const others = (from: number) =>
  Array.from({ length: 10 }, (_, at) =>
    h41Series({
      name: `RESPPOTHER${from + at}_N.WW`,
      observations: dates.map((date): Obs => [date, String(next(4_000_000))]),
    }),
  );

const parts: Buffer[] = [Buffer.from(H41_TOP)];
let bytes = 0;
for (let series = 0; bytes < Number(megabytes) << 20; series += 10) {
  // Those that are read stand among the others.
  const mine = wanted.shift();
  const part = Buffer.from(`${[...others(series), ...(mine === undefined ? [] : [mine])].join('\n')}\n`);
  parts.push(part);
  bytes += part.length;
}
parts.push(Buffer.from(`${wanted.join('\n')}${H41_END}`));
const data = Buffer.concat(parts);
writeFileSync(
  path,
  archive([
    { name: 'frb_common.xsd', data: '<schema/>' },
    { name: 'H41_data.xml', data, isStreamed: true },
  ]),
);
console.log(JSON.stringify({ bytes: data.length }));
