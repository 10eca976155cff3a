import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { collectApi, collectSampleApi } from './collect-api.ts';
import { collectExports, collectWords } from './collect-commands.ts';
import { collectGateway } from './collect-gateway.ts';
import { collectBrokenImports, collectRealImports } from './collect-imports.ts';
import { openCollection } from './collection.ts';
import { differencesOf } from './differences.ts';
import type { OpenApi } from './questions.ts';
import { buildTree, openTree } from './tree.ts';

/**
 * Asks two trees of the project the same questions and prints where the answers differ. Exit status 0: nowhere.
 * Each tree's answers stay in a folder of text files, so that any other program can compare them too.
 */

const USAGE = `Usage: npm run compare -- BEFORE_TREE              collects from that tree and from this one, and compares
       npm run compare -- --against FOLDER         collects from this tree, and compares with a collection
       npm run compare -- --collect FOLDER [TREE]  only collects
Options:
  --now FOLDER     where this tree's answers go (default: .build/compare/now)
  --before FOLDER  where those of BEFORE_TREE go (default: .build/compare/before)
  --data FOLDER    publishers' files to import (default: ../shared/data; without it sample data are made)
  --only PART      one part: api, exports, commands, imports, gateway; may be repeated
  --all            every file by its name, where several differ in the same lines
  --stat           only the names of what differs`;
const ROOT = path.resolve(import.meta.dirname, '../..');
const PARTS = ['api', 'exports', 'commands', 'imports', 'gateway'];
/** The subjects of the questions, kept beside the answers, so that another tree is asked the same. */
const QUESTIONS = 'questions.json';
/** As long for every run, since some programs shorten long paths. */
const SCRATCH = 'almanac-compare-';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    collect: { type: 'string' },
    now: { type: 'string', default: path.join(ROOT, '.build/compare/now') },
    before: { type: 'string', default: path.join(ROOT, '.build/compare/before') },
    data: { type: 'string', default: path.join(ROOT, '../shared/data') },
    only: { type: 'string', multiple: true, default: PARTS },
    all: { type: 'boolean', default: false },
    stat: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [tree] = positionals;
const unknown = values.only.find((part) => !PARTS.includes(part));
if (values.help || unknown !== undefined || (!tree && !values.against && !values.collect)) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else if (values.collect) {
  await collect(path.resolve(tree ?? ROOT), path.resolve(values.collect));
} else {
  const before = path.resolve(values.against ?? values.before);
  if (!values.against && tree) await collect(path.resolve(tree), before);
  const now = path.resolve(values.now);
  await collect(ROOT, now, path.join(before, QUESTIONS));
  print(before, now);
}

/** @param questions a document whose paths and parameters are asked about; the tree's own where there is no such file. */
async function collect(root: string, folder: string, questions?: string): Promise<void> {
  await buildTree(root);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(path.join(tmpdir(), SCRATCH));
  const collection = openCollection(path.join(folder, 'answers'), scratch);
  const tree = openTree(root, scratch);
  const began = performance.now();
  const wanted = new Set(values.only);
  const done = (part: string): void =>
    console.error(
      `${part}: ${collection.count()} answers, ${Math.round((performance.now() - began) / 1000)} s`,
    );
  try {
    const hasFiles = existsSync(values.data);
    const sample = await sampleFolder(root, scratch);
    const dataDir = hasFiles ? await collectRealImports(tree, collection, values.data) : sample;
    done('data');
    if (wanted.has('commands')) await collectWords(tree, collection, dataDir);
    done('commands');
    if (wanted.has('exports')) {
      await collectExports(tree, collection, dataDir, 'exports');
      if (hasFiles) await collectExports(tree, collection, sample, 'exports of sample data', ['csv', 'xlsx']);
    }
    done('exports');
    if (wanted.has('imports')) await collectBrokenImports(tree, collection, values.data);
    done('imports');
    if (wanted.has('gateway')) await collectGateway(tree, collection, dataDir);
    done('gateway');
    if (wanted.has('api')) {
      const known =
        questions && existsSync(questions) ? JSON.parse(readFileSync(questions, 'utf8')) : undefined;
      const document = await collectApi(tree, dataDir, collection, known as OpenApi | undefined);
      await collectSampleApi(tree, sample, collection, document);
      writeFileSync(path.join(folder, QUESTIONS), JSON.stringify(document));
    }
    done('api');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @returns a folder with sample data, which a service makes at its start. */
async function sampleFolder(root: string, scratch: string): Promise<string> {
  const dataDir = path.join(scratch, 'sample');
  const service = await openTree(root, scratch).serve(
    ['--data-dir', dataDir, '--port', '0'],
    '2027-02-18T17:00:00.000Z',
  );
  await service.stop();
  return dataDir;
}

function print(before: string, now: string): void {
  const all = differencesOf(path.join(before, 'answers'), path.join(now, 'answers'));
  const shown = values.only.length < PARTS.length ? all.filter(({ what }) => what !== 'only before') : all;
  const alike = Map.groupBy(shown, ({ what, shown: lines }) => `${what}\n${lines}`);
  for (const [first, ...others] of alike.values()) {
    if (!first) continue;
    console.log(`${first.what}: ${first.file}`);
    for (const { file } of values.all ? others : others.slice(0, 2)) console.log(`    and ${file}`);
    if (!values.all && others.length > 2)
      console.log(`    and ${others.length - 2} more with the same lines`);
    if (!values.stat && first.shown !== '') console.log(first.shown);
  }
  console.log(`\n${shown.length} differences. Before: ${before}/answers. Now: ${now}/answers.`);
  process.exitCode = shown.length === 0 ? 0 : 1;
}
