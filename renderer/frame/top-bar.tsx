import { ActionIcon, Anchor, Box, Menu, Popover, Text, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconPlugConnected, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { type ListAsk, useCan, useHostState } from '../api/index.ts';
import { SignedInMember } from '../sign-in/index.ts';
import { CopyText } from './copy-text.tsx';
import styles from './frame.module.css';
import { FreshnessMenu } from './freshness.tsx';
import { SearchButton } from './global-search.tsx';
import { useFrameParts } from './screens-context.ts';
import { TeamChip } from './team-chip.tsx';
import { useButtonPanel } from './use-button-panel.ts';

/** The title, the search, which stands at one place on all screens, and at the end the team whose data are shown, their freshness, the API's address and the appearance. */
export function TopBar(props: {
  title: string;
  datasets: readonly string[];
  series: readonly SeriesChoice[];
  lists: readonly ListAsk[];
  isComing?: boolean;
}) {
  const { SaveHere } = useFrameParts();
  return (
    <header className={`row fixed gap-12 ${styles.bar}`}>
      {/* As wide as the longest title where there is room, so that the search stands at one place. */}
      <Box
        component="h1"
        className="large strong one-line cut"
        lts="-0.006em"
        flex="none"
        w="clamp(5.5rem, 30vw - 1.5rem, 8.25rem)"
      >
        {props.title}
      </Box>
      <SearchButton />
      <div className="row at-end shrink gap-4 not-on-paper">
        {/* Its place: nothing moves when it comes. */}
        <Suspense fallback={<Box w={28} />}>
          <SaveHere title={props.title} isComing={props.isComing ?? false} />
        </Suspense>
        <TeamChip />
        <FreshnessMenu datasets={props.datasets} series={props.series} lists={props.lists} />
        <ApiAddress />
        <ThemeSwitch />
        <SignedInMember />
      </div>
    </header>
  );
}

const SCHEMES = [
  { scheme: 'auto', name: 'As the system', Icon: IconDeviceDesktop },
  { scheme: 'light', name: 'Light', Icon: IconSun },
  { scheme: 'dark', name: 'Dark', Icon: IconMoon },
] as const;

/** Chooses light, dark, or as the system says (the default). */
function ThemeSwitch() {
  // `keepTransitions`: to stop transitions Mantine would write a style element, which the page's policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const { Icon, name } = SCHEMES.find(({ scheme }) => scheme === colorScheme) ?? SCHEMES[0];
  // In the bar itself: the screen below would cut the menu off where a band is above it.
  return (
    <Menu withinPortal={false}>
      <Menu.Target>
        <ActionIcon aria-label={`Appearance: ${name}`} title="Appearance">
          <Icon size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map((one) => (
          <Menu.Item
            key={one.scheme}
            leftSection={<one.Icon size={16} stroke={1.6} />}
            rightSection={one.scheme === colorScheme && <IconCheck size={14} aria-label="chosen" />}
            onClick={() => setColorScheme(one.scheme)}
          >
            {one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A panel for other tools: the API's base URL, its documentation, and where to make a key. */
function ApiAddress() {
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
