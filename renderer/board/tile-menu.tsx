import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowUpRight,
  IconDots,
  IconMaximize,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { viewSearch } from '../../service/view/index.ts';
import { useScreens } from '../frame/index.ts';
import { chartTile, settled, tileRangeText } from '../tiles/index.ts';
import { tileChange, tilesChange } from './edits.ts';
import { screenOf } from './screen-of.ts';
import type { TileCardProps } from './types.ts';

/** What can be done with a tile. */
export function TileMenu(props: TileCardProps & { onRename: () => void }) {
  const { id, title, address, ownRange, boardRange, recessions, edit, say } = props;
  const router = useRouter();
  const screen = screenOf(useScreens(), address)?.title;
  const chart = chartTile({ address, range: ownRange }, { range: boardRange, recessions });
  const icon = { size: 16, stroke: 1.6 };
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon size={24} aria-label={`More for ${title}`}>
          <IconDots size={15} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUpRight {...icon} />}
          onClick={() =>
            router.history.push(chart ? `/explore?${new URLSearchParams(viewSearch(chart.view))}` : address)
          }
        >
          Open in {screen ?? 'its screen'}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMaximize {...icon} />}
          onClick={() => props.onShowAlone(props.isAlone ? undefined : id)}
        >
          {props.isAlone ? 'Show all tiles' : 'Show it alone'}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={props.onRename}>
          Rename…
        </Menu.Item>
        {chart &&
          (ownRange === null ? (
            <Menu.Item
              leftSection={<IconPin {...icon} />}
              onClick={() => edit(tileChange(id, { range: tileRangeText(chart.view.range) }))}
            >
              Pin this range
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconPinnedOff {...icon} />}
              onClick={() => edit(tileChange(id, { range: null }))}
            >
              Follow the board’s range
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash {...icon} />}
          onClick={() => {
            edit(tilesChange((tiles) => settled(tiles.filter((one) => one.id !== id))));
            say(`${title} is removed. Ctrl Z brings it back.`);
            if (props.isAlone) props.onShowAlone(undefined);
          }}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
