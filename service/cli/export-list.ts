import { Failure, quoted } from '../contract/failure.ts';
import { WORK_FILE } from '../contract/names.ts';
import type { ListContent } from '../contract/saved.ts';
import { dataFolder } from '../process/data-folder.ts';
import type { Given } from './command.ts';
import { holdsFile } from './held-file.ts';
import { wrong } from './selection-words.ts';
import { viewFrom, writeLines } from './write-lines.ts';

/** Options of `export` that choose what a list chooses, or belong to published rows. */
const OTHERS = ['series', 'state', 'guard-formulas'] as const;

/** The options that mean what a word of a chart's address means. */
const WORDS = {
  from: 'from',
  to: 'to',
  units: 'units',
  'index-date': 'index_date',
  frequency: 'frequency',
  aggregation: 'aggregation',
} as const;

/** Writes the series of a saved list, as `almanac view` would. @throws Failure 'wrong_usage' where there is no such list. */
export async function exportList(given: Given, name: string): Promise<void> {
  const [word] = given.words;
  if (word !== undefined)
    throw wrong(`--list stands in place of the dataset: leave ${quoted(word)} or --list out.`);
  const other = OTHERS.find((option) => given.has(option) || given.text(option) !== undefined);
  if (other !== undefined) throw wrong(`A list has its own series: leave --${other} out.`);
  const { series } = await listNamed(name, dataFolder(given.text('data-dir')));
  const query: Record<string, string> = { series: series.join(',') };
  for (const [option, parameter] of Object.entries(WORDS)) {
    const text = given.text(option);
    if (text !== undefined) query[parameter] = text;
  }
  // The address of a chart has no last day without a first.
  if (query.to !== undefined) query.from ??= '0001-01-01';
  await writeLines(given, {
    what: `list ${name}`,
    view: viewFrom(query),
    layout: 'wide',
  });
}

async function listNamed(name: string, dataDir: string): Promise<ListContent> {
  const lists = await savedLists(dataDir);
  const found = lists.filter((list) => list.name === name);
  const [only] = found;
  if (only && found.length === 1) return only;
  if (found.length > 1)
    throw wrong(`${found.length} saved lists are called ${quoted(name)}: rename one of them in Saved.`);
  const names = lists.map((list) => `'${list.name}'`);
  throw new Failure(
    'wrong_usage',
    `There is no saved list ${quoted(name)}. ${names.length > 0 ? `There is ${names.join(', ')}.` : 'Ctrl-S on Explore saves the series of a chart as a list.'}`,
  );
}

async function savedLists(dataDir: string): Promise<(ListContent & { name: string })[]> {
  if (!holdsFile(dataDir, WORK_FILE)) return [];
  const { openWork } = await import('../work/index.ts');
  const work = openWork(dataDir, { now: () => new Date() });
  try {
    return work.saved
      .list()
      .flatMap((item) =>
        item.kind === 'list' && item.deleted_at === null ? [{ name: item.name, ...item.content }] : [],
      );
  } finally {
    work.close();
  }
}
