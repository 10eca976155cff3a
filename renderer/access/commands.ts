/** Commands to paste into a terminal. Only the one that sets the environment variable holds the key. */

export type Shell = 'sh' | 'powershell';

export const SHELL_NAMES: Readonly<Record<Shell, string>> = { sh: 'macOS, Linux', powershell: 'PowerShell' };

/** The environment variable from which every snippet reads the key. */
export const KEY_VARIABLE = 'ALMANAC_API_KEY';

/** @returns the shell to offer first. @param platform of the browser: 'Win32', 'MacIntel', 'Linux x86_64' */
export function usualShell(platform: string): Shell {
  return platform.startsWith('Win') ? 'powershell' : 'sh';
}

/** @returns the command that sets the environment variable to a key. */
export function environmentLine(key: string, shell: Shell): string {
  return shell === 'sh'
    ? `export ${KEY_VARIABLE}=${quoted(key, shell)}`
    : `$env:${KEY_VARIABLE} = ${quoted(key, shell)}`;
}

/**
 * @returns a GET with curl. Both groups of the API take the key in this header, which keeps it out of addresses and logs.
 * @param withKey whether to send the key in the environment variable
 */
export function curlLine(url: string, shell: Shell, withKey = true): string {
  const program = shell === 'sh' ? 'curl' : 'curl.exe';
  const variable = shell === 'sh' ? `$${KEY_VARIABLE}` : `$env:${KEY_VARIABLE}`;
  const header = withKey ? ` -H "X-API-Key: ${variable}"` : '';
  return `${program}${header} ${quoted(url, shell)}`;
}

/** POSIX 2.2.2 and PowerShell's about_Quoting_Rules: inside single quotes only the quote itself is special. */
function quoted(text: string, shell: Shell): string {
  return shell === 'sh' ? `'${text.replaceAll("'", "'\\''")}'` : `'${text.replaceAll("'", "''")}'`;
}
