import { Select } from '@mantine/core';
import { entryOf } from '../../service/datasets/series-choice.ts';
import {
  AGGREGATION_NAMES,
  AGGREGATIONS,
  frequencyText,
  isAggregation,
  isAskedFrequency,
} from '../../service/series-math/fred-codes.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import type { Line } from '../../service/view/index.ts';

import type { LineStyle, View } from '../../service/view/types.ts';
import { frequencyChoices } from './frequency-choices.ts';
import styles from './legend.module.css';

/** Fields for the frequency of one line and for the aggregation to it. Choices that make no sense for the series are not offered. */
export function FrequencyFields(props: {
  view: View;
  line: Line;
  onChange: (change: { [Key in 'frequency' | 'aggregation']?: LineStyle[Key] | undefined }) => void;
}) {
  const { view, line, onChange } = props;
  const { style, choice } = line;
  const entry = choice && entryOf(choice);
  const ofChart = view.frequency === undefined ? 'as published' : frequencyText(view.frequency).toLowerCase();
  const isLower = line.to !== undefined || (style.frequency ?? 'own') !== 'own';
  const allowed = entry?.series.allowedAggregations ?? AGGREGATIONS;
  return (
    <div className={`flex gap-8 ${styles.pair}`}>
      <Select
        label="Frequency"
        data={[
          { value: 'chart', label: entry ? `As the chart (${ofChart})` : 'The lowest of its lines' },
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
          label="Put together by"
          data={[
            {
              value: 'chart',
              label: `As ${entry ? 'the chart' : 'its lines'}${entry ? ` (${usualWord(view)})` : ''}`,
            },
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

function usualWord({ aggregation }: View): string {
  return aggregation === undefined ? 'usual way' : AGGREGATION_NAMES[aggregation].toLowerCase();
}
