import { Menu } from '@mantine/core';
import { IconChartLine, IconHistory, IconPlus } from '@tabler/icons-react';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { useExplore } from '../frame/index.ts';
import type { TenorColumn } from './curves.ts';
import type { Shown } from './shown.ts';

/** The name of a tenor, and where its series leads. */
export function TenorMenu({ of, column }: { of: Shown; column: TenorColumn }) {
  const explore = useExplore(of.state.asOf);
  const series = [{ dataset: YIELDS.id, code: column.code, area: '' }];
  return (
    <Menu width={230} position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className="plain hovers rounded one-line"
          aria-label={`${column.label}: ${column.title}, more`}
        >
          {column.label}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{column.title}</Menu.Label>
        <Menu.Item
          leftSection={<IconHistory size={16} stroke={1.6} />}
          onClick={() => of.change({ view: 'history', tenor: column.code })}
        >
          Over time
        </Menu.Item>
        <Menu.Item
          leftSection={<IconChartLine size={16} stroke={1.6} />}
          onClick={() => explore.open(series)}
        >
          Open in Explore
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPlus size={16} stroke={1.6} />}
          disabled={!explore.hasRoom(series)}
          onClick={() => explore.add(series)}
        >
          {explore.hasRoom(series) ? 'Add to chart' : 'Add to chart: it has eight lines'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
