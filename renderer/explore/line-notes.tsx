import { type Line, linesText } from '../../service/view/index.ts';
import { keepDates } from './keep-dates.tsx';
import { Note } from './note.tsx';

/** Notes on the shown lines, each once: how frequencies were aligned, which incomplete periods are left out, what is wrong. */
export function LineNotes({ lines }: { lines: readonly Line[] }) {
  const noted = lines.filter(({ hidden, notes }) => !hidden && notes.length > 0);
  const groups = Map.groupBy(noted, ({ notes }) => notes.join(' '));
  return [...groups].map(([note, group]) => (
    <li key={note}>
      <Note isQuiet>
        <b className="medium">{linesText(group)}</b> {keepDates(note)}
      </Note>
    </li>
  ));
}
