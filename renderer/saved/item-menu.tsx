import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconDownload,
  IconFileExport,
  IconInfoCircle,
  IconPencil,
  type IconProps,
  IconRestore,
  IconTrash,
  IconTrashX,
  IconUsers,
  IconUsersMinus,
} from '@tabler/icons-react';
import { type ComponentType, type RefCallback, useLayoutEffect } from 'react';
import type { SavedItem } from '../../service/contract/saved.ts';
import type { KnownShared, SharedItem } from '../../service/contract/shared.ts';
import type { Actions } from './use-actions.ts';

/** Menu entries that open a panel or a dialog for the item. */
export type MenuAsk = 'details' | 'rename' | 'download' | 'export' | 'remove';

/** The item with the open menu, and its row's menu button. */
export type OpenMenu = { item: SavedItem; button: HTMLElement };

type MenuProps = {
  /** The team's shared items; undefined: this Almanac belongs to no team. */
  team: KnownShared | undefined;
  isTeam: boolean;
  actions: Actions;
  onAsk: (ask: MenuAsk, item: SavedItem) => void;
};

/**
 * The menu of an item, shared by all rows. @param props.menu the last item; it stays set after the menu
 * closes, so that its button gets the focus back
 */
export function ItemMenu(
  props: MenuProps & { menu: OpenMenu | undefined; isOpen: boolean; onClose: () => void },
) {
  const { menu } = props;
  return (
    <Menu
      opened={props.isOpen}
      onChange={(isOpen) => !isOpen && props.onClose()}
      width={210}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <Anchor element={menu?.button} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${menu?.item.name}`} aria-labelledby={undefined}>
        {menu && menuLines(menu.item, props).map((line) => line && <MenuLine key={line.text} {...line} />)}
      </Menu.Dropdown>
    </Menu>
  );
}

type Line = {
  Icon: ComponentType<IconProps>;
  text: string;
  run: () => unknown;
  isApart?: boolean;
  isDangerous?: boolean;
};

/** @returns the possible actions on an item, in menu order. */
function menuLines(item: SavedItem, { team, isTeam, actions, onAsk }: MenuProps): (Line | false)[] {
  const ask = (what: MenuAsk) => () => onAsk(what, item);
  const details = { Icon: IconInfoCircle, text: 'Details', run: ask('details') };
  const exported = { Icon: IconFileExport, text: 'Export file', run: ask('export') };
  if (isTeam) {
    const shared = item as SharedItem;
    const back = { Icon: IconUsersMinus, text: 'Take back from the team', isApart: true };
    return [
      details,
      { Icon: IconCopy, text: 'Copy to mine', run: () => actions.copyToMine(shared) },
      exported,
      shared.may_withdraw && { ...back, run: () => actions.withdraw([shared]) },
    ];
  }
  if (item.deleted_at !== null)
    return [
      { Icon: IconRestore, text: 'Restore', run: () => actions.restore([item]) },
      { Icon: IconTrashX, text: 'Remove for good', run: ask('remove'), isDangerous: true },
    ];
  const isShared = team?.items.some(({ id }) => id === item.id);
  return [
    details,
    item.kind === 'list' && { Icon: IconDownload, text: 'Download again', run: ask('download') },
    { Icon: IconPencil, text: 'Rename', run: ask('rename') },
    { Icon: IconCopy, text: 'Duplicate', run: () => actions.duplicate(item) },
    exported,
    team !== undefined && {
      Icon: IconUsers,
      text: isShared ? 'Share it again, as it is now' : 'Share with the team',
      run: () => actions.share(item),
    },
    { Icon: IconTrash, text: 'Delete', run: () => actions.toBin([item]), isApart: true },
  ];
}

function MenuLine({ Icon, text, run, isApart, isDangerous }: Line) {
  return (
    <>
      {isApart && <Menu.Divider />}
      <Menu.Item
        className={isDangerous ? 'error' : undefined}
        leftSection={<Icon size={16} stroke={1.6} />}
        onClick={() => void run()}
      >
        {text}
      </Menu.Item>
    </>
  );
}

/** Passes an existing element to the menu as its target. @param props.ref gets the element */
function Anchor({ element, ref }: { element: HTMLElement | undefined; ref?: RefCallback<HTMLElement> }) {
  useLayoutEffect(() => {
    if (element) ref?.(element);
    return () => void ref?.(null);
  }, [element, ref]);
  return null;
}
