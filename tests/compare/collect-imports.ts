import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Change, SMALL_FILES, TEXT_CHANGES, ZIP_CHANGES } from './broken-files.ts';
import type { Collection } from './collection.ts';
import type { Said, Tree } from './tree.ts';

/** The first import happens on this day, each next one a day later. */
const FIRST_IMPORT = Date.parse('2027-01-04T12:00:00Z');
const DAY_MS = 86_400_000;
/** Broken files are imported on this day. */
const BROKEN_NOW = '2027-02-15T23:30:00.000Z';
const AT_ONCE = 2;
/** Files of which every change is tried; of the others only some are. */
const CHANGED: Readonly<Record<string, readonly Change[]>> = {
  'us_debt/DebtPenny_20200307_20250306.csv': TEXT_CHANGES,
  'fred/fredgraph_2024_ICSA.csv': TEXT_CHANGES,
  'yields/cassiano_daily-treasury-rates-2024.csv': TEXT_CHANGES,
  'constituents/ishares_IVV_holdings_2024.csv': TEXT_CHANGES.slice(0, 14),
  'ui_state_weekly_claims/RECONSTRUCTED_ar539_2026_layout_iso_AK_CA_PR_VI_WY.csv': TEXT_CHANGES.slice(0, 14),
  'h41/ddp_h41_t5_lastobs5_2026-09-23.csv': TEXT_CHANGES.slice(0, 14),
  'bea/NipaDataM_excerpt_2026-08-26.txt': TEXT_CHANGES.slice(0, 10),
  'jolts/bls_v1_JTSJOL_2019_2026_excerpt.json': TEXT_CHANGES.slice(0, 6),
  'ui_weekly_claims/dol_r539cy_us_trim_2026-09-28.xml': TEXT_CHANGES.slice(0, 6),
  'us_exports/census_country_2023.xlsx': ZIP_CHANGES,
  'constituents/ssga_spy_holdings.xlsx': ZIP_CHANGES,
};

/** Copies with other values, imported after the originals and before them again: so there are revisions. */
const EDITED = [
  { file: 'cassiano_daily-treasury-rates-2024.csv', from: '4.14', to: '4.15' },
  { file: 'fredgraph_2024_ICSA.csv', from: '219000', to: '218000' },
];

/** @returns what a program said, as text. */
export function saidText(words: readonly string[], { status, stdout, stderr }: Said): string {
  return [
    `almanac ${words.join(' ')}`,
    `exit ${status}`,
    '',
    '-- stdout',
    stdout.toString(),
    '-- stderr',
    stderr,
  ].join('\n');
}

/**
 * Fills a data folder with the publishers' real files, in the order of their names, and notes what each import says.
 * @param from folder of the files.
 * @returns the data folder.
 */
export async function collectRealImports(tree: Tree, collection: Collection, from: string): Promise<string> {
  const dataDir = path.join(tree.scratch, 'data');
  const files = copied(from, path.join(tree.scratch, 'files'));
  const edited = EDITED.flatMap(({ file, from: old, to }) => {
    const original = files.find((one) => path.basename(one) === file);
    if (!original) return [];
    const copy = path.join(tree.scratch, 'files', `edited ${file}`);
    writeFileSync(copy, readFileSync(original, 'utf8').replaceAll(old, to));
    return [copy, original];
  });
  for (const [at, file] of [...files, ...edited].entries()) {
    const now = new Date(FIRST_IMPORT + at * DAY_MS).toISOString();
    const name = `${String(at).padStart(2, '0')} ${path.basename(file)}`;
    const dry = ['import', '--dry-run', file, '--data-dir', dataDir];
    collection.note(`imports/real/${name}, dry`, saidText(dry, await tree.almanac(dry, now)));
    const words = ['import', file, '--data-dir', dataDir];
    collection.note(`imports/real/${name}`, saidText(words, await tree.almanac(words, now)));
  }
  return dataDir;
}

/** Imports damaged files and small ones of our own, each into an empty folder and some over what is held, and notes what is stored then. */
export async function collectBrokenImports(tree: Tree, collection: Collection, from: string): Promise<void> {
  const folder = path.join(tree.scratch, 'broken');
  const cases = [
    ...Object.entries(SMALL_FILES).map(([name, text]) => ({
      name: `small/${name}`,
      bytes: Buffer.from(text),
      file: name,
    })),
    ...Object.entries(CHANGED).flatMap(([file, changes]) => {
      const full = path.join(from, file);
      if (!existsSync(full)) return [];
      const bytes = readFileSync(full);
      return changes.map((change) => ({
        name: `${path.basename(file)}/${change.name}`,
        bytes: change.of(bytes),
        file: path.basename(file),
      }));
    }),
  ];
  await inTurns(cases, async ({ name, bytes, file }, at) => {
    const own = path.join(folder, String(at).padStart(3, '0'));
    mkdirSync(own, { recursive: true });
    const source = path.join(own, file);
    writeFileSync(source, bytes);
    const dataDir = path.join(own, 'data');
    const words = ['import', source, '--data-dir', dataDir];
    const said = await tree.almanac(words, BROKEN_NOW);
    const stored =
      said.status === 0 ? await storedText(tree, dataDir) : existsSync(path.join(dataDir, 'data.sqlite'));
    collection.note(`imports/${name}`, `${saidText(words, said)}\n-- stored\n${stored}`);
    rmSync(own, { recursive: true });
  });
  await manyFiles(tree, collection, from);
}

/** Several files at once, of which some are wrong; a file that is none. */
async function manyFiles(tree: Tree, collection: Collection, from: string): Promise<void> {
  const folder = path.join(tree.scratch, 'several');
  mkdirSync(folder, { recursive: true });
  const names = ['long right.csv', 'notes.txt', 'yields right.csv', 'page.html'];
  for (const name of names) writeFileSync(path.join(folder, name), SMALL_FILES[name] ?? '');
  const files = names.map((name) => path.join(folder, name));
  const dataDir = ['--data-dir', path.join(folder, 'data')];
  const runs: Readonly<Record<string, readonly string[]>> = {
    'several files': ['import', ...files, ...dataDir],
    'several files, dry': ['import', ...files, '--dry-run', ...dataDir],
    'the same again': ['import', files[0] ?? '', ...dataDir],
    'no file': ['import', ...dataDir],
    'a file that is not there': ['import', path.join(folder, 'none.csv'), ...dataDir],
    'a folder': ['import', from, ...dataDir],
    'a wrong option': ['import', files[0] ?? '', '--alow-jumps', ...dataDir],
  };
  for (const [name, words] of Object.entries(runs)) {
    collection.note(
      `imports/together/${name}`,
      saidText(words, await tree.almanac(words, BROKEN_NOW)).replaceAll(from, 'FILES'),
    );
  }
}

/** @returns datasets that hold anything, with the hash and the first lines of their rows. */
async function storedText(tree: Tree, dataDir: string): Promise<string> {
  const { stdout } = await tree.almanac(['status', '--json', '--data-dir', dataDir], BROKEN_NOW);
  const { datasets } = JSON.parse(stdout.toString()) as { datasets: { id: string; rows: number }[] };
  const parts: string[] = [];
  for (const { id } of datasets.filter(({ rows }) => rows > 0)) {
    const { stdout: csv } = await tree.almanac(['export', id, '--data-dir', dataDir], BROKEN_NOW);
    const sha256 = createHash('sha256').update(csv).digest('hex');
    parts.push(`${id}: ${csv.length} bytes, SHA-256 ${sha256}`, csv.subarray(0, 600).toString());
  }
  return parts.join('\n');
}

/** Calls `work` for all of them, a few at a time. */
export async function inTurns<One>(
  all: readonly One[],
  work: (one: One, at: number) => Promise<void>,
): Promise<void> {
  const waiting = all.entries();
  const worker = async (): Promise<void> => {
    for (const [at, one] of waiting) await work(one, at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Copies publishers' files flat into a folder, so that no path outside it is shown. @returns them, by the names of their folders and their own. */
function copied(from: string, to: string): string[] {
  mkdirSync(to, { recursive: true });
  return readdirSync(from, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((room) =>
      readdirSync(path.join(from, room))
        .sort()
        .map((name) => {
          const file = path.join(to, name);
          cpSync(path.join(from, room, name), file);
          return file;
        }),
    );
}
