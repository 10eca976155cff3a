import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconCopy, IconDots, IconHistory, IconRefreshDot } from '@tabler/icons-react';
import type { ApiKeyLine } from '../../service/contract/access.ts';

export type KeyDialog = 'calls' | 'rotate' | 'revoke';

/** @returns the `data-focus` name of a key's menu button, for `focusSoon`. */
export function menuName(id: string): string {
  return `key-menu-${id}`;
}

/** The menu of actions on a key. */
export function KeyMenu(props: {
  line: ApiKeyLine;
  /** Says which key the menu is for: several keys can have the same label. */
  name: string;
  onCopy: (line: ApiKeyLine) => void;
  onOpen: (dialog: KeyDialog, line: ApiKeyLine) => void;
}) {
  const { line } = props;
  const isRevoked = line.revoked_at !== null;
  const icon = { size: 16, stroke: 1.6 };
  return (
    <Menu width={190} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon data-focus={menuName(line.id)} aria-label={`Actions for ${props.name}`} title="Actions">
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isRevoked && (
          <Menu.Item
            leftSection={<IconCopy {...icon} />}
            disabled={!line.is_kept}
            onClick={() => props.onCopy(line)}
          >
            {line.is_kept ? 'Copy key' : 'Copy key (not kept)'}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => props.onOpen('calls', line)}>
          Recent calls
        </Menu.Item>
        {!isRevoked && (
          <>
            <Menu.Item
              leftSection={<IconRefreshDot {...icon} />}
              onClick={() => props.onOpen('rotate', line)}
            >
              Rotate
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              className="error"
              leftSection={<IconBan {...icon} />}
              onClick={() => props.onOpen('revoke', line)}
            >
              Revoke
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
