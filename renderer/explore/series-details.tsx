import { Anchor, Box, CloseButton, Code, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { minuteText } from '../../service/calendar/dates.ts';
import { entryOf, type SeriesChoice, seriesTitle } from '../../service/datasets/series-choice.ts';
import { publishedFrequency } from '../../service/series-math/frequency.ts';
import type { DateRange } from '../../service/view/types.ts';
import { useCatalog } from '../api/index.ts';

import { HelpLink, shownFreshness } from '../frame/index.ts';
import styles from './details.module.css';
import { Fact } from './fact.tsx';
import { keepDates } from './keep-dates.tsx';
import { SeriesCitation } from './series-citation.tsx';
import { SeriesNumbers } from './series-numbers.tsx';
import { SeriesRevisions } from './series-revisions.tsx';

/**
 * Everything about a series: description, newest observations, statistics of the shown range, gaps, release schedule, revisions,
 * source, other identifiers, and how to cite it.
 */
export function SeriesDetails(props: { choice: SeriesChoice; range: DateRange; onClose: () => void }) {
  const { choice, range } = props;
  const { dataset, series } = entryOf(choice);
  return (
    <Box p="0.75rem 1rem 1.25rem">
      <Box className="flex start spread gap-8" mb="xs">
        <Box component="h2" className="large" pt={4} lh={1.35}>
          {seriesTitle(choice)}
        </Box>
        <CloseButton aria-label="Close details" onClick={props.onClose} />
      </Box>
      <Text>{series.description}</Text>
      <Box component="dl" mt={6}>
        <Fact name="Unit">{series.unit}</Fact>
        <Fact name="Frequency">{publishedFrequency(dataset)}</Fact>
        <Fact name="Adjustment">{ADJUSTMENTS[series.seasonalAdjustment]}</Fact>
        <Fact name="Vintage">Latest: the values as they are known now</Fact>
      </Box>
      <SeriesNumbers choice={choice} range={range} />
      <h3 className={`strong ${styles.subtitle}`}>Release</h3>
      <Release choice={choice} />
      <div className="row gap-4 baseline">
        <h3 className={`strong ${styles.subtitle}`}>Last revisions</h3>
        <HelpLink to="/guide/vintages" about="revisions" />
      </div>
      <SeriesRevisions choice={choice} />
      <h3 className={`strong ${styles.subtitle}`}>Source</h3>
      <Box component="dl" mt={6}>
        <Fact name="Publisher">{dataset.publisher}</Fact>
        <Fact name="Source">
          <Anchor href={dataset.source.url} target="_blank" rel="noreferrer" inherit>
            {dataset.source.name} <IconExternalLink size={13} stroke={1.6} aria-hidden />
          </Anchor>
        </Fact>
        <Fact name="Code here">
          <Code>{series.code}</Code>
        </Fact>
        {series.publisherIds.map(({ system, id }) => (
          <Fact key={`${system} ${id}`} name={`${system} id`}>
            <Code>{id}</Code>
          </Fact>
        ))}
        <Fact name="Licence">{dataset.licence}</Fact>
      </Box>
      <h3 className={`strong ${styles.subtitle}`}>Suggested citation</h3>
      <SeriesCitation choice={choice} />
      {dataset.notes.length > 0 && (
        <>
          <h3 className={`strong ${styles.subtitle}`}>Before you use the numbers</h3>
          <Box component="ul" className="column gap-6 quiet" pl="1.125rem">
            {dataset.notes.map((note) => (
              <li key={note}>{keepDates(note)}</li>
            ))}
          </Box>
        </>
      )}
    </Box>
  );
}

/** The release schedule, the next release, and how fresh the local data are. */
function Release({ choice }: { choice: SeriesChoice }) {
  const { dataset } = entryOf(choice);
  const held = useCatalog().data?.datasets.find(({ id }) => id === dataset.id);
  const freshness = held?.freshness ?? null;
  const next = freshness?.next_release_text ?? held?.release.next_text;
  return (
    <Box component="dl" mt={6}>
      <Fact name="Schedule">{dataset.release.text}</Fact>
      {next && <Fact name="Next">{keepDates(next)}</Fact>}
      {freshness && (
        <Fact name="Copy here">
          {keepDates(shownFreshness(freshness))}
          {freshness.behind.includes(choice.code) && ', this series lacks an observation that should be here'}
        </Fact>
      )}
      {held?.last_update && <Fact name="Changed here">{minuteText(held.last_update)}</Fact>}
    </Box>
  );
}

const ADJUSTMENTS = {
  SA: 'Seasonally adjusted',
  NSA: 'Not seasonally adjusted',
  SAAR: 'Seasonally adjusted annual rate',
} as const;
