import { Select } from '@mantine/core';
import { useState } from 'react';
import { isStateCode, STATES } from '../../service/datasets/states.ts';

/** Sorted by name; by code, Alaska would come before Alabama. */
const STATE_OPTIONS = Object.entries(STATES)
  .map(([value, name]) => ({ value, label: `${name} (${value})` }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** Chooses a state by typing a part of its name or its code. */
export function StateField(props: { state: string; onChange: (state: string) => void }) {
  const { state, onChange } = props;
  const chosen = STATE_OPTIONS.find(({ value }) => value === state)?.label ?? '';
  const [typed, setTyped] = useState(chosen);
  return (
    <Select
      label="State for claims by state"
      mx={6}
      mt={12}
      data={STATE_OPTIONS}
      value={state}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The field is empty while the list is open, so that typing searches; the chosen state is its placeholder.
      placeholder={chosen}
      onDropdownOpen={() => setTyped((now) => (now === chosen ? '' : now))}
      onDropdownClose={() => setTyped(chosen)}
      selectFirstOptionOnChange
      nothingFoundMessage="No such state"
      allowDeselect={false}
      onChange={(value) => value !== null && isStateCode(value) && onChange(value)}
    />
  );
}
