import { Anchor, Box, CloseButton, Code, Skeleton, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { minuteText, shownDate, shownDayOf } from '../../service/calendar/dates.ts';
import { entryOf, type SeriesChoice, seriesId, seriesTitle } from '../../service/datasets/series-choice.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { publishedFrequency } from '../../service/series-math/frequency.ts';
import { citation } from '../../service/view/index.ts';
import type { DateRange } from '../../service/view/types.ts';
import { useCatalog, useHostState, useRevisions } from '../api/index.ts';
import { CopyText, HelpLink, shownFreshness } from '../frame/index.ts';
import styles from './details.module.css';
import { Fact } from './fact.tsx';
import { keepDates } from './keep-dates.tsx';
import { SeriesNumbers } from './series-numbers.tsx';

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

/** A suggested citation of a series, with a button to copy it. */
function SeriesCitation({ choice }: { choice: SeriesChoice }) {
  const catalog = useCatalog().data;
  const version = useHostState().data?.version ?? '';
  const { dataset } = entryOf(choice);
  const text = citation({
    publisher: dataset.publisher,
    title: seriesTitle(choice),
    id: seriesId(choice),
    loaded: catalog?.datasets.find(({ id }) => id === dataset.id)?.last_update ?? null,
    now: new Date().toISOString(),
    version,
  });
  return (
    <div className="flex start gap-8">
      <p className="grow breaks">{text}</p>
      <CopyText value={text} what="citation" />
    </div>
  );
}

/** The last revisions of a series: date of the observation, old and new value, and when the new one was first seen. */
function SeriesRevisions({ choice }: { choice: SeriesChoice }) {
  const { data, error } = useRevisions(choice);
  if (error)
    return (
      <Box component="p" role="alert" my="1em">
        The revisions could not be read: {error.message}
      </Box>
    );
  if (!data) return <Skeleton height={40} width="auto" role="img" aria-label="Loading the revisions" />;
  if (data.revisions.length === 0)
    return <p className="quiet">No value of this series was replaced here so far.</p>;
  return (
    <table className={`fine ${styles.numbers} ${styles.revisions}`} aria-label="Last revisions">
      <thead>
        <tr>
          <th scope="col" className="quiet">
            Date
          </th>
          <th scope="col" className="quiet">
            Old → new
          </th>
          <th scope="col" className="quiet">
            Seen
          </th>
        </tr>
      </thead>
      <tbody>
        {data.revisions.map((one) => (
          <tr key={`${one.date} ${one.superseded_at}`} title={one.new_location}>
            <th scope="row">{shownDate(one.date)}</th>
            <td>
              {groupDigits(one.old_value)} → {groupDigits(one.new_value)}
            </td>
            <td>{shownDayOf(one.superseded_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
