import { Box, Skeleton } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { Catalog } from '../../service/contract/catalog.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import { useCatalog } from '../api/index.ts';
import type { SharedDay } from '../chart/index.ts';
import { AddressLink, LoadFailed } from '../frame/index.ts';
import type { TileTold } from '../frame/types.ts';
import type { TileDrawings } from './types.ts';

/** The body of a tile that a screen draws: its sentence and its drawing are one link to the screen. */
export function ScreenTileFrame(props: {
  id: string;
  title: string;
  address: string;
  /** Title of the screen, and what the address says besides. */
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

/** @returns where the numbers of a dataset are from, and when they were loaded. */
function sourceOf(dataset: string, catalog: Catalog | undefined): string[] {
  const held = catalog?.datasets.find(({ id }) => id === dataset);
  const loaded = held?.last_update ? ` Data loaded ${held.last_update.slice(0, 10)}.` : '';
  return [
    ...(held?.origin === 'sample' ? ['Sample data, made up by Almanac: not real figures.'] : []),
    `Source: ${findDataset(dataset)?.publisher ?? dataset}.${loaded}`,
  ];
}
