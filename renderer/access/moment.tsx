import { exactText, relativeText } from './times.ts';

/** A time such as '3 days ago', with the exact time (UTC) as its title. */
export function Moment({ iso, now }: { iso: string; now: number }) {
  return (
    <time dateTime={iso} title={exactText(iso)}>
      {relativeText(iso, now)}
    </time>
  );
}
