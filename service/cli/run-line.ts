import { dateText } from '../calendar/dates.ts';
import type { ListChange, PreviewedDataset, PreviewedRevision } from '../contract/ingest.ts';
import { countOf, groupDigits } from '../series-math/decimal-text.ts';
import type { RunResult } from '../store/index.ts';
import { dayRangeText } from './counts.ts';

/** @returns what a run did to a dataset: `us_debt: 3,765 rows added, 0 revised, 0 unchanged, 2020-03-09 to 2025-03-06`. */
export function runLine({
  dataset,
  added,
  revised,
  unchanged,
  refined = 0,
  first,
  last,
  lists,
}: RunResult): string {
  if (lists) return `${dataset}: ${lists.map(listText).join('; ')}`;
  const range = dayRangeText(first, last);
  const where = range === '' ? '' : `, ${range}`;
  if (added + revised + refined === 0)
    return `${dataset}: nothing new (${countOf(unchanged, 'row')} unchanged${where})`;
  const others = `${groupDigits(String(revised))} revised, ${groupDigits(String(unchanged))} unchanged`;
  return `${dataset}: ${countOf(added, 'row')} added, ${others}${where}`;
}

/** @returns what an import would do to a dataset: `us_debt: would add 3,765 rows, revise 0, leave 0 unchanged, 2020-03-09 to 2025-03-06`. */
export function previewLine(counts: PreviewedDataset): string {
  const { dataset, added, revised, unchanged, first, last, replacesSample, lists } = counts;
  const range = first === null ? '' : first === last ? `, ${first}` : `, ${first} to ${last}`;
  if (lists) {
    const sample = replacesSample ? '; the sample data would go' : '';
    return `${dataset}: would be ${lists.map(listText).join('; ')}${sample}`;
  }
  if (added === 0 && revised === 0)
    return `${dataset}: nothing new (${countOf(unchanged, 'row')} unchanged${range})`;
  const others = `revise ${groupDigits(String(revised))}, leave ${groupDigits(String(unchanged))} unchanged`;
  const sample = replacesSample ? '; the sample data would go' : '';
  return `${dataset}: would add ${countOf(added, 'row')}, ${others}${range}${sample}`;
}

/** @returns what an import did to a list: `SPX as of 2026-10-02, 503 members: 3 joined, 3 left, 12 changed since 2026-09-30`. */
function listText({ code, asOf, members, before, joined, left, changed }: ListChange): string {
  const list = `${code} as of ${dateText(asOf)}, ${countOf(members, 'member')}`;
  if (!before) return `${list}: new`;
  const since = before.asOf === asOf ? '' : ` since ${dateText(before.asOf)}`;
  if (joined + left + changed === 0) return `${list}: nothing new${since}`;
  const counts = [`${joined} joined`, `${left} left`, `${changed} changed`].map((text) =>
    text.replace(/\d+/, (digits) => groupDigits(digits)),
  );
  return `${list}: ${counts.join(', ')}${since}`;
}

/** @returns a value that an import would replace: `  us_debt total_public_debt_outstanding 2024-01-03: 1.00 would become 2.00`. */
export function revisionLine({ dataset, series, area, date, before, after }: PreviewedRevision): string {
  const name = area === '' ? series : `${series} ${area}`;
  return `  ${dataset} ${name} ${date}: ${before} would become ${after}`;
}
