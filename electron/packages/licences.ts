import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A package that Almanac contains. */
export type LicensedPackage = { name: string; version: string; licence: string; text: string };

/** SPDX identifiers of licences under which a package may be part of Almanac: permissive, and the OFL for a font. */
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

/** @returns whether permissive licences satisfy a licence expression (SPDX, with OR, AND and brackets one deep). */
export function isPermissive(expression: string): boolean {
  const ways = expression.replace(/[()]/g, '').split(/\s+OR\s+/i);
  return ways.some((way) => way.split(/\s+AND\s+/i).every((id) => PERMISSIVE.has(id.trim())));
}

/** The folders of `.build` with bundles. In each, Vite has written what it took from packages. */
const BUNDLES = ['service', 'host', 'renderer'];
/** As the builds' `license.fileName` says. */
const LIST = 'licences.json';

type BundledPackage = { name: string; version: string; identifier?: string };

/**
 * Every package of which a part is shipped: in a bundle, or beside them. Each name and version once.
 * @param root of the project, built. @param unbundled names of the packages beside the bundles.
 * @throws the file system's error where a bundle was not built or a package is not installed.
 */
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

/** @returns the licence and the notices of an installed package; '' where it brings none. */
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
