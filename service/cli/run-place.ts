import path from 'node:path';

/** @returns what a run read, short and on one line: a file's name, an address, or 'sample data'. */
export function runPlace({ location }: { location: string }): string {
  if (location === '') return 'sample data';
  const isAddress = /^https?:/.test(location);
  return (isAddress ? location : path.basename(location)).replaceAll(/\p{C}/gu, ' ');
}
