import { ActionIcon, Box, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { IconCopy, IconFilter } from '@tabler/icons-react';
import type { TableLayout } from '../../service/view/index.ts';
import styles from './table.module.css';

const LAYOUTS: readonly { value: TableLayout; label: string }[] = [
  { value: 'wide', label: 'Wide' },
  { value: 'long', label: 'Long' },
];

/** The bar above the rows: number of rows, what is selected or was copied, and the layout. */
export function TableBar(props: {
  /** '1,234 rows · 3 lines · 3,210 observations'. */
  counts: string;
  /** '12 rows selected', '12 rows copied'. Screen readers announce it. */
  status: string;
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  isComplete: boolean;
  /** Absent where every row is complete. */
  onCompleteChange: ((isComplete: boolean) => void) | undefined;
  onCopyAll: (() => void) | undefined;
}) {
  const { isComplete, onCompleteChange, onCopyAll } = props;
  return (
    <div className={`row fixed gap-12 ${styles.bar}`}>
      <Box component="h2" className="strong unseen-where-narrow" fz="0.8125rem">
        Observations
      </Box>
      <span className="cut quiet fine one-line">{props.counts}</span>
      <span className="cut fixed accent fine one-line" role="status">
        {props.status}
      </span>
      <div className="row fixed at-end gap-6">
        {onCompleteChange && (
          <Tooltip label="Only rows where all lines have a value">
            <ActionIcon
              size={24}
              aria-label="Only rows where all lines have a value"
              aria-pressed={isComplete}
              className="presses"
              onClick={() => onCompleteChange(!isComplete)}
            >
              <IconFilter size={15} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        <SegmentedControl
          size="xs"
          className={styles.layout}
          aria-label="Layout of the table"
          data={[...LAYOUTS]}
          value={props.layout}
          onChange={props.onLayoutChange}
        />
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<IconCopy size={15} stroke={1.6} />}
          disabled={onCopyAll === undefined}
          onClick={onCopyAll}
        >
          Copy all
        </Button>
      </div>
    </div>
  );
}
