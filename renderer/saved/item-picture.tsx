import { useTimeout } from '@mantine/hooks';
import { IconLayoutDashboard, IconList, IconPhoto } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { SavedItem } from '../../service/contract/saved.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { heldSeriesOf, useCatalog, useRecentValues } from '../api/index.ts';
import { useScreens } from '../frame/index.ts';
import { sparkPath } from '../picker/index.ts';
import { addressPath } from '../view/index.ts';
import { choicesOfAddress, EXPLORE } from './addresses.ts';

const WIDTH = 44;
const HEIGHT = 18;
const SIZE = { width: '2.75rem', height: '1.125rem' };
/** A row is this long in sight before it asks for data, so that opening the list and scrolling load nothing. */
const IN_SIGHT_MS = 300;

/** What an item looks like: of a chart the last values of its first series, of others the icon of their screen. */
export function ItemPicture({ item }: { item: SavedItem }) {
  const screens = useScreens();
  if (item.kind === 'view' && addressPath(item.content.address) === EXPLORE)
    return <ChartPicture address={item.content.address} asOf={item.content.frozen?.as_of} />;
  const Icon =
    item.kind === 'board'
      ? IconLayoutDashboard
      : item.kind === 'list'
        ? IconList
        : (screens.find(({ path }) => path === addressPath(item.content.address))?.icon ?? IconPhoto);
  return (
    <span className="center fixed quiet" style={SIZE}>
      <Icon size={16} stroke={1.6} aria-hidden />
    </span>
  );
}

/** Empty, in its full size, until the row was in sight for a while. */
function ChartPicture({ address, asOf }: { address: string; asOf: string | undefined }) {
  const [isLong, setLong] = useState(false);
  useTimeout(() => setLong(true), IN_SIGHT_MS, { autoInvoke: true });
  const choice = useMemo(() => (isLong ? choicesOfAddress(address)[0] : undefined), [isLong, address]);
  return (
    <svg
      className="fixed accent"
      style={SIZE}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      fill="none"
      stroke="currentcolor"
      strokeWidth={1.25}
      strokeLinejoin="round"
      aria-hidden
    >
      {choice && <Line choice={choice} asOf={asOf} />}
    </svg>
  );
}

function Line({ choice, asOf }: { choice: SeriesChoice; asOf: string | undefined }) {
  const catalog = useCatalog().data;
  const { column } = useRecentValues(choice, catalog && heldSeriesOf(catalog, choice), true, asOf);
  const path = useMemo(() => column && sparkPath(column.days, column.numbers, WIDTH, HEIGHT), [column]);
  return path ? <path d={path} /> : null;
}
