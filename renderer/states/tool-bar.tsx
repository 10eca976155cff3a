import { Box, SegmentedControl, Select } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { STATES, type StateCode } from '../../service/datasets/states.ts';
import { isRate, MEASURES, type MeasureId } from '../../service/series-math/areas/measures.ts';
import { HelpLink, usePlainKeys } from '../frame/index.ts';
import { type HeldClaims, NO_COVERED } from './area-requests.ts';
import type { MapState } from './map-state.ts';
import { MEASURE_WORDS, SERIES_WORDS } from './words.ts';

/** What is shown: which claims, which measure, over which weeks the colours are made, and in which form. */
export function StatesToolBar(props: {
  state: MapState;
  measure: MeasureId;
  held: HeldClaims;
  onChange: (change: Partial<MapState>) => void;
  onFind: (area: StateCode) => void;
  children: ReactNode;
}) {
  const { state, measure, held, onChange } = props;
  const find = useRef<HTMLInputElement>(null);
  usePlainKeys({ '/': () => find.current?.focus() });
  return (
    <Box className="row fixed wrap gap-8-12 not-on-paper" bg="var(--surface)" p="4px 12px">
      <SegmentedControl
        aria-label="Claims"
        value={state.series}
        onChange={(series) => onChange({ series: series as MapState['series'] })}
        data={Object.entries(SERIES_WORDS).map(([value, { label }]) => ({ value, label }))}
      />
      <Select
        aria-label="Measure"
        w={200}
        maxDropdownHeight={300}
        allowDeselect={false}
        value={measure}
        onChange={(value) => onChange({ measure: value as MeasureId })}
        data={MEASURES.map((value) => ({
          value,
          label: MEASURE_WORDS[value].label,
          disabled:
            (value === 'thousand' && !held.hasCovered) || (isRate(value) && !held.rates.includes(value)),
        }))}
      />
      <HelpLink to="/guide/states#measures" about="measures" />
      <SegmentedControl
        aria-label="Form"
        value={state.view}
        onChange={(view) => onChange({ view: view as MapState['view'] })}
        data={[
          { value: 'tiles', label: 'Tiles' },
          { value: 'lines', label: 'Lines' },
          { value: 'table', label: 'Table' },
        ]}
      />
      {state.view === 'tiles' && (
        <Select
          aria-label="Colours made over"
          w={150}
          allowDeselect={false}
          value={state.scale}
          onChange={(value) => onChange({ scale: value as MapState['scale'] })}
          data={[
            { value: 'all', label: 'Scale: all weeks' },
            { value: 'year', label: 'Scale: 1 year' },
            { value: 'week', label: 'Scale: this week' },
          ]}
        />
      )}
      {state.view === 'lines' && (
        <SegmentedControl
          aria-label="Scale of the lines"
          value={state.own ? 'own' : 'one'}
          onChange={(value) => onChange({ own: value === 'own' })}
          data={[
            { value: 'one', label: 'One scale' },
            { value: 'own', label: 'Own' },
          ]}
        />
      )}
      <Select
        ref={find}
        aria-label="Find an area"
        placeholder="Find an area  /"
        w={150}
        searchable
        selectFirstOptionOnChange
        value={null}
        nothingFoundMessage="No such area"
        onChange={(value) => value !== null && props.onFind(value as StateCode)}
        data={Object.entries(STATES).map(([value, name]) => ({ value, label: `${name} ${value}` }))}
      />
      {!held.hasCovered && <span className="quiet fine">{NO_COVERED}</span>}
      <div className="at-end">{props.children}</div>
    </Box>
  );
}
