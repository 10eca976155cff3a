import { ActionIcon, Anchor, Popover, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan, useHostState } from '../api/index.ts';
import { CopyText } from './copy-text.tsx';
import { useButtonPanel } from './use-button-panel.ts';

/** A panel for other tools: the API's base URL, its documentation, and where to make a key. */
export function ApiAddress() {
  const baseUrl = useHostState().data?.base_url;
  const canMakeKeys = useCan('keys');
  const { popover, button, panel } = useButtonPanel();
  if (!baseUrl) return null;
  return (
    <Popover {...popover} width={380} position="bottom-end">
      <Popover.Target>
        <ActionIcon {...button} aria-label="API for other tools" title="API for other tools">
          <IconPlugConnected size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown {...panel}>
        <Text fw={600} mb={4}>
          The same data for other tools
        </Text>
        <Text c="dimmed" fz="xs" mb={8}>
          Python, R, Excel and the shell read what you see here from this address.
        </Text>
        <div className="command well">
          <code>{baseUrl}</code>
          <CopyText value={baseUrl} what="base URL" />
        </div>
        <Text fz="xs" mt={12} c="dimmed">
          Each request carries a key.{' '}
          {canMakeKeys ? (
            <Anchor component={Link} to="/access" underline="always" inherit>
              Make one under API access
            </Anchor>
          ) : (
            'Ask who runs the team’s Almanac for one.'
          )}
        </Text>
        <Anchor
          href={`${baseUrl}/docs`}
          target="_blank"
          rel="noreferrer"
          fz="xs"
          mt={12}
          display="inline-block"
        >
          Open the API documentation
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  );
}
