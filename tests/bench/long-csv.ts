import { closeSync, openSync, writeSync } from 'node:fs';
import { dateText, dayNumber, weekday } from '../../service/calendar/dates.ts';
import { STATES } from '../../service/datasets/states.ts';

const YIELDS = ['US1M', 'US3M', 'US6M', 'US1Y', 'US2Y', 'US5Y', 'US10Y', 'US30Y'];
/** A week has 146 rows. */
const DAYS_A_ROW = 0.052;

/**
 * Writes a long CSV of weekly claims by state and daily yields, by date as our own CSV exports have them; values made up. More rows begin
 * earlier. @param shift what is added to each count of claims, so that a second file revises the first.
 */
export function writeLongCsv(path: string, rows: number, shift = 0): void {
  const file = openSync(path, 'w');
  const lines = ['dataset,series,date,value,state'];
  let written = 0;
  const add = (line: string) => {
    if (written === rows) return;
    written++;
    lines.push(line);
  };
  const last = dayNumber('2026-10-31') ?? 0;
  for (let day = last - Math.ceil(rows * DAYS_A_ROW); day <= last && written < rows; day++) {
    const date = dateText(day);
    if (weekday(day) === 6) {
      for (const [at, state] of Object.keys(STATES).entries()) {
        add(
          `ui_state_weekly_claims,initial_claims,${date},${shift + 1000 + positive(day * 7919 + at * 104_729, 90_000)},${state}`,
        );
        add(
          `ui_state_weekly_claims,continued_claims,${date},${shift + 9000 + positive(day * 6007 + at * 1299, 900_000)},${state}`,
        );
      }
    } else if (weekday(day) !== 0) {
      for (const [at, code] of YIELDS.entries())
        add(`yields,${code},${date},${(positive(day * 31 + at * 17, 900) / 100).toFixed(2)},`);
    }
    if (lines.length > 10_000) writeSync(file, `${lines.splice(0).join('\n')}\n`);
  }
  writeSync(file, `${lines.join('\n')}\n`);
  closeSync(file);
  if (written !== rows) throw new Error(`${written} rows written`);
}

function positive(of: number, below: number): number {
  return ((of % below) + below) % below;
}
