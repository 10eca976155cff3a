import { exactText, relativeText } from './times.ts';

/** A moment in words, with the exact one (UTC) at the pointer and for programs. */
export function Moment({ iso, now }: { iso: string; now: number }) {
  return (
    <time dateTime={iso} title={exactText(iso)}>
      {relativeText(iso, now)}
    </time>
  );
}
