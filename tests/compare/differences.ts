import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The differences between two collections. */
export type Difference = { file: string; what: 'only before' | 'only now' | 'changed'; shown: string };

const AROUND = 120;
const LINES_SHOWN = 6;

export function differencesOf(before: string, now: string): Difference[] {
  const [olds, news] = [filesOf(before), filesOf(now)];
  return [...new Set([...olds, ...news])].sort().flatMap((file): Difference[] => {
    if (!news.has(file)) return [{ file, what: 'only before', shown: '' }];
    if (!olds.has(file)) return [{ file, what: 'only now', shown: '' }];
    const [old, fresh] = [before, now].map((folder) => readFileSync(path.join(folder, file), 'utf8'));
    if (old === fresh || old === undefined || fresh === undefined) return [];
    return [{ file, what: 'changed', shown: changedLines(old, fresh) }];
  });
}

function filesOf(folder: string): Set<string> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Set(all.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))));
}

/** @returns the first lines that differ, each round the place where it does. */
function changedLines(old: string, fresh: string): string {
  const [before, now] = [old.split('\n'), fresh.split('\n')];
  const shown: string[] = [];
  let more = 0;
  for (let at = 0; at < Math.max(before.length, now.length); at++) {
    const [one, other] = [before[at], now[at]];
    if (one === other) continue;
    if (shown.length >= LINES_SHOWN * 2) {
      more++;
      continue;
    }
    const from = Math.max(0, firstDifference(one ?? '', other ?? '') - AROUND / 2);
    shown.push(`  - ${part(one, from)}`, `  + ${part(other, from)}`);
  }
  return [...shown, ...(more > 0 ? [`  … and ${more} more lines`] : [])].join('\n');
}

function part(line: string | undefined, from: number): string {
  if (line === undefined) return '(no line)';
  const end = from + 2 * AROUND;
  return `${from > 0 ? '…' : ''}${line.slice(from, end)}${line.length > end ? '…' : ''}`;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
