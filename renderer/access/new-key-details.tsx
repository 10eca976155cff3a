import { Box, Button, CopyButton, TextInput, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { CreatedKey } from '../../service/contract/access.ts';
import { assertNever } from '../../service/contract/failure.ts';
import { CommandField } from './command-field.tsx';
import { curlLine, environmentLine } from './commands.ts';
import { Hint } from './hint.tsx';
import { ShellChoice } from './shell-choice.tsx';
import { firstTest } from './try-request.ts';
import { useShell } from './use-shell.ts';

/** A key that was just made: the key, where it is kept, and commands that give it to a tool. The key is forgotten when this closes. */
export function NewKeyDetails({ created, baseUrl }: { created: CreatedKey; baseUrl: string }) {
  const [shell, setShell] = useShell();
  const { text, isKept } = keptText(created);
  const { variable, path } = firstTest(created.line);
  return (
    <>
      <TextInput
        label={`Key of “${created.line.label}”`}
        size="sm"
        readOnly
        value={created.key}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        styles={{ input: { letterSpacing: '0.01em' } }}
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
        label={`Put it into the environment, as ${variable}`}
        value={environmentLine(created.key, shell, variable)}
        what="environment line"
      />
      <CommandField
        label="Then try it"
        value={curlLine(baseUrl + path, shell, variable)}
        what="curl command"
      />
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

/** @returns a sentence that says where a new key can be copied again; `isKept` is false where it is shown only this once. */
function keptText({ kept, message }: Pick<CreatedKey, 'kept' | 'message'>): {
  text: string;
  isKept: boolean;
} {
  switch (kept) {
    case 'keychain':
      return {
        isKept: true,
        text: 'It is kept in this computer’s keychain: you can copy it again from its row.',
      };
    case 'file':
      return {
        isKept: true,
        text: 'It is kept in the passphrase-protected file: you can copy it again from its row while the file is open.',
      };
    case 'session':
      return {
        isKept: true,
        text: `Its readable copy is kept in memory only, until Almanac ends: copy it now to where you use it. ${message ?? ''}`.trim(),
      };
    case null:
      return {
        isKept: false,
        text: `This is the only time that it is shown, because it could not be kept. ${message ?? ''}`.trim(),
      };
    default:
      return assertNever(kept);
  }
}
