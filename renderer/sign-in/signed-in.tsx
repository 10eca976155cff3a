import { ActionIcon, Menu } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { signOut, useHostState } from '../api/index.ts';

const MAY = {
  read: 'You can read, and keep what you save. Sharing needs a key of the role publish.',
  publish: 'You can read, keep what you save, and share it with the team.',
  admin: 'You can read, keep what you save, share it with the team, and take back what others share.',
} as const;

/** Of a page of a team's node: as whom this tab is signed in, and the way out. */
export function SignedInMember() {
  const member = useHostState().data?.member;
  if (!member) return null;
  return (
    <Menu withinPortal={false} width={280} position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Signed in as ${member.name}`} title="Signed in">
          <IconUserCircle size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Signed in as <strong>{member.name}</strong>. {MAY[member.role]} Data and keys are the work of who
          runs the team’s Almanac.
        </Menu.Label>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.6} />}
          onClick={() => {
            signOut();
            location.reload();
          }}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
