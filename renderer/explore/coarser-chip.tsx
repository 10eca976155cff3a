import { Box, Button, CloseButton } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { DateRange } from '../api/index.ts';
import type { Line } from '../lines/index.ts';
import type { View } from '../view/index.ts';
import { coarserOf } from './coarser.ts';
import styles from './explore.module.css';

/** Suggests a lower frequency where far more points are drawn than can be seen. Once dismissed it stays away from this window. */
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
    <Box
      className="row fixed gap-2"
      p="0 0.125rem"
      bd="1px dashed var(--line)"
      bdrs="var(--mantine-radius-xl)"
      role="group"
      aria-label="Suggested frequency"
    >
      <Button
        variant="subtle"
        size="compact-xs"
        className={`quiet ${styles.suggestion}`}
        title={`${groupDigits(String(coarser.points))} points of one line: more than the chart has places for`}
        onClick={() => onChange({ ...view, frequency: coarser.frequency })}
      >
        {coarser.words}
      </Button>
      <CloseButton size="xs" aria-label="Suggest no frequency" onClick={() => setUnwanted(true)} />
    </Box>
  );
}
