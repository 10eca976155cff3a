import { Box, Button, CloseButton, Flex, Skeleton, TextInput } from '@mantine/core';
import { IconKey, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiKeyLine, ApiKeys } from '../../service/contract/access.ts';
import { HelpLink, LoadFailed, Notice } from '../frame/index.ts';
import styles from './access.module.css';
import { findKeys, foundText, keyAge, sortKeys, withoutKey } from './key-line.ts';
import type { KeyDialog } from './key-menu.tsx';
import { KeyRow } from './key-row.tsx';
import type { CopyKey } from './use-copy-key.ts';
import { VaultLine } from './vault-line.tsx';

/** The `data-focus` name of the button that opens the dialog. */
export const GENERATE = 'generate-key';

/** The keys of other tools, a search for one, and where keys are kept. */
export function KeysCard(props: {
  data: ApiKeys | undefined;
  error: Error | null;
  onRetry: () => void;
  now: number;
  copyKey: CopyKey;
  /** Why the last key could not be copied or rotated. */
  failure: string | undefined;
  onDismiss: () => void;
  announce: (text: string) => void;
  onGenerate: () => void;
  onOpen: (dialog: KeyDialog, line: ApiKeyLine) => void;
}) {
  const { data, error, copyKey } = props;
  const [typed, setTyped] = useState('');
  const keys = sortKeys(data?.keys ?? []);
  const found = findKeys(keys, typed);
  return (
    <section className="card" aria-labelledby="keys-heading">
      <div className={`row wrap gap-8-12 ${styles.head}`}>
        <h2 className="heading" id="keys-heading">
          Keys
        </h2>
        <HelpLink to="/guide/limits" about="limits" />
        <span className="fill quiet fine">{data && countText(data.keys)}</span>
        {keys.length > 0 && (
          <TextInput
            flex="0 1 16rem"
            aria-label="Which key is it? Label, key or its last characters"
            placeholder="Which key? Label, or paste its end"
            leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(withoutKey(event.currentTarget.value))}
            rightSection={
              typed !== '' && (
                <CloseButton size="xs" aria-label="Clear the search" onClick={() => setTyped('')} />
              )
            }
          />
        )}
        <Button
          data-focus={GENERATE}
          leftSection={<IconPlus size={15} stroke={2} aria-hidden />}
          disabled={!data}
          onClick={props.onGenerate}
        >
          Generate key
        </Button>
      </div>
      <p role="status" className={`accent ${styles.found}`}>
        {foundText(found, typed)}
      </p>
      {props.failure !== undefined && (
        <Notice
          tone="failure"
          action={<CloseButton size="sm" aria-label="Dismiss" onClick={props.onDismiss} />}
        >
          {props.failure}
        </Notice>
      )}
      {error && !data && (
        <LoadFailed onRetry={props.onRetry}>The keys could not be loaded: {error.message}</LoadFailed>
      )}
      {!data && !error && <Skeleton height={260} m="sm" width="auto" />}
      {data && keys.length === 0 && <NoKeys onGenerate={props.onGenerate} />}
      {data && found.length > 0 && (
        <Box className="slides">
          <KeyTable
            lines={found}
            keys={keys}
            isSearched={typed.trim() !== ''}
            limits={data.limits}
            now={props.now}
            copyKey={copyKey}
            onOpen={props.onOpen}
          />
        </Box>
      )}
      {data && <VaultLine vault={data.vault} announce={props.announce} />}
    </section>
  );
}

function countText(keys: readonly ApiKeyLine[]): string {
  const revoked = keys.filter((key) => key.revoked_at !== null).length;
  if (keys.length === 0) return '';
  return `${keys.length - revoked} valid${revoked > 0 ? `, ${revoked} revoked` : ''}`;
}

function NoKeys({ onGenerate }: { onGenerate: () => void }) {
  return (
    <Flex className="ruled" direction="column" align="center" gap="xs" p="1.5rem 1rem 1.75rem" ta="center">
      <IconKey size={28} stroke={1.5} aria-hidden color="var(--accent-text)" />
      <h3 className="large strong">No key yet</h3>
      <Box component="p" className="quiet" maw="34rem" mb="xs">
        A key lets another tool on this computer, such as Python, R, Excel or a script, read the same data
        that you see here. Make one for each tool: then you see what each tool asks for, and can revoke one
        without the others.
      </Box>
      <Button size="sm" onClick={onGenerate}>
        Generate your first key
      </Button>
    </Flex>
  );
}

/** The keys, one row each, in the given order. */
function KeyTable(props: {
  lines: readonly ApiKeyLine[];
  /** All of them, of which a search may have found some. */
  keys: readonly ApiKeyLine[];
  /** Whether a search has narrowed them. */
  isSearched: boolean;
  limits: ApiKeys['limits'];
  now: number;
  copyKey: CopyKey;
  onOpen: (dialog: KeyDialog, line: ApiKeyLine) => void;
}) {
  return (
    <table className={`data-table ${styles.table}`} aria-label="API keys">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">State</th>
          <th scope="col">Last used</th>
          <th scope="col" title="Requests to economic data counted in this UTC day, and the limit of a key">
            Today (UTC)
          </th>
          <th
            scope="col"
            title="Requests to economic data counted in this clock minute, and the limit of a key"
          >
            This minute
          </th>
          <th scope="col">Created</th>
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.lines.map((line) => (
          <KeyRow
            key={line.id}
            line={line}
            age={keyAge(line, props.keys)}
            limits={props.limits}
            now={props.now}
            isFound={props.isSearched}
            copyKey={props.copyKey}
            onOpen={props.onOpen}
          />
        ))}
      </tbody>
    </table>
  );
}
