import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  type FuseConfig,
  FuseState,
  FuseV1Options,
  FuseVersion,
  flipFuses,
  getCurrentFuseWire,
} from '@electron/fuses';
import { type AfterPackContext, Arch, build, type Configuration, Platform } from 'electron-builder';
import { APP_ID } from '../desktop/before-ready/index.ts';
import { type PackageTarget, type Staged, stageApp } from './stage-app.ts';

export type PackagePlan = {
  /** The folder that `stageApp` laid out. */
  staged: string;
  output: string;
  electronVersion: string;
  /** Folder of an unpacked Electron; electron-builder fetches one if it is absent. */
  electronDist?: string | undefined;
  /** True if there is a certificate to sign with. */
  isSigned: boolean;
};

const OWN_FILES = import.meta.dirname;

/**
 * There is no release channel yet, so `publish` is null and no updater is shipped. To add one: give `publish`
 * its address, add electron-updater, and let the desktop's entry check for updates a while after the first
 * paint.
 */
export function builderConfiguration(plan: PackagePlan): Configuration {
  return {
    appId: APP_ID,
    productName: 'Almanac',
    copyright: 'The Almanac contributors. MIT licence.',
    directories: { app: plan.staged, output: plan.output, buildResources: OWN_FILES },
    electronVersion: plan.electronVersion,
    ...(plan.electronDist === undefined ? {} : { electronDist: plan.electronDist }),
    // Both native packages use Node-API, which is the same in every Electron.
    npmRebuild: false,
    nodeGypRebuild: false,
    asar: true,
    asarUnpack: ['**/*.node'],
    files: ['**/*', '!**/*.map'],
    extraFiles: [
      { from: path.join(plan.staged, 'THIRD-PARTY-LICENSES.txt'), to: 'THIRD-PARTY-LICENSES.txt' },
    ],
    electronLanguages: ['en-US'],
    icon: path.join(OWN_FILES, 'icon.png'),
    publish: null,
    protocols: [{ name: 'Almanac', schemes: ['almanac'] }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills these in.
    artifactName: 'almanac-${version}-${os}-${arch}.${ext}',
    // Runs before anything is signed.
    afterPack: async (context) => {
      // Remove the page that Electron shows without an app. electron-builder leaves it in if Electron was
      // already unpacked.
      rmSync(path.join(context.packager.getResourcesDir(context.appOutDir), 'default_app.asar'), {
        force: true,
      });
      await setFuses(programOf(context), context.electronPlatformName, plan.isSigned);
    },
    linux: {
      target: ['deb', 'AppImage'],
      executableName: 'almanac',
      syncDesktopName: true,
      category: 'Office;Finance',
      synopsis: 'Explore US economic and market data',
      maintainer: 'The Almanac contributors <packages@almanac.invalid>',
      desktop: {
        entry: { StartupWMClass: 'almanac', Keywords: 'economy;data;chart;' },
      },
    },
    // No `depends`: it would replace electron-builder's own list, which includes libsecret.
    deb: {
      recommends: ['libayatana-appindicator3-1'],
      packageCategory: 'science',
      priority: 'optional',
      compression: 'xz',
    },
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.finance',
      minimumSystemVersion: '13.0',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: path.join(OWN_FILES, 'entitlements.plist'),
      entitlementsInherit: path.join(OWN_FILES, 'entitlements.plist'),
      notarize: plan.isSigned,
    },
    win: { target: ['nsis'] },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowElevation: false,
      allowToChangeInstallationDirectory: true,
      // The data belong to the user.
      deleteAppDataOnUninstall: false,
    },
  };
}

function programOf({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return path.join(appOutDir, `${productFilename}.app`);
  const name = electronPlatformName === 'win32' ? `${productFilename}.exe` : 'almanac';
  return path.join(appOutDir, name);
}

/**
 * Electron's fuses: what its program may do, written into it before it is signed. Strict: an unknown fuse
 * stops the packaging. If cookies were encrypted, an unsigned macOS app would ask for the login keychain at
 * each start; Almanac keeps no cookies.
 */
export function fuseConfig(platform: string, isSigned: boolean): FuseConfig {
  return {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: platform === 'darwin' && !isSigned,
    // The program cannot be used as Node: no ELECTRON_RUN_AS_NODE, NODE_OPTIONS or --inspect.
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    [FuseV1Options.EnableCookieEncryption]: platform !== 'darwin' || isSigned,
    // Only packed code runs (macOS and Windows check it).
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true,
  };
}

/** Writes the fuses into a program. @throws if it has a fuse that `fuseConfig` lacks, or no fuses. */
export async function setFuses(program: string, platform: string, isSigned: boolean): Promise<void> {
  await flipFuses(program, fuseConfig(platform, isSigned));
}

/** @returns the fuses of a program by name: true, false, or undefined if it lacks the fuse. */
export async function readFuses(program: string): Promise<Record<string, boolean | undefined>> {
  const wire = (await getCurrentFuseWire(program)) as unknown as Record<number, FuseState>;
  const names = Object.keys(FuseV1Options).filter(
    (name) => !/^\d+$/.test(name),
  ) as (keyof typeof FuseV1Options)[];
  return Object.fromEntries(
    names.map((name) => {
      const state = wire[FuseV1Options[name]];
      return [name, state === FuseState.ENABLE ? true : state === FuseState.DISABLE ? false : undefined];
    }),
  );
}

type MakeOptions = {
  /** Folder of the project, with its bundles built. */
  root: string;
  /** Folder for the packages; its subfolder `staged` holds their content. */
  output: string;
  target: PackageTarget;
  /** Kinds of packages, such as 'deb'; 'dir' is the unpacked app. Empty: the usual ones of the platform. */
  kinds: readonly string[];
  electronDist?: string | undefined;
};

const PLATFORMS = { linux: Platform.LINUX, darwin: Platform.MAC, win32: Platform.WINDOWS };
const ARCHITECTURES = { x64: Arch.x64, arm64: Arch.arm64 };

/** Makes the packages for the running platform only, because keytar is compiled for it. */
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

/** @returns the folder of Electron's program if `npm start` has fetched it already. */
function installedElectron(root: string): string | undefined {
  const folder = path.join(root, 'node_modules/electron/dist');
  return existsSync(path.join(folder, 'version')) ? folder : undefined;
}
