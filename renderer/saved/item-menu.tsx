import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconFileExport,
  IconInfoCircle,
  IconPencil,
  IconRestore,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react';
import type { Item } from '../../service/contract/saved.ts';
import type { Actions } from './use-actions.ts';

/** What the menu leads to beside what it does at once: a panel or a dialog about the item. */
export type MenuAsk = 'details' | 'rename' | 'download' | 'export' | 'remove';

const icon = { size: 16, stroke: 1.6 };

/** The menu of what can be done with an item, and the button that opens it. */
export function ItemMenu(props: {
  item: Item;
  actions: Actions;
  onAsk: (ask: MenuAsk) => void;
  /** 0 in the row that the keys are for. */
  tabIndex: 0 | -1;
}) {
  const { item, actions, onAsk, tabIndex } = props;
  return (
    <Menu width={210} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${item.name}`} title="Actions" tabIndex={tabIndex}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item.deleted_at === null ? (
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
            <Menu.Item
              className="error"
              leftSection={<IconTrashX {...icon} />}
              onClick={() => onAsk('remove')}
            >
              Remove for good
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
