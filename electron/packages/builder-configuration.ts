import { rmSync } from 'node:fs';
import path from 'node:path';
import type { AfterPackContext, Configuration } from 'electron-builder';
import { APP_ID } from '../desktop/before-ready/index.ts';
import { setFuses } from './fuses.ts';

export type PackagePlan = {
  /** The folder that `stageApp` laid out. */
  staged: string;
  output: string;
  electronVersion: string;
  /** Folder of an unpacked Electron; electron-builder fetches one where it is absent. */
  electronDist?: string | undefined;
  /** Whether a certificate is there to sign with. */
  isSigned: boolean;
};

const OWN_FILES = import.meta.dirname;

/**
 * How electron-builder makes the packages of Almanac. There is no release channel yet, so the app does not look for updates: `publish` is
 * null and no updater is shipped. To add a channel: give `publish` its address, add electron-updater to the dependencies, and let the
 * desktop's entry ask it a while after the first paint.
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
      // Electron's own page, shown when it is started without an app. electron-builder leaves it in if Electron was already unpacked.
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
      // The data belong to the person.
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
