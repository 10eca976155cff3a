import { Skeleton } from '@mantine/core';
import { Screen } from './screen.tsx';

/** Shown while the code of a screen loads: its bar, and a placeholder for the rest. */
export function LoadingScreen() {
  return (
    <Screen datasets={[]} isLoading isComing>
      <Skeleton height="calc(100% - 2rem)" m="md" width="auto" />
    </Screen>
  );
}
