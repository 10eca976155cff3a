import { Button } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { loadCode } from '../api/index.ts';
import { useScreens } from '../frame/index.ts';
import type { ScreenDefinition, TileTold } from '../frame/types.ts';
import { rangeOfText } from '../tiles/index.ts';
import { screenOf, searchOf, wordsOf } from './screen-of.ts';
import { ScreenTileFrame } from './screen-tile-frame.tsx';
import type { TileCardProps } from './types.ts';

/** A tile of another screen than Explore: what the screen draws of the address, or a link to it. */
export function ScreenTileBody(props: TileCardProps) {
  const screen = screenOf(useScreens(), props.address);
  if (screen?.loadTile) return <DrawnTile {...props} screen={screen} />;
  return <PlainTile {...props} screen={screen} />;
}

function DrawnTile(props: TileCardProps & { screen: ScreenDefinition }): ReactNode {
  const { screen, address, boardRange, range, shared } = props;
  const { loadTile } = screen;
  const { data, error, refetch } = useQuery({
    queryKey: ['tile of a screen', screen.path],
    queryFn: loadTile ? async () => ({ Tile: await loadCode(loadTile) }) : skipToken,
    // `loadCode` has done so.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const search = useMemo(() => screen.readSearch(searchOf(address)), [screen, address]);
  const { id, title, drawings } = props;
  const frame = useCallback(
    (told: TileTold, drawing?: ReactNode) => (
      <ScreenTileFrame
        {...{ id, title, address, drawings, shared, told }}
        screen={screen.title}
        said={wordsOf(address)}
      >
        {drawing}
      </ScreenTileFrame>
    ),
    [id, title, address, drawings, shared, screen],
  );
  if (error) return frame({ state: 'failed', why: error.message, retry: () => void refetch() });
  if (!data?.Tile) return frame({ state: 'loading' });
  const days = rangeOfText(boardRange) ? range : undefined;
  return <data.Tile search={search} range={days} shared={shared} frame={frame} />;
}

/** What a tile is that nothing draws, and the way there. */
function PlainTile(props: TileCardProps & { screen: ScreenDefinition | undefined }) {
  const { id, title, address, drawings } = props;
  const screen = props.screen?.title;
  const said = wordsOf(address);
  const router = useRouter();
  useEffect(() => {
    const footer = [`${screen ?? 'A screen'}${said === '' ? '' : `: ${said}`}`];
    const words = { title, subtitle: '', legend: [], left: '', right: '', footer };
    drawings.set(id, () => ({ chart: undefined, words, rest: undefined }));
    return () => void drawings.delete(id);
  }, [drawings, id, title, screen, said]);
  if (screen === undefined)
    return (
      <div className="center fill low">
        <p className="quiet">Its address leads to no screen: {address}</p>
      </div>
    );
  return (
    <div className="center fill low">
      <div className="column gap-8" style={{ alignItems: 'center', padding: '0 1rem', textAlign: 'center' }}>
        <p className="strong">{screen}</p>
        {said !== '' && <p className="quiet fine breaks">{said}</p>}
        <Button
          variant="default"
          rightSection={<IconArrowUpRight size={15} stroke={1.6} />}
          onClick={() => router.history.push(address)}
        >
          Open
        </Button>
      </div>
    </div>
  );
}
