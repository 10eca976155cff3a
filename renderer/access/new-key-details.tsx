import { Box, Button, CopyButton, TextInput, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { CreatedKey } from '../../service/contract/access.ts';
import { CommandField } from './command-field.tsx';
import { curlLine, environmentLine, KEY_VARIABLE } from './commands.ts';
import styles from './dialog.module.css';
import { Hint } from './hint.tsx';
import { keptText } from './kept-text.ts';
import { ShellChoice } from './shell-choice.tsx';
import { useShell } from './use-shell.ts';

/** A key that was just made: itself, where it is kept, and how a tool gets it. It goes when this goes. */
export function NewKeyDetails({ created, testUrl }: { created: CreatedKey; testUrl: string }) {
  const [shell, setShell] = useShell();
  const { text, isKept } = keptText(created);
  return (
    <>
      <TextInput
        label={`Key of “${created.line.label}”`}
        size="sm"
        readOnly
        value={created.key}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: `mono ${styles.key}` }}
        onFocus={(event) => event.currentTarget.select()}
        inputContainer={(input) => (
          <div className="first-fills flex gap-8">
            {input}
            <CopyKeyButton value={created.key} />
          </div>
        )}
      />
      <Hint tone={isKept ? 'note' : 'warn'}>{text}</Hint>
      <div className="row spread gap-12">
        <Box component="span" className="quiet fine" fw={500}>
          Commands for
        </Box>
        <ShellChoice shell={shell} onChange={setShell} />
      </div>
      <CommandField
        label={`Put it into the environment, as ${KEY_VARIABLE}`}
        value={environmentLine(created.key, shell)}
        what="environment line"
      />
      <CommandField label="Then try it" value={curlLine(testUrl, shell)} what="curl command" />
    </>
  );
}

function CopyKeyButton({ value }: { value: string }) {
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <>
          <Button
            size="sm"
            data-autofocus
            onClick={copy}
            leftSection={
              copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.7} aria-hidden />
            }
          >
            {copied ? 'Copied' : 'Copy key'}
          </Button>
          <VisuallyHidden role="status">{copied ? 'The key is copied.' : ''}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  );
}
