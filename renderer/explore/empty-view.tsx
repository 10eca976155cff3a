import { Box, Button, Stack, Text } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { SUGGESTED } from '../../service/datasets/examples.ts';
import { parseSeriesId, seriesTitle } from '../../service/datasets/series-choice.ts';

import type { View } from '../../service/view/types.ts';
import { addSeries } from '../view/index.ts';

/** Shown while no series is chosen: suggestions to begin with. */
export function EmptyView({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <Box className="center fill" p="md">
      <Stack align="center" gap="xs">
        <IconChartLine size={36} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />
        <Text component="h2" fz="lg" fw={600}>
          Choose a series
        </Text>
        <Text c="dimmed" mb="xs">
          On the left, with Ctrl K, or begin with one of these:
        </Text>
        {SUGGESTED.flatMap((id) => {
          const choice = parseSeriesId(id);
          if (!choice) return [];
          return [
            <Button key={id} variant="default" w={300} onClick={() => onChange(addSeries(view, choice))}>
              {seriesTitle(choice)}
            </Button>,
          ];
        })}
      </Stack>
    </Box>
  );
}
