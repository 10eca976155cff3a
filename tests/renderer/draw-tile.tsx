import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { theme } from '../../renderer/app/theme.ts';
import { createSharedDay } from '../../renderer/chart/index.ts';
import type { TileProps, TileState } from '../../renderer/frame/types.ts';

type Given = Pick<TileProps<never>, 'shared' | 'frame'>;

/** Draws the tile of a screen without a board. `settled`: what the tile reports once it has loaded. */
export function drawTile(client: QueryClient, tile: (given: Given) => ReactNode) {
  const shared = createSharedDay();
  let reported: TileState = { state: 'loading' };
  const frame: Given['frame'] = (state, drawing) => {
    reported = state;
    return drawing;
  };
  const { container, unmount } = render(
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} env="test">
        {tile({ shared, frame })}
      </MantineProvider>
    </QueryClientProvider>,
  );
  const settled = async (): Promise<TileState> => {
    await waitFor(() => expect(reported.state).not.toBe('loading'));
    return reported;
  };
  return { box: container, shared, settled, unmount };
}
