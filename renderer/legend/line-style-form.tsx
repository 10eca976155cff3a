import { NumberInput, SegmentedControl, Select, Text } from '@mantine/core';
import { isUnits } from '../../service/contract/transforms.ts';
import type { Line } from '../lines/index.ts';
import { changeStyle, LINE_TYPES, type LineType, LONGEST_AVERAGE, type View } from '../view/index.ts';
import styles from './legend.module.css';
import { UNIT_CHOICES } from './unit-choices.ts';

const TYPE_NAMES: Record<LineType, string> = {
  line: 'Line',
  area: 'Area',
  stacked: 'Stacked area',
  bar: 'Bars',
  step: 'Steps',
};

/** Units, axis, type and moving average of one line; what is left alone follows the chart. */
export function LineStyleForm(props: { view: View; line: Line; onChange: (view: View) => void }) {
  const { view, line } = props;
  const { style } = line;
  const set = (change: Parameters<typeof changeStyle>[2]) =>
    props.onChange(changeStyle(view, line.id, change));
  const isFormula = line.formula !== undefined;
  const usual = isFormula ? 'Levels' : `As the chart (${nameOf(view.units)})`;
  return (
    <div className={styles.form}>
      <Text fw={600} fz="sm" truncate>
        {line.title}
      </Text>
      <Select
        label="Units"
        data={[
          { value: 'chart', label: usual },
          ...UNIT_CHOICES.filter(({ value }) => !isFormula || value !== 'lin'),
        ]}
        value={style.units ?? 'chart'}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        maxDropdownHeight={320}
        onChange={(value) => set({ units: value !== null && isUnits(value) ? value : undefined })}
      />
      <NumberInput
        label="Moving average over"
        size="xs"
        placeholder="no average"
        min={2}
        max={LONGEST_AVERAGE}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="blur"
        suffix=" periods"
        value={style.average ?? ''}
        onChange={(value) => {
          const count = Number(value);
          if (value === '') set({ average: undefined });
          else if (count >= 2 && count <= LONGEST_AVERAGE) set({ average: count });
        }}
      />
      <Select
        label="Drawn as"
        data={[
          { value: 'chart', label: `As the chart (${TYPE_NAMES[view.type].toLowerCase()})` },
          ...LINE_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] })),
        ]}
        value={style.type ?? 'chart'}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => set({ type: LINE_TYPES.find((type) => type === value) })}
      />
      <div>
        <Text fz="xs" fw={500} mb={4} id={`axis-${line.slot}`}>
          Axis
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby={`axis-${line.slot}`}
          data={[
            { value: 'auto', label: 'By unit' },
            { value: 'left', label: 'Left' },
            { value: 'right', label: 'Right' },
          ]}
          value={style.axis ?? 'auto'}
          onChange={(value) => set({ axis: value === 'left' || value === 'right' ? value : undefined })}
        />
      </div>
      {line.notes.map((note) => (
        <p key={note} className={styles.hint}>
          {note}
        </p>
      ))}
    </div>
  );
}

function nameOf(units: View['units']): string {
  return (UNIT_CHOICES.find(({ value }) => value === units)?.label ?? '').toLowerCase();
}
