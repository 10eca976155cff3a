import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const SCHEMES = [
  { scheme: 'auto', name: 'As the system', Icon: IconDeviceDesktop },
  { scheme: 'light', name: 'Light', Icon: IconSun },
  { scheme: 'dark', name: 'Dark', Icon: IconMoon },
] as const;

/** Chooses light, dark, or as the system says (the default). */
export function ThemeSwitch() {
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
