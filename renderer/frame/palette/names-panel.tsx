import { Box, Button, CloseButton, TextInput } from '@mantine/core';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { shortTitle } from '../../../service/datasets/series-choice.ts';
import { usePreference } from '../../api/index.ts';
import type { SearchAction, SearchResult } from '../../picker/index.ts';
import { type KeptResult, searchResult } from './kept-results.ts';
import { namedBy, nameProblem, withName, withoutName } from './own-names.ts';

/** Gives a result a name, by which the palette then finds it first. @param props.kept absent: it cannot be named */
export function NameForm(props: { result: SearchResult; kept: KeptResult | undefined; onBack: () => void }) {
  const { result, kept, onBack } = props;
  const [names, setNames] = usePreference('aliases');
  const [name, setName] = useState('');
  const problem = nameProblem(name);
  const before = namedBy(names, name);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (problem !== undefined || kept === undefined) return;
    setNames(withName(names, name, kept));
    onBack();
  };
  if (kept === undefined)
    return (
      <Box className="row spread gap-12" p="xs">
        <p role="status">This result is made of what you typed, so it cannot have a name.</p>
        <BackButton onBack={onBack} takesFocus />
      </Box>
    );
  return (
    <Box component="form" className="column gap-10" p="xs" onSubmit={save}>
      <TextInput
        label={`Your name for ‘${titleOf(result)}’`}
        description="Typed in the search, it finds this first: cl, for instance."
        value={name}
        error={name === '' ? undefined : problem}
        autoFocus
        data-autofocus
        maxLength={60}
        spellCheck={false}
        autoComplete="off"
        // Escape leads back to the results; the dialog stays open.
        data-mantine-stop-propagation="true"
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onBack()}
      />
      <div className="row gap-8">
        {before !== undefined && (
          <span className="quiet fine">It has another meaning now, which this replaces.</span>
        )}
        <Box className="row gap-8 at-end">
          <BackButton onBack={onBack} />
          <Button type="submit" disabled={problem !== undefined}>
            Save the name
          </Button>
        </Box>
      </div>
    </Box>
  );
}

/** The names that a person gave, each with what it finds and a button that removes it. */
export function NamesList({ actions, onBack }: { actions: readonly SearchAction[]; onBack: () => void }) {
  const [names, setNames] = usePreference('aliases');
  const back = useRef<HTMLButtonElement>(null);
  const entries = Object.entries(names).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (
    <Box component="section" className="column gap-8" p="xs" aria-label="Names you gave">
      <div className="row spread">
        <h2 className="heading">Names you gave</h2>
        <BackButton ref={back} onBack={onBack} takesFocus />
      </div>
      {entries.length === 0 && (
        <p className="quiet">None yet. Choose a result with the arrows and press Alt+N to give it one.</p>
      )}
      <ul className="list scrolls" style={{ maxHeight: '50vh' }}>
        {entries.map(([name, meaning]) => (
          <li key={name} className="row gap-12 ruled">
            <Box component="b" className="fixed mono" w="8rem">
              {name}
            </Box>
            <span className="fill breaks">{meaningText(meaning, actions)}</span>
            <CloseButton
              size="sm"
              aria-label={`Remove the name ${name}`}
              onClick={() => {
                setNames(withoutName(names, name));
                back.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
    </Box>
  );
}

function BackButton(props: { onBack: () => void; takesFocus?: boolean; ref?: Ref<HTMLButtonElement> }) {
  return (
    <Button
      ref={props.ref}
      variant="default"
      size="xs"
      autoFocus={props.takesFocus ?? false}
      onClick={props.onBack}
    >
      Back
    </Button>
  );
}

function meaningText(meaning: string, actions: readonly SearchAction[]): string {
  const result = searchResult(meaning, actions, () => undefined);
  return result ? titleOf(result) : `searches for ‘${meaning}’`;
}

function titleOf(result: SearchResult): string {
  return 'choice' in result ? shortTitle(result.choice) : result.action.title;
}
