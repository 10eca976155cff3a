import { Box, Button, CloseButton } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import type { Aggregation } from '../../service/datasets/types.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { FREQUENCY_NAMES, type FrequencyCode } from '../../service/series-math/fred-codes.ts';
import { type Line, recipeOf } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import styles from './explore.module.css';

/** Suggests a lower frequency where a line has more points than can be seen. Once dismissed, it does not return in this window. */
export function CoarserChip(props: {
  view: View;
  lines: readonly Line[];
  range: DateRange;
  onChange: (view: View) => void;
}) {
  const { view, lines, range, onChange } = props;
  const [isUnwanted, setUnwanted] = useSessionStorage({
    key: 'almanac-no-coarser',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const coarser = isUnwanted ? undefined : coarserOf(view, lines, range);
  if (!coarser) return null;
  return (
    <Box className="row fixed" role="group" aria-label="Suggested frequency">
      <Button
        variant="subtle"
        size="compact-xs"
        h={24}
        className={`quiet ${styles.suggestion}`}
        title={`${groupDigits(String(coarser.points))} points in one line: more than the chart can show. ${coarser.way}`}
        onClick={() => onChange({ ...view, frequency: coarser.frequency })}
      >
        {coarser.words}
      </Button>
      <CloseButton
        size={24}
        iconSize={14}
        aria-label="Suggest no frequency"
        onClick={() => setUnwanted(true)}
      />
    </Box>
  );
}

/** A lower frequency at which the chart would be easier to read. */
type Coarser = {
  frequency: FrequencyCode;
  words: string;
  /** How: 'Daily → Monthly (avg)'. */
  way: string;
  points: number;
};

/** A line with more points than this has more than a screen has pixels across. */
const MOST_POINTS = 2000;

const METHOD_WORDS: Readonly<Record<Aggregation, string>> = {
  avg: 'avg',
  sum: 'sum',
  eop: 'end of period',
};

/** @returns a suggestion to show months, where a daily or weekly line has too many points; else `undefined`. */
export function coarserOf(view: View, lines: readonly Line[], range: DateRange): Coarser | undefined {
  if (view.frequency !== undefined) return undefined;
  const dense = lines.filter(({ hidden, column }) => !hidden && column.days.length > MOST_POINTS);
  const frequency = 'm';
  const ways = dense.flatMap(({ choice, style, cadence }) => {
    if (choice === undefined || style.frequency !== undefined) return [];
    const method = recipeOf({ ...view, frequency }, choice, style, range).recipe.to?.method;
    return method === undefined ? [] : [{ from: cadence.frequency, method }];
  });
  const [first] = ways;
  if (first === undefined) return undefined;
  const from = new Set(ways.map((way) => FREQUENCY_NAMES[way.from]));
  const methods = new Set(ways.map((way) => way.method));
  return {
    frequency,
    words: `Show ${FREQUENCY_NAMES[frequency].toLowerCase()}?`,
    way: `${[...from].join(', ')} → ${FREQUENCY_NAMES[frequency]} (${methods.size === 1 ? METHOD_WORDS[first.method] : 'each its usual way'})`,
    points: Math.max(...dense.map(({ column }) => column.days.length)),
  };
}
