import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { builderConfiguration } from './builder-configuration.ts';
import { type PackageTarget, type Staged, stageApp } from './stage-app.ts';

export type MakeOptions = {
  /** Folder of the project, which is built. */
  root: string;
  /** Folder for the packages; its folder `staged` holds their content. */
  output: string;
  target: PackageTarget;
  /** Kinds of packages, such as 'deb'; 'dir' is the unpacked app. Empty: the usual ones of the platform. */
  kinds: readonly string[];
  electronDist?: string | undefined;
};

const PLATFORMS = { linux: Platform.LINUX, darwin: Platform.MAC, win32: Platform.WINDOWS };
const ARCHITECTURES = { x64: Arch.x64, arm64: Arch.arm64 };

/**
 * Makes the packages for the platform that runs, because keytar is compiled for it.
 * @returns the files, and notes about what they lack
 */
export async function makePackages(
  options: MakeOptions,
): Promise<{ files: string[]; notes: Staged['notes'] }> {
  const { root, output, target, kinds } = options;
  const staged = stageApp(root, path.join(output, 'staged'), target);
  const arch = ARCHITECTURES[target.arch];
  const files = await build({
    projectDir: staged.folder,
    targets: PLATFORMS[target.platform].createTarget(kinds.length > 0 ? [...kinds] : null, arch),
    config: builderConfiguration({
      staged: staged.folder,
      output,
      electronVersion: electronVersion(root),
      electronDist: options.electronDist ?? installedElectron(root),
      isSigned: Boolean(process.env.CSC_LINK || process.env.CSC_NAME),
    }),
    publish: 'never',
  });
  return { files: files.filter((file) => existsSync(file)), notes: staged.notes };
}

function electronVersion(root: string): string {
  const manifest = path.join(root, 'node_modules/electron/package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

/** @returns the folder of Electron's program if `npm start` has fetched it, so that it is not fetched twice. */
function installedElectron(root: string): string | undefined {
  const folder = path.join(root, 'node_modules/electron/dist');
  return existsSync(path.join(folder, 'version')) ? folder : undefined;
}
