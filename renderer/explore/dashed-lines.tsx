import { Switch } from '@mantine/core';
import { useDashedLines } from '../chart/index.ts';
import type { SearchAction } from '../picker/index.ts';

const ABOUT = 'Each line is dashed in a way of its own, besides its colour and letter';

/** Whether lines are dashed: a choice about the page, of all charts. */
export function DashedLines() {
  const [isDashed, choose] = useDashedLines();
  return (
    <Switch
      label="Dashed lines"
      title={ABOUT}
      checked={isDashed}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}

/** The same for the global search. */
export function useDashedLinesAction(): SearchAction {
  const [isDashed, choose] = useDashedLines();
  return {
    id: 'chart:dashed',
    title: 'Dashed lines',
    detail: `Chart, is ${isDashed ? 'on' : 'off'}`,
    words: 'dashes solid line style pattern contrast chart',
    run: () => choose(!isDashed),
  };
}
