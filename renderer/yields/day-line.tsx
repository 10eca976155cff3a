import { Box } from '@mantine/core';
import { shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { Told } from '../explain/index.ts';
import type { ToldPart } from '../explain/types.ts';
import { useDimmed } from './scrub.ts';
import type { Shown } from './shown.ts';

/** The day in one sentence, and whether a newer curve is late. */
export function DayLine(props: { of: Shown; sentence: readonly ToldPart[]; dataset: CatalogDataset }) {
  const { of, dataset } = props;
  return (
    <Box
      className="row fixed wrap gap-8-12 ruled"
      bg="var(--surface)"
      mih="2.125rem"
      p="3px 12px"
      lh="1.5rem"
    >
      <p role="status" ref={useDimmed(of)}>
        <Told parts={props.sentence} onExplain={of.explain} />
      </p>
      {of.state.date === undefined && of.state.asOf === undefined && <LateChip dataset={dataset} />}
    </Box>
  );
}

/** Says which curve was due, where it is not held. */
function LateChip({ dataset: { freshness, last_date } }: { dataset: CatalogDataset }) {
  const expected = freshness?.expected_last_date;
  if (freshness?.state !== 'late' || !expected || !last_date) return null;
  return (
    <span className="chip" data-tone="late">
      <span />
      Curve of {shownDate(last_date)}. That of {shownDate(expected)} was due at 18:00 ET.
    </span>
  );
}
