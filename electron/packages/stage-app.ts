import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

export type PackageTarget = { platform: 'linux' | 'darwin' | 'win32'; arch: 'x64' | 'arm64' };

export type Staged = {
  folder: string;
  /** Sentences about parts that are left out because this machine lacks them. */
  notes: readonly string[];
};

/** Entries of the packaged app. Browser mode and the command line run only from a clone of the repository. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  shell: ['main.js', 'preload.cjs', 'keychain-process.js'],
  service: ['main.js', 'ingest-thread.js', 'export-thread.js', 'parquet-thread.js'],
  renderer: ['index.html'],
};

/** Packages that are loaded from `node_modules` at run time. The bundles hold parts of all other packages. */
export const MODULES: readonly {
  name: string;
  files: (target: PackageTarget) => readonly string[];
  isOptional?: true;
}[] = [
  {
    name: 'better-sqlite3',
    files: ({ platform, arch }) => ['package.json', 'LICENSE', 'lib', `prebuilds/${platform}-${arch}.node`],
  },
  {
    name: 'keytar',
    files: () => ['package.json', 'LICENSE.md', 'lib', 'build/Release/keytar.node'],
    isOptional: true,
  },
  {
    // The font of the API's docs page.
    name: '@fontsource-variable/inter',
    files: () => ['package.json', 'LICENSE', 'files/inter-latin-wght-normal.woff2'],
  },
];

/**
 * Lays out the content of an installable package: bundles, three npm packages with the binaries of one
 * target, licences, and a package.json that names the entry. The layout is the project's, so that paths
 * between bundles hold in both.
 */
export function stageApp(root: string, folder: string, target: PackageTarget): Staged {
  rmSync(folder, { recursive: true, force: true });
  const notes: string[] = [];
  for (const [name, entries] of Object.entries(ENTRIES)) {
    const built = path.join(root, '.build', name);
    for (const file of reachedFiles(built, entries)) copy(built, path.join(folder, '.build', name), file);
  }
  // No file names the pages of the guide: the service reads its whole folder, for assistants.
  copy(path.join(root, '.build/renderer'), path.join(folder, '.build/renderer'), 'guide');
  const shipped: string[] = [];
  for (const { name, files, isOptional } of MODULES) {
    const installed = path.join(root, 'node_modules', name);
    const wanted = files(target);
    const missing = wanted.find((file) => !existsSync(path.join(installed, file)));
    if (missing !== undefined && isOptional) {
      notes.push(`${name} is not in this package: ${missing} is not on this machine`);
      continue;
    }
    for (const file of wanted) copy(installed, path.join(folder, 'node_modules', name), file);
    shipped.push(name);
    forgetBuildTools(path.join(folder, 'node_modules', name, 'package.json'));
  }
  copy(root, folder, 'LICENSE');
  writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), licenceList(shippedPackages(root, shipped)));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest(root, shipped), null, 2)}\n`);
  return { folder, notes };
}

function copy(from: string, to: string, file: string): void {
  const target = path.join(to, file);
  mkdirSync(path.dirname(target), { recursive: true });
  const source = path.join(from, file);
  if (path.extname(file) === '' && !/^(LICENSE|NOTICE)$/.test(file))
    cpSync(source, target, { recursive: true });
  else copyFileSync(source, target);
}

/** Removes build tools from a package's manifest, because they are not shipped. */
function forgetBuildTools(file: string): void {
  const { name, version, license, main, exports } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    string,
    unknown
  >;
  writeFileSync(file, `${JSON.stringify({ name, version, license, main, exports }, null, 2)}\n`);
}

function manifest(root: string, shipped: readonly string[]) {
  const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
    description: string;
    license: string;
    dependencies: Record<string, string>;
    optionalDependencies: Record<string, string>;
  };
  const versions = { ...own.dependencies, ...own.optionalDependencies };
  return {
    // The service reads its version from the manifest with this name.
    name: 'almanac',
    productName: 'Almanac',
    version: own.version,
    description: own.description,
    license: own.license,
    author: { name: 'The Almanac contributors', email: 'packages@almanac.invalid' },
    homepage: 'https://almanac.invalid/',
    desktopName: 'almanac.desktop',
    private: true,
    type: 'module',
    main: '.build/shell/main.js',
    dependencies: Object.fromEntries(shipped.map((name) => [name, versions[name]])),
  };
}

/** @returns this machine's target; undefined if Electron or a native package does not support it. */
export function targetOfThisMachine({ platform, arch } = process): PackageTarget | undefined {
  const isPlatform = platform === 'linux' || platform === 'darwin' || platform === 'win32';
  return isPlatform && (arch === 'x64' || arch === 'arm64') ? { platform, arch } : undefined;
}

const IS_TEXT = /\.(c|m)?js$|\.css$|\.html$/;

/**
 * @returns the files of a built folder that the entries need, sorted: every file whose name occurs in a file
 * already reached. The folder also has chunks of earlier builds.
 */
export function reachedFiles(folder: string, entries: readonly string[]): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const others = new Set(all.filter((file) => file.includes('/')));
  const reached = new Set(entries);
  for (const file of reached) {
    const bytes = readFileSync(path.join(folder, file));
    if (!IS_TEXT.test(file)) continue;
    const text = bytes.toString('utf8');
    for (const other of others) {
      if (!text.includes(path.posix.basename(other))) continue;
      reached.add(other);
      others.delete(other);
    }
  }
  return [...reached].toSorted();
}

type LicensedPackage = { name: string; version: string; licence: string; text: string };

/** SPDX ids of licences that a package in Almanac may have: permissive ones, and the OFL for a font. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** @returns whether permissive licences satisfy a licence expression (SPDX, with brackets one deep). */
export function isPermissive(expression: string): boolean {
  const ways = expression.replace(/[()]/g, '').split(/\s+OR\s+/i);
  return ways.some((way) => way.split(/\s+AND\s+/i).every((id) => PERMISSIVE.has(id.trim())));
}

/** Folders of `.build` with bundles. In each, Vite has listed the packages it bundled. */
const BUNDLES = ['service', 'shell', 'renderer'];
/** Name of Vite's list of bundled packages, set by the builds' `license.fileName`. */
const LIST = 'licences.json';

type BundledPackage = { name: string; version: string; identifier?: string };

/** @returns every shipped package, bundled or beside the bundles (`unbundled`), once for each version. */
export function shippedPackages(root: string, unbundled: readonly string[]): LicensedPackage[] {
  const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const bundled = BUNDLES.flatMap((folder): BundledPackage[] => read(`.build/${folder}/${LIST}`));
  const beside = unbundled.map((name): BundledPackage => {
    const { version, license } = read(`node_modules/${name}/package.json`);
    return { name, version, identifier: license };
  });
  const found = new Map<string, LicensedPackage>();
  for (const { name, version, identifier = 'not stated' } of [...bundled, ...beside]) {
    const text = textOf(path.join(root, 'node_modules', name));
    found.set(`${name}@${version}`, { name, version, licence: identifier, text });
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** @returns the licence and the notices of an installed package; '' if it has none. */
function textOf(folder: string): string {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  const texts = names.toSorted().map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
  return texts.join('\n\n');
}

/** @returns the text that is shipped with the app: each package with its licence. */
export function licenceList(packages: readonly LicensedPackage[]): string {
  const entries = packages.map(({ name, version, licence, text }) =>
    [
      `${name} ${version}`,
      `Licence: ${licence}`,
      '',
      text || 'The package brings no text of its licence with it; it names it as above.',
    ].join('\n'),
  );
  const intro =
    'Almanac is made with the packages below. Electron and Chromium bring their own lists: LICENSE.electron.txt and LICENSES.chromium.html.';
  return `${[intro, ...entries].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
