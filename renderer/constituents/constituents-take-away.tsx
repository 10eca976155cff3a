import { useComputedColorScheme } from '@mantine/core';
import type { RefObject } from 'react';
import { shownDate, shownDayOf } from '../../service/calendar/dates.ts';
import { datasetOfList } from '../../service/datasets/index.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import { citation } from '../../service/view/index.ts';
import { useCatalog, useHostState } from '../api/index.ts';
import { TakeAway } from '../take-away/index.ts';
import type { Chosen } from './held-lists.ts';
import { legendOf } from './level.ts';
import { mapMarkup } from './map-image.ts';
import type { MapMember } from './members.ts';

/** What can be taken away: the shown list, the map as an image, its sentence. */
export function ConstituentsTakeAway(props: {
  chosen: Chosen;
  members: number;
  /** What the map shows. */
  rows: readonly MapMember[];
  isMap: boolean;
  isEqual: boolean;
  hasWeights: boolean;
  sentence: string;
  /** The element with the map, whose size the image has. */
  place: RefObject<HTMLElement | null>;
}) {
  const { chosen, rows, sentence, isEqual } = props;
  const { index, list, earlier } = chosen;
  const scheme = useComputedColorScheme('light');
  const { version = '' } = useHostState().data ?? {};
  const dataset = datasetOfList(index.code);
  const held = useCatalog().data?.datasets.find(({ id }) => id === dataset.id);
  const isSample = list.origin === 'sample';
  const { terms = dataset.licence } = dataset.series.find(({ code }) => code === index.code) ?? {};
  const loaded = held?.last_update ?? null;
  const by = `${index.title}, list of ${list.as_of}${isSample ? ' (sample, made up)' : ''}`;
  const colours = earlier
    ? `Colours: change of the weight since ${shownDate(earlier.as_of)}, ${legend(true)}.`
    : `Colours: weight, ${legend(false)}.`;
  return (
    <TakeAway
      list={{ code: index.code, date: list.as_of, members: props.members, isSample, terms }}
      isEmpty={false}
      citation={() =>
        citation({
          publisher: dataset.publisher,
          title: by,
          id: `${dataset.id}.${index.code}`,
          loaded,
          now: new Date().toISOString(),
          version,
        })
      }
      sentence={sentence}
      image={
        props.isMap
          ? {
              chart: props.place,
              draw: (place) => {
                const { width, height } = place.getBoundingClientRect();
                return mapMarkup(
                  rows,
                  { width: Math.round(width), height: Math.round(height) },
                  isEqual,
                  scheme,
                );
              },
              words: () => ({
                title: asShown(by),
                subtitle: asShown(sentence),
                legend: [],
                left: '',
                right: '',
                footer: [
                  ...(isSample ? ['Sample data, made up by Almanac: not real figures.'] : []),
                  ...(isEqual ? ['Tiles are of equal size.'] : ['Size: weight.']),
                  ...(props.hasWeights ? [colours] : []),
                  `Source: ${dataset.publisher}. ${terms}${loaded === null ? '' : ` Data loaded ${shownDayOf(loaded)}.`} Almanac ${version}.`,
                ],
              }),
              stem: () => `${index.code} constituents, ${list.as_of}${isSample ? ', sample' : ''}`,
              rest: undefined,
            }
          : undefined
      }
    />
  );
}

const SHADES = { w0: 'lightest', w4: 'darkest', fall2: 'dark orange', rise2: 'dark blue' } as const;

/** The ends of the scale in words, because an image has no room for a legend of tiles. */
function legend(isCompared: boolean): string {
  return legendOf(isCompared)
    .flatMap(({ level, text }) =>
      level in SHADES ? [`${SHADES[level as keyof typeof SHADES]} ${text}`] : [],
    )
    .join(', ');
}
