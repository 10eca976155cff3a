import { ActionIcon, Box, Button, Menu } from '@mantine/core';
import { IconLayoutSidebar, IconMaximize, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FrequencyCode } from '../../service/series-math/fred-codes.ts';
import type { DateRange, RangeChoice, View } from '../../service/view/types.ts';
import { RangeBar } from '../range/index.ts';
import { ChartOptions, UnitsField } from './chart-options.tsx';
import styles from './explore.module.css';
import type { ExploreLayout } from './layout.ts';

/** The row above the chart: picker, range, options of the chart, table, what can be taken away, the chart alone. */
export function ExploreToolBar(props: {
  view: View;
  /** The range that the chart draws now. */
  choice: RangeChoice;
  range: DateRange;
  /** First and last day that have data. */
  held: DateRange;
  finest: FrequencyCode | undefined;
  overview: { isShown: boolean; choose: (isShown: boolean) => void };
  layout: ExploreLayout;
  onChange: (view: View) => void;
  /** The menu of what can be taken away. */
  children: ReactNode;
}) {
  const { view, layout, overview, onChange } = props;
  return (
    // One row. Only a very narrow window needs two.
    <Box className="row fixed wrap gap-8 not-on-paper" mih={36} p="2px 8px" bg="var(--surface)">
      <ActionIcon
        variant="default"
        size={30}
        className={`presses ${styles.toggle}`}
        aria-label="Choose series"
        title="Series to choose from (S)"
        aria-pressed={layout.isPickerOpen}
        onClick={layout.togglePicker}
      >
        <IconLayoutSidebar size={17} stroke={1.6} />
      </ActionIcon>
      <RangeBar
        choice={props.choice}
        held={props.held}
        finest={props.finest}
        onChange={(choice) => onChange({ ...view, range: choice })}
      >
        <Menu.Divider />
        <Menu.CheckboxItem checked={overview.isShown} onChange={overview.choose}>
          Overview under the chart
        </Menu.CheckboxItem>
      </RangeBar>
      <div className="row at-end gap-4">
        <UnitsField view={view} onChange={onChange} className={styles.inBar} />
        <ChartOptions view={view} range={props.range} held={props.held} onChange={onChange} />
        <Button
          variant="default"
          className={`presses icon-where-narrow ${styles.toggle}`}
          leftSection={<IconTable size={16} stroke={1.6} />}
          aria-pressed={view.tableOpen}
          title="Table under the chart"
          onClick={() => onChange({ ...view, tableOpen: !view.tableOpen })}
        >
          <span className="unseen-where-narrow">Table</span>
        </Button>
        {props.children}
        <ActionIcon
          variant="default"
          size={30}
          aria-label="The chart alone"
          title="The chart alone (F)"
          onClick={layout.toggleAlone}
        >
          <IconMaximize size={16} stroke={1.6} />
        </ActionIcon>
      </div>
    </Box>
  );
}
