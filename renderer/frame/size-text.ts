import { inNumberStyle } from '../../service/series-math/decimal-text.ts';

/** @returns '1.24 GB', '37.2 MB', '4 KB'; decimal units. */
export function sizeText(bytes: number): string {
  if (bytes >= 1_000_000_000) return `${inNumberStyle((bytes / 1_000_000_000).toFixed(2))} GB`;
  if (bytes >= 1_000_000) return `${inNumberStyle((bytes / 1_000_000).toFixed(1))} MB`;
  return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
}
