import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconDownload,
  IconFileExport,
  IconInfoCircle,
  IconPencil,
  IconRestore,
  IconTrash,
  IconTrashX,
  IconUsers,
  IconUsersMinus,
} from '@tabler/icons-react';
import { type RefCallback, useLayoutEffect } from 'react';
import type { SavedItem } from '../../service/contract/saved.ts';
import type { KnownShared, SharedItem } from '../../service/contract/shared.ts';
import type { Actions } from './use-actions.ts';

/** What the menu leads to beside what it does at once: a panel or a dialog about the item. */
export type MenuAsk = 'details' | 'rename' | 'download' | 'export' | 'remove';

const icon = { size: 16, stroke: 1.6 };

/** The item whose menu is open, and the button of its row. */
export type OpenMenu = { item: SavedItem; button: HTMLElement };

/**
 * The menu of what can be done with an item. A list has one for all of its rows, so that none has a menu of its own.
 * @param props.of what it was opened for last; it is there before, so that it knows where the focus was @param props.isOpen whether it is still open; the button says so too
 */
export function ItemMenu(props: {
  /** What the team shares; undefined: this Almanac belongs to no team. */
  team: KnownShared | undefined;
  /** Whether the items are those of the team, which nobody changes here. */
  isTeam: boolean;
  of: OpenMenu | undefined;
  isOpen: boolean;
  actions: Actions;
  onAsk: (ask: MenuAsk, item: SavedItem) => void;
  onClose: () => void;
}) {
  const { of } = props;
  return (
    <Menu
      opened={props.isOpen}
      onChange={(isOpen) => !isOpen && props.onClose()}
      width={210}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Anchor element={of?.button} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${of?.item.name}`} aria-labelledby={undefined}>
        {of && props.isTeam ? (
          <SharedMenuItems
            item={of.item as SharedItem}
            actions={props.actions}
            onAsk={(ask) => props.onAsk(ask, of.item)}
          />
        ) : (
          of && (
            <MenuItems
              item={of.item}
              team={props.team}
              actions={props.actions}
              onAsk={(ask) => props.onAsk(ask, of.item)}
            />
          )
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What can be done with an item of the team. */
function SharedMenuItems(props: { item: SharedItem; actions: Actions; onAsk: (ask: MenuAsk) => void }) {
  const { item, actions, onAsk } = props;
  return (
    <>
      <Menu.Item leftSection={<IconInfoCircle {...icon} />} onClick={() => onAsk('details')}>
        Details
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void actions.copyToMine(item)}>
        Copy to mine
      </Menu.Item>
      <Menu.Item leftSection={<IconFileExport {...icon} />} onClick={() => onAsk('export')}>
        Export file
      </Menu.Item>
      {item.may_withdraw && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconUsersMinus {...icon} />} onClick={() => void actions.withdraw([item])}>
            Take back from the team
          </Menu.Item>
        </>
      )}
    </>
  );
}

function MenuItems(props: {
  item: SavedItem;
  team: KnownShared | undefined;
  actions: Actions;
  onAsk: (ask: MenuAsk) => void;
}) {
  const { item, team, actions, onAsk } = props;
  const isShared = team?.items.some(({ id }) => id === item.id);
  return item.deleted_at === null ? (
    <>
      <Menu.Item leftSection={<IconInfoCircle {...icon} />} onClick={() => onAsk('details')}>
        Details
      </Menu.Item>
      {item.kind === 'list' && (
        <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => onAsk('download')}>
          Download again
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onAsk('rename')}>
        Rename
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void actions.duplicate(item)}>
        Duplicate
      </Menu.Item>
      <Menu.Item leftSection={<IconFileExport {...icon} />} onClick={() => onAsk('export')}>
        Export file
      </Menu.Item>
      {team && (
        <Menu.Item leftSection={<IconUsers {...icon} />} onClick={() => void actions.share(item)}>
          {isShared ? 'Share it again, as it is now' : 'Share with the team'}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => void actions.toBin([item])}>
        Delete
      </Menu.Item>
    </>
  ) : (
    <>
      <Menu.Item leftSection={<IconRestore {...icon} />} onClick={() => void actions.restore([item])}>
        Restore
      </Menu.Item>
      <Menu.Item className="error" leftSection={<IconTrashX {...icon} />} onClick={() => onAsk('remove')}>
        Remove for good
      </Menu.Item>
    </>
  );
}

/** Stands for an element that is there already. @param props.ref of the menu, which gets the element */
function Anchor({ element, ref }: { element: HTMLElement | undefined; ref?: RefCallback<HTMLElement> }) {
  useLayoutEffect(() => {
    if (element) ref?.(element);
    return () => void ref?.(null);
  }, [element, ref]);
  return null;
}
