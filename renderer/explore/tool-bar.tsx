import {
  ActionIcon,
  Box,
  Button,
  type ButtonProps,
  Input,
  Menu,
  Popover,
  SegmentedControl,
  Select,
  Switch,
  Tooltip,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAdjustmentsHorizontal,
  IconChartArea,
  IconChartAreaLine,
  IconChartBar,
  IconChartLine,
  IconLayoutSidebar,
  IconMaximize,
  IconStairs,
  IconTable,
  IconTrendingDown,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { entryOf } from '../../service/datasets/series-choice.ts';
import {
  AGGREGATION_NAMES,
  AGGREGATIONS,
  type FrequencyCode,
  isAggregation,
  isAskedFrequency,
  isUnits,
} from '../../service/series-math/fred-codes.ts';
import { RECESSION_SOURCE } from '../../service/series-math/recessions.ts';
import {
  type DateRange,
  LINE_TYPES,
  type LineType,
  type RangeChoice,
  type View,
} from '../../service/view/types.ts';
import { useDashedLines } from '../chart/index.ts';
import { HelpLine, useNewChart } from '../frame/index.ts';
import { AverageInput, frequencyChoices, IndexDate, UNIT_CHOICES } from '../legend/index.ts';
import type { SearchAction } from '../picker/index.ts';
import { RangeBar } from '../range/index.ts';
import { setOpenItem } from '../view/index.ts';
import { type ExploreLayout, TYPE_NAMES } from './chart-actions.ts';
import styles from './explore.module.css';

export function ExploreToolBar(props: {
  view: View;
  choice: RangeChoice;
  range: DateRange;
  held: DateRange;
  finest: FrequencyCode | undefined;
  overview: { isShown: boolean; choose: (isShown: boolean) => void };
  layout: ExploreLayout;
  onChange: (view: View) => void;
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

const ICONS: Record<LineType, typeof IconChartLine> = {
  line: IconChartLine,
  area: IconChartAreaLine,
  stacked: IconChartArea,
  bar: IconChartBar,
  step: IconStairs,
};

/** The units of all lines. In a narrow window it stands among the other options, else above the chart. */
function UnitsField(props: {
  view: View;
  label?: string;
  className: string | undefined;
  onChange: (view: View) => void;
}) {
  const { view, label } = props;
  return (
    <Select
      {...(label === undefined ? { 'aria-label': 'Units' } : { label })}
      className={props.className}
      {...(label === undefined && { w: 'clamp(8.5rem, 100cqw - 55rem, 15rem)' })}
      data={UNIT_CHOICES}
      value={view.units}
      allowDeselect={false}
      maxDropdownHeight={340}
      // Wide enough for each unit to fit on one line.
      comboboxProps={{ width: 300, position: 'bottom-end', withinPortal: false }}
      onChange={(value) => value !== null && isUnits(value) && props.onChange({ ...view, units: value })}
    />
  );
}

function ChartOptions(props: {
  view: View;
  range: DateRange;
  held: DateRange;
  onChange: (view: View) => void;
}) {
  const { view, range, onChange } = props;
  const newChart = useEmptyChart();
  const [isDashed, chooseDashed] = useDashedLines();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const set = (part: Partial<View>) => onChange({ ...view, ...part });
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      position="bottom-end"
      width={336}
      // In the row's container, whose width decides where the units stand.
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          className="icon-where-narrow"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} />}
          aria-label="Chart options"
          title="Units, frequency, average, type, axis, recessions"
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <span className="unseen-where-narrow">Chart</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Chart options" className="column gap-10">
        <UnitsField view={view} label="Units" className={styles.inOptions} onChange={onChange} />
        <Box className="gap-10" style={{ display: 'grid', gridTemplateColumns: '1fr 1fr' }}>
          <Select
            label="Frequency"
            // The first field may be hidden here.
            data-autofocus
            data={[{ value: 'own', label: 'As published' }, ...frequencyChoices()]}
            maxDropdownHeight={300}
            comboboxProps={{ width: 190, position: 'bottom-start', withinPortal: false }}
            value={view.frequency ?? 'own'}
            allowDeselect={false}
            onChange={(value) =>
              set({ frequency: value !== null && isAskedFrequency(value) ? value : undefined })
            }
          />
          <Select
            label="Aggregation"
            data={[
              { value: 'own', label: usualWay(view) },
              ...AGGREGATIONS.map((value) => ({ value, label: AGGREGATION_NAMES[value] })),
            ]}
            value={view.aggregation ?? 'own'}
            allowDeselect={false}
            disabled={view.frequency === undefined}
            comboboxProps={{ withinPortal: false }}
            onChange={(value) =>
              set({ aggregation: value !== null && isAggregation(value) ? value : undefined })
            }
          />
          <AverageInput
            label="Moving average"
            aria-label="Moving average of all series"
            placeholder="None"
            title="Moving average of every series, over this number of observations"
            suffix=" observations"
            least={2}
            value={view.average}
            onTake={(average) => set({ average })}
          />
          <div>
            <Input.Label size="xs" labelElement="div">
              Drawn as
            </Input.Label>
            <SegmentedControl
              fullWidth
              aria-label="Chart type"
              withItemsBorders={false}
              value={view.type}
              onChange={(value) => set({ type: LINE_TYPES.find((type) => type === value) ?? 'line' })}
              data={LINE_TYPES.map((value) => ({ value, label: <TypeLabel type={value} /> }))}
            />
          </div>
          <Toggle
            label="Log"
            title="Logarithmic axis (Alt+L)"
            isOn={view.isLog}
            onClick={() => set({ isLog: !view.isLog })}
          />
          <Toggle
            label="Recessions"
            leftSection={<IconTrendingDown size={16} stroke={1.6} />}
            title={`US recessions, shaded: ${RECESSION_SOURCE.name}, checked through ${RECESSION_SOURCE.checkedThrough}`}
            isOn={view.hasRecessions}
            onClick={() => set({ hasRecessions: !view.hasRecessions })}
          />
          <Switch
            label="Dashed lines"
            title="Give each line its own dash pattern, besides its colour and letter"
            checked={isDashed}
            onChange={(event) => chooseDashed(event.currentTarget.checked)}
          />
          {view.units === 'nbd' && (
            <IndexDate
              label="Index date"
              date={view.indexDate}
              usual={range.from}
              held={props.held}
              onTake={(indexDate) => set({ indexDate })}
            />
          )}
        </Box>
        <HelpLine
          parts={{
            units: '/guide/units',
            aggregation: '/guide/aggregation',
            averages: '/guide/explore#moving-averages',
            recessions: '/guide/explore#recessions',
          }}
        />
        <Box className="row gap-6 ruled" pt={10}>
          <Button
            variant="default"
            onClick={() => {
              close();
              onChange(newChart());
            }}
          >
            New chart
          </Button>
        </Box>
      </Popover.Dropdown>
    </Popover>
  );
}

function TypeLabel({ type }: { type: LineType }) {
  const Icon = ICONS[type];
  const name = TYPE_NAMES[type];
  return (
    <Tooltip label={name}>
      <span className="center">
        <Icon size={16} stroke={1.6} aria-hidden />
        <span className="unseen one-line">{name}</span>
      </span>
    </Tooltip>
  );
}

function Toggle({
  isOn,
  label,
  ...button
}: ButtonProps & { isOn: boolean; label: string; title: string; onClick: () => void }) {
  return (
    <Button variant="default" className={`presses ${styles.toggle}`} aria-pressed={isOn} {...button}>
      {label}
    </Button>
  );
}

/** @returns the default aggregation of the series: 'Usual: average', 'Usual: average, sum'. */
export function usualWay({ series }: Pick<View, 'series'>): string {
  const methods = series.flatMap(({ choice }) => entryOf(choice).series.defaultAggregation ?? []);
  const names = [...new Set(methods)].map((method) => AGGREGATION_NAMES[method].toLowerCase());
  return names.length === 0 ? 'Usual way' : `Usual: ${names.join(', ')}`;
}

export function useDashedLinesAction(): SearchAction {
  const [isDashed, choose] = useDashedLines();
  return {
    id: 'chart:dashed',
    title: 'Dashed lines',
    detail: `Chart, is ${isDashed ? 'on' : 'off'}`,
    words: 'dashes solid line style pattern contrast chart',
    run: () => choose(!isDashed),
  };
}

/** @returns a function that makes an empty chart by the settings and forgets which saved view is open. */
export function useEmptyChart(): () => View {
  const newChart = useNewChart();
  return () => {
    setOpenItem('/explore', undefined);
    return newChart();
  };
}
