import { Button, SegmentedControl, Select, Tooltip } from '@mantine/core';
import {
  IconChartArea,
  IconChartAreaLine,
  IconChartBar,
  IconChartLine,
  IconStairs,
  IconTrendingDown,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { entryOf } from '../../service/datasets/series-choice.ts';
import {
  AGGREGATION_NAMES,
  AGGREGATIONS,
  isAggregation,
  isAskedFrequency,
  isUnits,
} from '../../service/series-math/fred-codes.ts';
import { RECESSION_SOURCE } from '../../service/series-math/recessions.ts';
import type { DateRange } from '../api/index.ts';
import { AverageInput, FormulaButton, frequencyChoices, IndexDate, UNIT_CHOICES } from '../legend/index.ts';
import { LINE_TYPES, type LineType, type View } from '../view/index.ts';
import { TYPE_NAMES } from './chart-actions.ts';
import styles from './explore.module.css';

const ICONS: Record<LineType, typeof IconChartLine> = {
  line: IconChartLine,
  area: IconChartAreaLine,
  stacked: IconChartArea,
  bar: IconChartBar,
  step: IconStairs,
};

/** Options for all lines: units, frequency, type, log axis, recessions; and a button for a new formula. */
export function ChartOptions(props: {
  view: View;
  range: DateRange;
  /** First and last day that have data. */
  held: DateRange;
  onChange: (view: View) => void;
}) {
  const { view, range, onChange } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that do not belong in a tool bar
    <div className={`row fixed wrap ${styles.options}`} role="group" aria-label="Chart options">
      <Select
        aria-label="Units"
        className={styles.units as string}
        data={UNIT_CHOICES}
        value={view.units}
        allowDeselect={false}
        maxDropdownHeight={340}
        onChange={(value) => value !== null && isUnits(value) && onChange({ ...view, units: value })}
      />
      {view.units === 'nbd' && (
        <IndexDate
          width={100}
          date={view.indexDate}
          usual={range.from}
          held={props.held}
          onTake={(indexDate) => onChange({ ...view, indexDate })}
        />
      )}
      <Select
        aria-label="Frequency"
        w="7.375rem"
        data={[{ value: 'own', label: 'As published' }, ...frequencyChoices()]}
        maxDropdownHeight={340}
        comboboxProps={{ width: 190, position: 'bottom-start' }}
        value={view.frequency ?? 'own'}
        allowDeselect={false}
        onChange={(value) =>
          onChange({ ...view, frequency: value !== null && isAskedFrequency(value) ? value : undefined })
        }
      />
      {view.frequency !== undefined && (
        <Select
          aria-label="Aggregation"
          w={118}
          data={[
            { value: 'own', label: usualWay(view) },
            ...AGGREGATIONS.map((value) => ({ value, label: AGGREGATION_NAMES[value] })),
          ]}
          value={view.aggregation ?? 'own'}
          allowDeselect={false}
          onChange={(value) =>
            onChange({ ...view, aggregation: value !== null && isAggregation(value) ? value : undefined })
          }
        />
      )}
      <AverageInput
        aria-label="Moving average of all series"
        className={styles.average as string}
        placeholder="Average"
        title="Moving average of every series, over so many periods"
        prefix="MA "
        least={2}
        value={view.average}
        onTake={(average) => onChange({ ...view, average })}
      />
      <SegmentedControl
        aria-label="Chart type"
        withItemsBorders={false}
        value={view.type}
        onChange={(value) => onChange({ ...view, type: LINE_TYPES.find((type) => type === value) ?? 'line' })}
        data={LINE_TYPES.map((value) => ({ value, label: <TypeLabel type={value} /> }))}
      />
      <Toggle
        label="Log"
        title="Logarithmic axis (Alt+L)"
        isOn={view.isLog}
        onToggle={() => onChange({ ...view, isLog: !view.isLog })}
      />
      <Toggle
        label="Recessions"
        icon={<IconTrendingDown size={16} stroke={1.6} />}
        title={`US recessions, shaded: ${RECESSION_SOURCE.name}, checked through ${RECESSION_SOURCE.checkedThrough}`}
        isOn={view.hasRecessions}
        onToggle={() => onChange({ ...view, hasRecessions: !view.hasRecessions })}
      />
      <FormulaButton view={view} onChange={onChange} />
    </div>
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

function Toggle(props: {
  label: string;
  title: string;
  /** In a narrow window the icon is shown without the label. */
  icon?: ReactNode;
  isOn: boolean;
  onToggle: () => void;
}) {
  return (
    <Button
      variant="default"
      className={`presses ${props.icon === undefined ? '' : 'icon-where-narrow'} ${styles.toggle}`}
      leftSection={props.icon}
      aria-pressed={props.isOn}
      title={props.title}
      onClick={props.onToggle}
    >
      {props.icon === undefined ? props.label : <span className="unseen-where-narrow">{props.label}</span>}
    </Button>
  );
}

/** @returns how the series are aggregated to a lower frequency by default: 'Usual: average', 'Usual: average, sum'. */
export function usualWay({ series }: Pick<View, 'series'>): string {
  const methods = series.flatMap(({ choice }) => entryOf(choice).series.defaultAggregation ?? []);
  const names = [...new Set(methods)].map((method) => AGGREGATION_NAMES[method].toLowerCase());
  return names.length === 0 ? 'Usual way' : `Usual: ${names.join(', ')}`;
}
