/**
 * The environment of the keychain process: the desktop's variables (D-Bus, display, home), but neither Node's and
 * Electron's switches nor any of Almanac's own, among which may be publishers' keys.
 */
export function keychainEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isLeftOut = (name: string): boolean => /^(NODE_|ELECTRON_|ALMANAC_)/i.test(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isLeftOut(name)));
}
