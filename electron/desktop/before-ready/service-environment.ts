/** Switches of Node and Electron, by which whoever starts the app could change what its processes run. */
const SWITCHES = ['NODE_OPTIONS', 'NODE_PATH', 'NODE_DEBUG', 'NODE_CHANNEL_FD', 'ELECTRON_RUN_AS_NODE'];

/**
 * @param compileCache folder in which Node keeps compiled code; the app's own folder may not be written
 * @returns the environment of a utility process: this one's without such switches, as text throughout; publishers' keys
 *   stay here, and are asked for when one is needed
 */
export function serviceEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  compileCache: string,
): Record<string, string> {
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined || SWITCHES.includes(name) || name.startsWith('ALMANAC_KEY_')
      ? []
      : [[name, value] as const],
  );
  return { ...Object.fromEntries(kept), NODE_COMPILE_CACHE: compileCache };
}
