import { type Shell, shellQuoted } from '../../service/contract/shell.ts';

/** Commands to paste into a terminal. Only the one that sets the environment variable holds the key. */

export const SHELL_NAMES: Readonly<Record<Shell, string>> = { sh: 'macOS, Linux', powershell: 'PowerShell' };

/** The environment variable from which every snippet reads the key. */
export const KEY_VARIABLE = 'ALMANAC_API_KEY';
/** The one for a key that is good for FRED's clients only, so that it does not take the place of an ordinary key. */
export const FRED_KEY_VARIABLE = 'ALMANAC_FRED_KEY';

/** @returns the command that sets the environment variable to a key. */
export function environmentLine(key: string, shell: Shell, variable = KEY_VARIABLE): string {
  return shell === 'sh'
    ? `export ${variable}=${shellQuoted(key, shell)}`
    : `$env:${variable} = ${shellQuoted(key, shell)}`;
}

/**
 * @returns a GET with curl. All doors of the API take the key in this header, which keeps it out of addresses and logs.
 * @param variable the environment variable with the key; null: no key is sent
 */
export function curlLine(url: string, shell: Shell, variable: string | null = KEY_VARIABLE): string {
  const program = shell === 'sh' ? 'curl' : 'curl.exe';
  const key = shell === 'sh' ? `$${variable}` : `$env:${variable}`;
  const header = variable === null ? '' : ` -H "X-API-Key: ${key}"`;
  return `${program}${header} ${shellQuoted(url, shell)}`;
}
