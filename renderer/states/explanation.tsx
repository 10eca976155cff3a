import { Box, CloseButton } from '@mantine/core';
import { useMemo } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { dayOfRow } from '../../service/series-math/areas/area-table.ts';
import type { MeasureId } from '../../service/series-math/areas/measures.ts';
import { CopyExplanation, NumberTree } from '../explain/index.ts';
import { type ExplainedFrom, explainArea } from './explain-area.ts';
import type { Explained } from './map-state.ts';

/** How a number of the map was made, and where it comes from. */
export function Explanation(props: {
  from: ExplainedFrom;
  explained: Explained;
  measure: MeasureId;
  onClose: () => void;
}) {
  const { from, explained, measure } = props;
  const { data, series, row } = from;
  const node = useMemo(
    () => explainArea({ data, series, row }, explained.area, measure),
    [data, series, row, explained.area, measure],
  );
  return (
    <Box p="0.75rem 1rem 1.25rem">
      <div className="row gap-4">
        <h2 className="large fill">Explain this number</h2>
        <CopyExplanation node={node} />
        <CloseButton aria-label="Close the explanation" onClick={props.onClose} />
      </div>
      <p className="medium">{dateText(dayOfRow(data.claims, row))}</p>
      <NumberTree key={`${explained.area} ${measure} ${node.date}`} node={node} />
    </Box>
  );
}
