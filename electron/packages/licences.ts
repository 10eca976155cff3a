import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A package that Almanac contains. */
export type LicensedPackage = { name: string; version: string; licence: string; text: string | undefined };

type Locked = { version?: string; dev?: boolean; devOptional?: boolean; optional?: boolean; link?: boolean };

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

/**
 * Every package of an installation without development dependencies, from package-lock.json; each name and version once. Leaves out
 * optional packages that are not installed here.
 * @throws where a required package is not installed.
 */
export function productionPackages(root: string): LicensedPackage[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const found = new Map<string, LicensedPackage>();
  for (const [place, { dev, devOptional, link, optional, version = '' }] of Object.entries(packages)) {
    if (place === '' || dev || link) continue;
    const folder = path.join(root, place);
    if ((optional || devOptional) && !existsSync(folder)) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name}@${version}`, { name, version, licence: licenceOf(folder), text: textOf(folder) });
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function licenceOf(folder: string): string {
  const { license, licenses } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    license?: string | { type?: string };
    licenses?: readonly { type?: string }[];
  };
  const [older] = licenses ?? [];
  const said = typeof license === 'object' ? license.type : (license ?? older?.type);
  return said ?? 'not stated';
}

function textOf(folder: string): string | undefined {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  const texts = names.toSorted().map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}

/** @returns the text that is shipped with the app: each package with its licence. */
export function licenceList(packages: readonly LicensedPackage[]): string {
  const entries = packages.map(({ name, version, licence, text }) =>
    [
      `${name} ${version}`,
      `Licence: ${licence}`,
      '',
      text ?? 'The package brings no text of its licence with it; it names it as above.',
    ].join('\n'),
  );
  const intro =
    'Almanac is made with the packages below. Electron and Chromium bring their own lists: LICENSE.electron.txt and LICENSES.chromium.html.';
  return `${[intro, ...entries].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
