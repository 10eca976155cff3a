import { writeSync } from 'node:fs';
import { openWriter } from '../../service/store/index.ts';
import { runOf } from '../store/folder.ts';

/** A separate process that publishes day after day of two datasets, and prints each, until it is killed. */
const [dataDir = ''] = process.argv.slice(2);
const writer = openWriter(dataDir);
for (let day = 1000; ; day++) {
  for (const [dataset, codes] of [
    ['us_debt', ['debt_held_by_public', 'intragovernmental_holdings', 'total_public_debt_outstanding']],
    ['yields', ['US2Y', 'US10Y']],
  ] as const) {
    const open = writer.begin(runOf(dataset, { fetchedAt: new Date().toISOString() }));
    for (const code of codes) open.observation(open.series({ dataset, code, area: '' }), day, '1.5', 1);
    open.commit();
  }
  writeSync(1, 'd\n');
}
