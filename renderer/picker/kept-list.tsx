import { ActionIcon, Box, Checkbox } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useState } from 'react';
import {
  codesText,
  entryOf,
  type SeriesChoice,
  seriesId,
  shortTitle,
} from '../../service/datasets/series-choice.ts';
import type { View } from '../../service/view/types.ts';
import { heldSeriesOf, useCatalog } from '../api/index.ts';
import { hasSeries } from '../view/index.ts';
import { usePinned, useRecent } from './kept-series.ts';
import styles from './picker.module.css';
import { FULL_TEXT, heldYears, seriesFactsText } from './texts.ts';

/** How many recent series are listed above the tree. */
const MOST_LISTED = 5;

type Props = { view: View; isFull: boolean; onToggle: (choice: SeriesChoice) => void };

/**
 * Two lists: pinned series, and series that were shown recently but were not when the picker opened. The recent ones stay as long as it
 * is open: if they came and went with each choice, the tree under them would move away from the pointer.
 */
export function KeptSeries(props: Props) {
  const pinned = usePinned();
  const seen = useRecent(props.view);
  const [first] = useState(() => seen.filter((choice) => !hasSeries(props.view, seriesId(choice))));
  const recent = first.filter((choice) => !pinned.isPinned(choice)).slice(0, MOST_LISTED);
  return (
    <>
      <KeptList title="Pinned" choices={pinned.choices} {...props} onPin={pinned.toggle} isPinned />
      <KeptList title="Recent" choices={recent} {...props} onPin={pinned.toggle} isPinned={false} />
    </>
  );
}

type ListProps = Props & {
  title: string;
  choices: readonly SeriesChoice[];
  onPin: (choice: SeriesChoice) => void;
  isPinned: boolean;
};

function KeptList({ title, choices, ...props }: ListProps) {
  if (choices.length === 0) return null;
  return (
    <Box component="section" mb="xs" aria-label={`${title} series`}>
      <Box component="h2" className="quiet fine strong" p="0.25rem 0.625rem 0.125rem">
        {title}
      </Box>
      <ul className="list">
        {choices.map((choice) => (
          <KeptItem key={seriesId(choice)} choice={choice} {...props} />
        ))}
      </ul>
    </Box>
  );
}

/** A series with the same facts as in the tree. */
function KeptItem(props: Omit<ListProps, 'title' | 'choices'> & { choice: SeriesChoice }) {
  const { choice, view, isFull, isPinned } = props;
  const held = heldSeriesOf(useCatalog().data, choice);
  const isShown = hasSeries(view, seriesId(choice));
  return (
    <li className="rounded hovers row">
      <Box
        component="button"
        type="button"
        className={`rounded plain flex grow start gap-8 ${styles.series}`}
        px={10}
        aria-pressed={isShown}
        disabled={isFull && !isShown}
        title={isFull && !isShown ? FULL_TEXT : codesText(choice)}
        onClick={() => props.onToggle(choice)}
      >
        <Checkbox.Indicator size="xs" checked={isShown} aria-hidden />
        <span className="grow">
          <span className="block">{shortTitle(choice)}</span>
          <span className={`quiet small block ${styles.facts}`}>
            {seriesFactsText(entryOf(choice).series)} · {heldYears(held)}
          </span>
        </span>
      </Box>
      <ActionIcon
        size={24}
        aria-label={`${isPinned ? 'Unpin' : 'Pin'} ${shortTitle(choice)}`}
        onClick={() => props.onPin(choice)}
      >
        {isPinned ? <IconPinFilled size={14} /> : <IconPin size={14} stroke={1.6} />}
      </ActionIcon>
    </li>
  );
}
