import { Box, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { asShown } from '../../service/series-math/decimal-text.ts';
import { isUnits } from '../../service/series-math/fred-codes.ts';
import { type Line, LONGEST_LINE_NAME, lineName, madeName } from '../../service/view/index.ts';
import { LINE_TYPES, type LineType, type View } from '../../service/view/types.ts';
import { heldSeriesOf, useCatalog } from '../api/index.ts';
import { changeStyle } from '../view/index.ts';
import { AverageInput } from './average-input.tsx';
import { FrequencyFields } from './frequency-fields.tsx';
import { IndexDate } from './index-date.tsx';
import styles from './legend.module.css';
import { UNIT_CHOICES } from './unit-choices.ts';

const TYPE_NAMES: Record<LineType, string> = {
  line: 'Line',
  area: 'Area',
  stacked: 'Stacked area',
  bar: 'Bars',
  step: 'Steps',
};

/** A form for units, frequency, moving average, axis and type of one line. What is not set follows the chart. */
export function LineStyleForm(props: { view: View; line: Line; onChange: (view: View) => void }) {
  const { view, line } = props;
  const { style } = line;
  const set = (change: Parameters<typeof changeStyle>[2]) =>
    props.onChange(changeStyle(view, line.id, change));
  const isFormula = line.formula !== undefined;
  const catalog = useCatalog().data;
  const found = line.choice && heldSeriesOf(catalog, line.choice);
  const held =
    found?.first_date && found.last_date ? { from: found.first_date, to: found.last_date } : undefined;
  const usual = isFormula ? 'Levels' : `As the chart (${nameOf(view.units)})`;
  return (
    <Box className="column gap-10" w="18rem">
      <TextInput
        label="Name"
        key={line.slot}
        defaultValue={style.name ?? ''}
        placeholder={madeName(view, line)}
        maxLength={LONGEST_LINE_NAME}
        spellCheck={false}
        autoComplete="off"
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        onBlur={({ currentTarget: { value } }) => {
          const name = lineName(value);
          if (name !== style.name) set({ name });
        }}
      />
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
      {line.units === 'nbd' && (
        <IndexDate
          label="Day of 100"
          date={style.indexDate}
          usual={view.indexDate === undefined ? 'first in the range' : `as the chart (${view.indexDate})`}
          held={held}
          onTake={(indexDate) => set({ indexDate })}
        />
      )}
      <FrequencyFields view={view} line={line} onChange={set} />
      <div className={`flex gap-8 ${styles.pair}`}>
        <AverageInput
          label="Moving average over"
          placeholder={
            isFormula || view.average === undefined ? 'no average' : `${view.average}, as the chart`
          }
          suffix=" observations"
          {...(view.average !== undefined && !isFormula && { title: '1 observation is no average' })}
          least={isFormula || view.average === undefined ? 2 : 1}
          value={style.average}
          onTake={(average) => set({ average })}
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
      </div>
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
        <Box component="p" key={note} className="quiet fine" lh={1.45}>
          {asShown(note)}
        </Box>
      ))}
    </Box>
  );
}

function nameOf(units: View['units']): string {
  return (UNIT_CHOICES.find(({ value }) => value === units)?.label ?? '').toLowerCase();
}
