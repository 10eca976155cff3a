import { type Line, linesText } from '../../service/view/index.ts';
import styles from './explore.module.css';
import { keepDates } from './keep-dates.tsx';

/** Notes on the shown lines, each once: how frequencies were aligned, which incomplete periods are left out, what is wrong. */
export function LineNotes({ lines }: { lines: readonly Line[] }) {
  const noted = lines.filter(({ hidden, notes }) => !hidden && notes.length > 0);
  if (noted.length === 0) return null;
  const groups = Map.groupBy(noted, ({ notes }) => notes.join(' '));
  return (
    <ul
      className={`list scrolls quiet fine ${styles.lineNotes}`}
      aria-label="Notes on the lines"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: many notes scroll, by keyboard too
      tabIndex={0}
    >
      {[...groups].map(([note, group]) => (
        <li key={note}>
          <b className="medium">{linesText(group)}</b> {keepDates(note)}
        </li>
      ))}
    </ul>
  );
}
