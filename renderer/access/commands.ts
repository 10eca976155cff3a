/** Commands to be pasted in a terminal. The key stands in them only where it is to be put into the environment. */

export type Shell = 'sh' | 'powershell';

export const SHELL_NAMES: Readonly<Record<Shell, string>> = { sh: 'macOS, Linux', powershell: 'PowerShell' };

/** The variable that every snippet reads the key from. */
export const KEY_VARIABLE = 'ALMANAC_API_KEY';

/** @returns the shell to offer first. @param platform of the browser: 'Win32', 'MacIntel', 'Linux x86_64' */
export function usualShell(platform: string): Shell {
  return platform.startsWith('Win') ? 'powershell' : 'sh';
}

/** @returns the line that puts a key into the environment of a shell. */
export function environmentLine(key: string, shell: Shell): string {
  return shell === 'sh'
    ? `export ${KEY_VARIABLE}=${quoted(key, shell)}`
    : `$env:${KEY_VARIABLE} = ${quoted(key, shell)}`;
}

/**
 * @returns a GET with curl. The header suits both groups, and keeps the key out of addresses and their logs.
 * @param withKey whether the key of the environment is sent
 */
export function curlLine(url: string, shell: Shell, withKey = true): string {
  const program = shell === 'sh' ? 'curl' : 'curl.exe';
  const variable = shell === 'sh' ? `$${KEY_VARIABLE}` : `$env:${KEY_VARIABLE}`;
  const header = withKey ? ` -H "X-API-Key: ${variable}"` : '';
  return `${program}${header} ${quoted(url, shell)}`;
}

/** POSIX 2.2.2 and PowerShell's about_Quoting_Rules: between single quotes nothing is special but the quote itself. */
function quoted(text: string, shell: Shell): string {
  return shell === 'sh' ? `'${text.replaceAll("'", "'\\''")}'` : `'${text.replaceAll("'", "''")}'`;
}
