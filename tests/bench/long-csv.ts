import { closeSync, openSync, writeSync } from 'node:fs';
import { dateText, dayNumber, weekday } from '../../service/calendar/dates.ts';
import { STATES } from '../../service/datasets/states.ts';

const YIELDS = ['US1M', 'US3M', 'US6M', 'US1Y', 'US2Y', 'US5Y', 'US10Y', 'US30Y'];
const FIRST_DAY = '2001-08-01';
export const AFTER_LONG_CSV = new Date('9000-01-01T12:00:00Z');

/**
 * Writes a long CSV of made-up weekly claims by state and daily yields, sorted by date. 10⁶ rows end in 2133,
 * so `AFTER_LONG_CSV` dates their import.
 * @param shift added to each count of claims, so that a second file revises the first.
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
  for (let day = dayNumber(FIRST_DAY) ?? 0; written < rows; day++) {
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
        add(`yields,${code},${date},${((1 + positive(day * 31 + at * 17, 899)) / 100).toFixed(2)},`);
    }
    if (lines.length > 10_000) writeSync(file, `${lines.splice(0).join('\n')}\n`);
  }
  writeSync(file, `${lines.join('\n')}\n`);
  closeSync(file);
}

function positive(of: number, below: number): number {
  return ((of % below) + below) % below;
}
