import { Button, Popover, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMathFunction } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { parseFormula, plainFormula } from '../../service/series-math/formula.ts';
import { SeriesSwatch } from '../chart/index.ts';
import { shortTitle } from '../picker/index.ts';
import { addFormula, lineCount, MOST_SERIES, slotLetter, type View } from '../view/index.ts';
import styles from './legend.module.css';

/** Adds a line that is computed of shown series: their letters, a field that says what is wrong as one types, usual formulas. */
export function FormulaButton({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      position="bottom-start"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          className={styles.iconWhereNarrow as string}
          leftSection={<IconMathFunction size={16} stroke={1.6} />}
          disabled={view.series.length === 0 || lineCount(view) >= MOST_SERIES}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <span className={styles.label}>Formula</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="New formula">
        <FormulaForm
          view={view}
          onAdd={(text) => {
            close();
            onChange(addFormula(view, text));
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function FormulaForm({ view, onAdd }: { view: View; onAdd: (text: string) => void }) {
  const [text, setText] = useState('');
  const letters = view.series.map((one) => slotLetter(one.slot));
  const parsed = parseFormula(text, letters);
  const isThere = view.formulas.some((one) => one.text === plainFormula(text));
  const problem = isThere ? 'This formula is shown already.' : parsed.isRight ? undefined : parsed.message;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (problem === undefined) onAdd(plainFormula(text));
  };
  return (
    <form className={styles.form} onSubmit={add}>
      <ul className={styles.letters} aria-label="Letters of the series">
        {view.series.map((one) => (
          <li key={one.slot}>
            <b className={styles.letter}>{slotLetter(one.slot)}</b>
            <SeriesSwatch slot={one.slot} width={16} />
            <span className={styles.lettersTitle}>{shortTitle(one.choice)}</span>
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
      <div className={styles.row}>
        {usualFormulas(letters).map((usual) => (
          <Button key={usual} type="button" variant="light" size="compact-xs" onClick={() => setText(usual)}>
            {usual}
          </Button>
        ))}
        <Button type="submit" ml="auto" disabled={problem !== undefined}>
          Add
        </Button>
      </div>
      <p className={styles.hint}>
        + − * / ^ and parentheses, of the values as they are shown. Mixed frequencies meet at the lowest.
      </p>
    </form>
  );
}

function usualFormulas(letters: readonly string[]): string[] {
  const [a, b] = letters;
  if (a === undefined) return [];
  return b === undefined ? [`${a}/1000`] : [`${a}-${b}`, `${a}/${b}*100`, `${a}+${b}`];
}
