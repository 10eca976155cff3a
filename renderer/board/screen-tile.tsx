import { Box, Button, Skeleton } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Catalog } from '../../service/contract/catalog.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import { loadCode, useCatalog } from '../api/index.ts';
import type { SharedDay } from '../chart/index.ts';
import { AddressLink, LoadFailed, useScreens } from '../frame/index.ts';
import type { ScreenDefinition, TileState } from '../frame/types.ts';
import { rangeOfText } from '../tiles/index.ts';
import { screenOf, searchOf, type TileCardProps, type TileDrawings, wordsOf } from './board-fields.ts';

/** A tile of another screen than Explore: the screen's drawing of the address, or a link to it. */
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
    // `loadCode` has retried already.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const search = useMemo(() => screen.readSearch(searchOf(address)), [screen, address]);
  const { id, title, drawings } = props;
  const frame = useCallback(
    (tile: TileState, drawing?: ReactNode) => (
      <ScreenTileFrame
        {...{ id, title, address, drawings, shared, tile }}
        screen={screen.title}
        addressWords={wordsOf(address)}
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

/** A tile that its screen cannot draw: its description, and a link. */
function PlainTile(props: TileCardProps & { screen: ScreenDefinition | undefined }) {
  const { id, title, address, drawings } = props;
  const screen = props.screen?.title;
  const addressWords = wordsOf(address);
  const router = useRouter();
  useEffect(() => {
    const footer = [`${screen ?? 'A screen'}${addressWords === '' ? '' : `: ${addressWords}`}`];
    const words = { title, subtitle: '', legend: [], left: '', right: '', footer };
    drawings.set(id, () => ({ chart: undefined, words, rest: undefined }));
    return () => void drawings.delete(id);
  }, [drawings, id, title, screen, addressWords]);
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
        {addressWords !== '' && <p className="quiet fine breaks">{addressWords}</p>}
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

/** The frame of a tile drawn by a screen: sentence and drawing are one link to the screen. */
function ScreenTileFrame(props: {
  id: string;
  title: string;
  address: string;
  /** The screen's title, and the address's parameters in words. */
  screen: string;
  addressWords: string;
  drawings: TileDrawings;
  shared: SharedDay;
  tile: TileState;
  children: ReactNode;
}) {
  const { id, title, screen, addressWords, drawings, shared, tile } = props;
  const catalog = useCatalog().data;
  const place = useRef<HTMLDivElement>(null);
  const isFollowing = tile.state === 'drawn' && tile.isFollowing === true;
  const dim = useCallback(
    (element: HTMLElement | null) =>
      element && isFollowing
        ? shared.follow((day) => void element.toggleAttribute('data-dimmed', day !== undefined))
        : undefined,
    [shared, isFollowing],
  );
  useEffect(() => {
    drawings.set(id, () => {
      const words = { title, subtitle: addressWords, legend: [], left: '', right: '', footer: [screen] };
      if (tile.state === 'loading') return { chart: null, words, rest: 'It is still being loaded' };
      if (tile.state === 'failed') return { chart: null, words, rest: tile.why };
      if (tile.state === 'empty')
        return { chart: undefined, words: { ...words, footer: [tile.why] }, rest: undefined };
      const { sentence, left = '', legend = [], draw, sheet, datasets } = tile;
      const footer = datasets.flatMap((dataset) => sourceOf(dataset, catalog));
      return {
        chart: place.current,
        words: { ...words, subtitle: asShown(sentence), left, legend, footer },
        rest: undefined,
        draw,
        sheet,
      };
    });
    return () => void drawings.delete(id);
  }, [drawings, id, title, screen, addressWords, tile, catalog]);
  if (tile.state === 'failed')
    return <LoadFailed onRetry={tile.retry}>The numbers could not be loaded: {tile.why}</LoadFailed>;
  if (tile.state === 'loading')
    return (
      <div className="fill low">
        <Skeleton height="100%" role="img" aria-label={`Loading ${title}`} />
      </div>
    );
  const isDrawn = tile.state === 'drawn';
  return (
    <Box component={AddressLink} to={props.address} className="column fill low" c="inherit" td="none">
      <Box component="span" ref={dim} className="fine ink" p="0 10px 4px">
        {isDrawn ? asShown(tile.sentence) : tile.why}
        {isDrawn && tile.problems && tile.problems.length > 0 && (
          <span className="warning block">{tile.problems.join(' ')}</span>
        )}
      </Box>
      <div
        ref={place}
        inert
        className="column fill low"
        style={{ position: 'relative', contain: 'size', margin: '0 10px' }}
        data-drawn={isDrawn || undefined}
      >
        {props.children}
      </div>
    </Box>
  );
}

/** @returns the source of a dataset's numbers, and the day they were loaded. */
function sourceOf(dataset: string, catalog: Catalog | undefined): string[] {
  const held = catalog?.datasets.find(({ id }) => id === dataset);
  const loaded = held?.last_update ? ` Data loaded ${held.last_update.slice(0, 10)}.` : '';
  return [
    ...(held?.origin === 'sample' ? ['Sample data, made up by Almanac: not real figures.'] : []),
    `Source: ${findDataset(dataset)?.publisher ?? dataset}.${loaded}`,
  ];
}
