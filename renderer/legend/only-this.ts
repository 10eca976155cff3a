import type { Line } from '../../service/view/index.ts';
import type { LineId, View } from '../../service/view/types.ts';
import { toggleHidden } from '../view/index.ts';

/** @returns whether the line is the only one that is shown. */
export function isOnly(lines: readonly Pick<Line, 'id' | 'hidden'>[], id: LineId): boolean {
  return lines.every((line) => line.hidden === (line.id !== id));
}

/** @returns the view with all lines hidden but one; with all of them shown, where it is the only one already. */
export function onlyThis(view: View, lines: readonly Pick<Line, 'id' | 'hidden'>[], id: LineId): View {
  const showsAll = isOnly(lines, id);
  return lines
    .filter((line) => line.hidden !== (!showsAll && line.id !== id))
    .reduce((after, line) => toggleHidden(after, line.id), view);
}
