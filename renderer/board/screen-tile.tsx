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
import type { ScreenDefinition, TileTold } from '../frame/types.ts';
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

/** A tile that its screen cannot draw: its description, and a link. */
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

/** The frame of a tile drawn by a screen: sentence and drawing are one link to the screen. */
function ScreenTileFrame(props: {
  id: string;
  title: string;
  address: string;
  /** The screen's title, and the address's parameters in words. */
  screen: string;
  said: string;
  drawings: TileDrawings;
  shared: SharedDay;
  told: TileTold;
  children: ReactNode;
}) {
  const { id, title, screen, said, drawings, shared, told } = props;
  const catalog = useCatalog().data;
  const place = useRef<HTMLDivElement>(null);
  const isFollowing = told.state === 'drawn' && told.isFollowing === true;
  const dim = useCallback(
    (element: HTMLElement | null) =>
      element && isFollowing
        ? shared.follow((day) => void element.toggleAttribute('data-dimmed', day !== undefined))
        : undefined,
    [shared, isFollowing],
  );
  useEffect(() => {
    drawings.set(id, () => {
      const words = { title, subtitle: said, legend: [], left: '', right: '', footer: [screen] };
      if (told.state === 'loading') return { chart: null, words, rest: 'It is still being loaded' };
      if (told.state === 'failed') return { chart: null, words, rest: told.why };
      if (told.state === 'empty')
        return { chart: undefined, words: { ...words, footer: [told.why] }, rest: undefined };
      const { sentence, left = '', legend = [], draw, sheet, datasets } = told;
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
  }, [drawings, id, title, screen, said, told, catalog]);
  if (told.state === 'failed')
    return <LoadFailed onRetry={told.retry}>The numbers could not be loaded: {told.why}</LoadFailed>;
  if (told.state === 'loading')
    return (
      <div className="fill low">
        <Skeleton height="100%" role="img" aria-label={`Loading ${title}`} />
      </div>
    );
  const isDrawn = told.state === 'drawn';
  return (
    <Box component={AddressLink} to={props.address} className="column fill low" c="inherit" td="none">
      <Box component="span" ref={dim} className="fine ink" p="0 10px 4px">
        {isDrawn ? asShown(told.sentence) : told.why}
        {isDrawn && told.problems && told.problems.length > 0 && (
          <span className="warning block">{told.problems.join(' ')}</span>
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
