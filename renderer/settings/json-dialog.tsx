import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../frame/index.ts';
import { readSettingsText } from './settings-json.ts';

/** All settings as JSON. A text with a mistake stores nothing, and its line and column are said. */
export function JsonDialog(props: {
  text: string;
  values: Readonly<Record<string, unknown>>;
  onClose: () => void;
  onSave: (changes: Readonly<Record<string, unknown>>) => void;
}) {
  const [text, setText] = useState(props.text);
  const [problem, setProblem] = useState<string>();
  const save = (): void => {
    const read = readSettingsText(text, props.values);
    if ('problem' in read) setProblem(read.problem);
    else props.onSave(read.changes);
  };
  return (
    <Dialog title="Settings as JSON" size={640} onClose={props.onClose}>
      <Textarea
        data-autofocus
        aria-label="Settings as JSON"
        description="A setting that is left out gets its default. There are no secrets in it."
        error={problem}
        value={text}
        spellCheck={false}
        autosize
        minRows={12}
        maxRows={24}
        classNames={{ input: 'mono fine' }}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <div className="row gap-8">
        <Button variant="default" className="at-end" onClick={props.onClose}>
          Cancel
        </Button>
        <Button onClick={save}>Save</Button>
      </div>
    </Dialog>
  );
}
