import { type ComboboxItem, MultiSelect, type OptionsFilter } from '@mantine/core';
import { useState } from 'react';
import { isStateCode, STATES } from '../../service/datasets/states.ts';
import { MOST_SERIES } from '../../service/view/types.ts';

/** Sorted by name; by code, Alaska would come before Alabama. */
const STATE_OPTIONS = Object.entries(STATES)
  .map(([value, name]) => ({ value, label: `${name} (${value})` }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** Chooses states by typing names or codes: one after the other, or as a list, 'CA, TX, FL'. At least one stays. */
export function StateField(props: { states: readonly string[]; onChange: (states: string[]) => void }) {
  const { states } = props;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const take = (chosen: readonly string[]) => {
    if (chosen.length > 0) props.onChange([...new Set(chosen)].slice(0, MOST_SERIES));
  };
  const type = (text: string) => {
    const { found, rest, unknown } = readStates(text);
    setTyped(rest);
    setProblem(unknown === undefined ? undefined : `There is no state '${unknown}'.`);
    if (found.length > 0) take([...states, ...found]);
  };
  return (
    <MultiSelect
      label="States for claims by state"
      mx={6}
      mt={12}
      data={STATE_OPTIONS}
      value={[...states]}
      searchable
      hidePickedOptions
      maxValues={MOST_SERIES}
      searchValue={typed}
      onSearchChange={type}
      error={problem}
      placeholder="CA, TX, FL"
      filter={codeFirst}
      selectFirstOptionOnChange
      nothingFoundMessage="No such state"
      onChange={take}
    />
  );
}

/**
 * Reads a list of states as it is typed or pasted: 'CA, texas, fl'. @returns the codes of those that a comma ends, or of all where the
 * text is a list of states; what remains to be typed; and the first word that is no state.
 */
export function readStates(text: string): { found: string[]; rest: string; unknown?: string } {
  if (!/[,;\n]/.test(text)) return { found: [], rest: text };
  const parts = text.split(/[,;\n]/).map((part) => part.trim());
  const last = parts.pop() ?? '';
  const found = parts.flatMap((part) => stateOf(part) ?? []);
  const unknown = parts.find((part) => part !== '' && stateOf(part) === undefined);
  // A list that was pasted: its last state needs no comma.
  const whole = parts.length > 1 ? stateOf(last) : undefined;
  const rest = whole === undefined ? last : '';
  return {
    found: whole === undefined ? found : [...found, whole],
    rest,
    ...(unknown !== undefined && { unknown }),
  };
}

function stateOf(text: string): string | undefined {
  const code = text.toUpperCase();
  if (isStateCode(code)) return code;
  return Object.entries(STATES).find(([, name]) => name.toUpperCase() === code)?.[0];
}

/** The state whose code is typed comes first. */
const codeFirst: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase();
  const found = (options as ComboboxItem[]).filter(({ label }) => label.toLowerCase().includes(wanted));
  return found.toSorted((a, b) => Number(isCode(b, wanted)) - Number(isCode(a, wanted)));
};

function isCode({ value }: ComboboxItem, wanted: string): boolean {
  return value.toLowerCase() === wanted;
}
