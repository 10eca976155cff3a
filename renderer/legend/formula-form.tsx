import { Box, Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { shortTitle } from '../../service/datasets/series-choice.ts';
import {
  FUNCTION_NAMES,
  functionExample,
  parseFormula,
  plainFormula,
} from '../../service/series-math/formula.ts';
import { slotLetter } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { SeriesSwatch } from '../chart/index.ts';
import { HelpLine } from '../frame/index.ts';
import styles from './legend.module.css';

/** A form for a formula: the series' letters, a field that checks while the user types, common formulas. */
export function FormulaForm(props: {
  view: View;
  edited?: string | undefined;
  onTake: (text: string) => void;
}) {
  const { view, edited, onTake } = props;
  const [text, setText] = useState(edited ?? '');
  const letters = view.series.map((one) => slotLetter(one.slot));
  const parsed = parseFormula(text, letters);
  const plain = plainFormula(text);
  const examples = FUNCTION_NAMES.map((name) => functionExample(name, letters));
  const isShown = plain !== edited && view.formulas.some((one) => one.text === plain);
  const problem = isShown ? 'This formula is shown already.' : parsed.isRight ? undefined : parsed.message;
  const take = (event: FormEvent) => {
    event.preventDefault();
    if (problem === undefined) onTake(plain);
  };
  return (
    <Box component="form" className="column gap-10" w="18rem" onSubmit={take}>
      <ul className={`list fine ${styles.letters}`} aria-label="Letters of the series">
        {view.series.map((one) => (
          <li key={one.slot}>
            <b className="fixed quiet small mono">{slotLetter(one.slot)}</b>
            <SeriesSwatch slot={one.slot} width={16} />
            <span className="cut one-line">{shortTitle(one.choice)}</span>
          </li>
        ))}
      </ul>
      <TextInput
        label="Formula"
        placeholder={
          letters.length > 1 ? `(${letters[0]}-${letters[1]})/${letters[0]}*100` : `${letters[0]}/1000`
        }
        value={text}
        error={text.trim() === '' ? undefined : problem}
        data-autofocus
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="row wrap gap-6">
        {commonFormulas(letters).map((common) => (
          <Button
            key={common}
            type="button"
            variant="light"
            size="compact-xs"
            onClick={() => setText(common)}
          >
            {common}
          </Button>
        ))}
        <Button type="submit" ml="auto" disabled={problem !== undefined}>
          {edited === undefined ? 'Add' : 'Change'}
        </Button>
      </div>
      <Box component="p" className="quiet fine" lh={1.45}>
        + − × ÷ ^ and parentheses work on the values as shown: {examples.join(', ')}. If frequencies differ,
        each line is first aggregated to the lowest one, then its units apply.
      </Box>
      <HelpLine parts={{ formulas: '/guide/explore#formulas', units: '/guide/units' }} />
    </Box>
  );
}

function commonFormulas(letters: readonly string[]): string[] {
  const [a, b] = letters;
  if (a === undefined) return [];
  return b === undefined ? [`${a}/1000`] : [`${a}-${b}`, `${a}/${b}*100`, `${a}+${b}`];
}
