import { Button } from '@mantine/core';
import { countOf } from '../../service/series-math/decimal-text.ts';
import { COLOUR_SPANS, crowdOf } from './look.ts';
import type { MapState } from './map-state.ts';
import type { DrawnMap } from './paint-tiles.ts';

/** Offers the classes of this week where those of more weeks put nearly all areas into one or two, and says when it is the week's that are shown. */
export function ClassesNote(props: {
  drawn: DrawnMap;
  /** The week of the address. */
  row: number;
  /** Another week is dragged or played: the place stays, so that the map keeps its size. */
  isAway: boolean;
  scale: MapState['scale'];
  onScale: (scale: MapState['scale']) => void;
}) {
  const { drawn, row, scale } = props;
  const crowd = scale === 'week' ? undefined : crowdOf(drawn, row);
  // Ranks have the same classes over all weeks.
  if (drawn.measured.kind === 'rank' || (scale !== 'week' && !crowd)) return null;
  const [to, words] = scale === 'week' ? (['all', 'all weeks'] as const) : (['week', 'this week'] as const);
  return (
    <span className="row at-end gap-8 fine" style={{ visibility: props.isAway ? 'hidden' : undefined }}>
      {crowd
        ? `${crowd.areas} of ${countOf(crowd.of, 'area')} are in ${crowd.classes === 1 ? 'one class' : 'two classes'} of ${COLOUR_SPANS[scale]}.`
        : 'The classes are those of this week alone.'}
      <Button variant="default" size="compact-xs" h={24} px={6} onClick={() => props.onScale(to)}>
        Classes of {words}
      </Button>
    </span>
  );
}
