import { Box, Progress } from '@mantine/core';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import styles from './access.module.css';

/** How much of a limit is used, as numbers and as a bar. @param props.what 'Excel, today' */
export function UseMeter({ used, limit, what }: { used: number; limit: number; what: string }) {
  const share = limit > 0 ? Math.min(100, (100 * used) / limit) : 0;
  return (
    <div className={styles.meter}>
      <Box component="span" className="fine block" mb="0.25rem">
        {groupDigits(String(used))}
        <span className="quiet"> / {groupDigits(String(limit))}</span>
      </Box>
      <Progress.Root size={4}>
        <Progress.Section
          value={share}
          color={share >= 100 ? 'red' : share >= 80 ? 'yellow' : 'accent'}
          aria-label={`${what}: ${used} of ${limit} requests`}
        />
      </Progress.Root>
    </div>
  );
}
