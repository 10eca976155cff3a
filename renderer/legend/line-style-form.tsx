import { Box, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { entryOf } from '../../service/datasets/series-choice.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import {
  AGGREGATION_NAMES,
  AGGREGATIONS,
  frequencyText,
  isAggregation,
  isAskedFrequency,
  isUnits,
} from '../../service/series-math/fred-codes.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import { generatedName, type Line, LONGEST_LINE_NAME, lineName } from '../../service/view/index.ts';
import { LINE_TYPES, type LineStyle, type LineType, type View } from '../../service/view/types.ts';
import { heldSeriesOf, useCatalog } from '../api/index.ts';
import { changeStyle } from '../view/index.ts';
import { frequencyChoices, UNIT_CHOICES } from './frequency-choices.ts';
import { AverageInput, IndexDate } from './index-date.tsx';
import styles from './legend.module.css';

const TYPE_NAMES: Record<LineType, string> = {
  line: 'Line',
  area: 'Area',
  stacked: 'Stacked area',
  bar: 'Bars',
  step: 'Steps',
};

/** A form for one line's units, frequency, moving average, axis and type. Unset parts follow the chart. */
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
        placeholder={generatedName(view, line)}
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
          {...(view.average !== undefined &&
            !isFormula && { title: 'An average needs at least 2 observations' })}
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

/** Fields for one line's frequency and aggregation. Offers only choices that make sense for the series. */
function FrequencyFields(props: {
  view: View;
  line: Line;
  onChange: (change: { [Key in 'frequency' | 'aggregation']?: LineStyle[Key] | undefined }) => void;
}) {
  const { view, line, onChange } = props;
  const { style, choice } = line;
  const entry = choice && entryOf(choice);
  const chartFrequency =
    view.frequency === undefined ? 'as published' : frequencyText(view.frequency).toLowerCase();
  const isLower = line.to !== undefined || (style.frequency ?? 'own') !== 'own';
  const allowed = entry?.series.allowedAggregations ?? AGGREGATIONS;
  const usual =
    view.aggregation === undefined ? 'usual way' : AGGREGATION_NAMES[view.aggregation].toLowerCase();
  return (
    <div className={`flex gap-8 ${styles.pair}`}>
      <Select
        label="Frequency"
        data={[
          { value: 'chart', label: entry ? `As the chart (${chartFrequency})` : 'The lowest of its lines' },
          ...(entry && view.frequency !== undefined ? [{ value: 'own', label: 'As published' }] : []),
          ...frequencyChoices(entry && cadenceOf(entry.dataset)),
        ]}
        value={style.frequency ?? 'chart'}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) =>
          onChange({
            frequency: value === 'own' || (value !== null && isAskedFrequency(value)) ? value : undefined,
          })
        }
      />
      {isLower && allowed.length > 0 && (
        <Select
          label="Aggregated by"
          data={[
            { value: 'chart', label: entry ? `As the chart (${usual})` : 'As its lines' },
            ...(view.aggregation !== undefined || !entry ? [{ value: 'usual', label: 'Usual way' }] : []),
            ...allowed.map((value) => ({ value, label: AGGREGATION_NAMES[value] })),
          ]}
          value={style.aggregation ?? 'chart'}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) =>
            onChange({
              aggregation: value === 'usual' || (value !== null && isAggregation(value)) ? value : undefined,
            })
          }
        />
      )}
    </div>
  );
}
