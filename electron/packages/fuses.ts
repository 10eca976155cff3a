import {
  type FuseConfig,
  FuseState,
  FuseV1Options,
  FuseVersion,
  flipFuses,
  getCurrentFuseWire,
} from '@electron/fuses';

/**
 * What Electron's program may do, written into it before it is signed. Strict: with an Electron that has a fuse which is not set here, no
 * package is made.
 * @param isSigned an unsigned app of macOS would ask for the login keychain at each start if its cookies were encrypted; Almanac
 *   keeps none.
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

/** Writes the fuses into a program. @throws where the program has a fuse that `fuseConfig` does not set, or no fuses. */
export async function setFuses(program: string, platform: string, isSigned: boolean): Promise<void> {
  await flipFuses(program, fuseConfig(platform, isSigned));
}

/** @returns the fuses of a program by name: true, false, or undefined where it has no such fuse. */
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
