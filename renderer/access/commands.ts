/** Commands to paste into a terminal. Only the one that sets the environment variable holds the key. */

export type Shell = 'sh' | 'powershell';

export const SHELL_NAMES: Readonly<Record<Shell, string>> = { sh: 'macOS, Linux', powershell: 'PowerShell' };

/** The environment variable from which every snippet reads the key. */
export const KEY_VARIABLE = 'ALMANAC_API_KEY';
/** The one for a key that is good for FRED's clients only, so that it does not take the place of an ordinary key. */
export const FRED_KEY_VARIABLE = 'ALMANAC_FRED_KEY';

/** @returns the shell to offer first. @param platform of the browser: 'Win32', 'MacIntel', 'Linux x86_64' */
export function usualShell(platform: string): Shell {
  return platform.startsWith('Win') ? 'powershell' : 'sh';
}

/** @returns the command that sets the environment variable to a key. */
export function environmentLine(key: string, shell: Shell, variable = KEY_VARIABLE): string {
  return shell === 'sh'
    ? `export ${variable}=${quoted(key, shell)}`
    : `$env:${variable} = ${quoted(key, shell)}`;
}

/**
 * @returns a GET with curl. All doors of the API take the key in this header, which keeps it out of addresses and logs.
 * @param variable the environment variable with the key; null: no key is sent
 */
export function curlLine(url: string, shell: Shell, variable: string | null = KEY_VARIABLE): string {
  const program = shell === 'sh' ? 'curl' : 'curl.exe';
  const key = shell === 'sh' ? `$${variable}` : `$env:${variable}`;
  const header = variable === null ? '' : ` -H "X-API-Key: ${key}"`;
  return `${program}${header} ${quoted(url, shell)}`;
}

/** POSIX 2.2.2 and PowerShell's about_Quoting_Rules: inside single quotes only the quote itself is special. */
function quoted(text: string, shell: Shell): string {
  return shell === 'sh' ? `'${text.replaceAll("'", "'\\''")}'` : `'${text.replaceAll("'", "''")}'`;
}
