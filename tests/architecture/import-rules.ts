import { isEntry, placeOf } from './rooms.ts';
import type { Import, SourceFile, Tree } from './tree.ts';

/** Rules about who imports whom (architecture: 'Rules between rooms'). Each names every breach. */
export type Rule = (tree: Tree) => string[];

const WIRING = new Set([
  'electron/main.ts',
  'electron/window.ts',
  'electron/menu.ts',
  'electron/preload.cts',
  // A separate app for tests of Electron itself.
  'tests/standin/conformance/main.mjs',
]);
const PURE_LIBRARIES = new Set(['typebox', 'typebox/value', 'd3-array', 'fastest-levenshtein']);
/** The parts of the service that the shell may import. */
const FOR_SHELL =
  /^service\/(contract\/|datasets\/|process\/(channel|command-line|data-folder|drafts|instances|mask|page-bearer|sidecar-name|version|whole-file)\.ts$|vault\/index\.ts$)/;

/** `says` gets every import, and returns a sentence if the import is wrong. */
function eachImport(says: (file: SourceFile, target: Import) => string | undefined): Rule {
  return (tree) =>
    tree.files.flatMap((file) =>
      file.imports.flatMap((target) => {
        const said = says(file, target);
        return said === undefined ? [] : [`${file.path} imports ${target.specifier}: ${said}`];
      }),
    );
}

/** Rooms without side effects, for every process and the page. Excludes fetchers and parsers of datasets. */
const LEAF =
  /^service\/(calendar|contract|series-math|view)\/|^service\/datasets\/([a-z-]+|[a-z_]+\/(curve|definition|statement))\.ts$/;
const isLeaf = (file: string): boolean => LEAF.test(file);
const isBuild = ({ path }: Pick<SourceFile, 'path'>): boolean =>
  /\/vite\.config\.ts$|^renderer\/(compressed-copies|first-load|guide-data|mantine-styles)\.ts$/.test(path);
const isTest = (file: SourceFile): boolean => file.path.startsWith('tests/');

export const leavesImportNothing = eachImport(({ path }, { file, specifier }) => {
  const { room } = placeOf(path);
  if (!isLeaf(path)) return undefined;
  const isInside = file?.startsWith(`${room}/`) ?? PURE_LIBRARIES.has(specifier);
  return isInside || (file !== undefined && isLeaf(file))
    ? undefined
    : `${room} imports nothing outside itself but small pure libraries.`;
});

export const rendererSeesTheLeaves = eachImport((from, { file }) => {
  const { path } = from;
  if (isBuild(from)) return undefined;
  if (!path.startsWith('renderer/') || file === undefined || file.startsWith('renderer/')) return undefined;
  return isLeaf(file)
    ? undefined
    : 'the renderer imports of the others only service/calendar, service/contract, service/series-math, service/view and the definitions of datasets.';
});

export const serviceStandsAlone = eachImport(({ path }, { file }) =>
  path.startsWith('service/') && file !== undefined && !file.startsWith('service/') && file !== 'package.json'
    ? 'the service imports neither renderer nor shell nor tests.'
    : undefined,
);

export const theShellKnowsTheContract = eachImport(({ path }, { file }) => {
  if (!path.startsWith('electron/') || file === undefined || file.startsWith('electron/')) return undefined;
  return FOR_SHELL.test(file)
    ? undefined
    : 'the shell imports of the service only contract, datasets, vault and those files of process that FOR_SHELL names.';
});

export const onlyWiringImportsElectron = eachImport(({ path }, { specifier }) =>
  specifier === 'electron' && !WIRING.has(path)
    ? `only ${[...WIRING].join(', ')} import electron.`
    : undefined,
);

export const onlyStoreImportsTheDriver = eachImport((file, { specifier }) =>
  specifier.startsWith('better-sqlite3') && !isTest(file) && !file.path.startsWith('service/store/')
    ? 'only service/store imports the driver.'
    : undefined,
);

export const roomsHaveEntries = eachImport((from, { file }) => {
  if (file === undefined || isTest(from) || isEntry(file) || isBuild(from)) return undefined;
  return placeOf(from.path).room === placeOf(file).room
    ? undefined
    : 'a room is entered by its index.ts, or for a type by its types.ts.';
});

export const nobodyImportsTests = eachImport((from, { file }) =>
  file?.startsWith('tests/') && !isTest(from) ? 'only tests import tests.' : undefined,
);

export const conformanceAsksFromOutside = eachImport(({ path }, { file }) =>
  path.startsWith('tests/conformance/') && file !== undefined && !file.startsWith('tests/')
    ? 'the law of the API is checked by commands and HTTP alone.'
    : undefined,
);

/** Cycles of imports, also of types. Each is reported once, from its first file in the alphabet. */
export const noCycles: Rule = ({ files }) => {
  const next = new Map(files.map((file) => [file.path, file.imports.flatMap((each) => each.file ?? [])]));
  const done = new Set<string>();
  const broken: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) {
      broken.push(`${[...trail.slice(start), file].join(' → ')}: imports go round in a circle.`);
      return;
    }
    if (done.has(file)) return;
    for (const target of next.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of [...next.keys()].toSorted()) visit(file, []);
  return broken;
};

/** Dependencies that no file names, and why they are needed. */
const UNNAMED: Readonly<Record<string, string>> = {
  dayjs: '@mantine/dates needs it beside itself (a peer dependency).',
  '@types/node': 'types of Node itself.',
};

/** Some file imports each dependency or runs its program. A types package counts with its package. */
export const dependenciesAreNamed: Rule = ({ files }) => {
  const manifest = files.find(({ path }) => path === 'package.json');
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(manifest?.text ?? '{}');
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const others = files.filter(
    ({ path }) => path !== 'package.json' && path !== 'tests/architecture/import-rules.ts',
  );
  const isNamed = (name: string) => {
    const pattern = new RegExp(`['"\`]${name.replace('@types/', '')}['"\`/]`);
    return others.some(({ text }) => pattern.test(text));
  };
  return names
    .filter((name) => !(name in UNNAMED) && !isNamed(name))
    .map((name) => `package.json lists ${name}, which no file imports or names.`);
};
