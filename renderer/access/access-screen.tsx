import { Box, Button, Group, Select, TextInput, VisuallyHidden } from '@mantine/core';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ApiKeyLine, CreatedKey } from '../../service/contract/access.ts';
import { FIRST_TRIED } from '../../service/datasets/examples.ts';
import { useAccessActions, useApiKeys, useHostState } from '../api/index.ts';
import { HelpLink, NEW_KEY, Screen } from '../frame/index.ts';
import { addressFor, PROGRAMS, ProgramPanel, requestedPath, useAction } from '../programs/index.ts';
import styles from './access.module.css';
import { AccessDialog, focusSoon } from './access-dialog.tsx';
import { AssistantsCard } from './assistants-card.tsx';
import { CallsDialog } from './calls-dialog.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { FredCard } from './fred-card.tsx';
import { GenerateDialog } from './generate-dialog.tsx';
import { menuName } from './key-menu.tsx';
import { GENERATE, KeysCard } from './keys-card.tsx';
import { PublisherKeysCard } from './publisher-keys-card.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { TryCard } from './try-card.tsx';
import { useCopyKey } from './use-copy-key.ts';

const route = getRouteApi('/access');
const POLL_MS = 3_000;

type OpenDialog =
  | { dialog: 'generate'; rotated?: { old: ApiKeyLine; created: CreatedKey } }
  | { dialog: 'revoke' | 'calls'; id: string };

/** The API access screen: the address of the API, keys for other tools, 'Try it', and the user's own keys of publishers. */
export function AccessScreen() {
  const navigate = route.useNavigate();
  const wantsKey = useLocation({ select: ({ hash }) => hash === NEW_KEY });
  const [open, setOpen] = useState<OpenDialog | undefined>(wantsKey ? { dialog: 'generate' } : undefined);
  const [announced, announce] = useState('');
  const now = useNow(1_000);
  const { data, error, refetch } = useApiKeys(POLL_MS);
  const copyKey = useCopyKey(announce);
  const create = useAction(useAccessActions().createKey);
  const baseUrl = useHostState().data?.base_url ?? '';
  const keys = data?.keys ?? [];
  const chosen = open && 'id' in open ? keys.find(({ id }) => id === open.id) : undefined;

  /** Makes a second key with the label of the first. Both are valid until one is revoked. */
  async function rotate(old: ApiKeyLine): Promise<void> {
    const created = await create.run(old.label, old.is_for_fred);
    if (created) setOpen({ dialog: 'generate', rotated: { old, created } });
  }

  function close(focusId: string): void {
    setOpen(undefined);
    // A reload does not ask for another one.
    if (wantsKey) void navigate({ search: (before) => before, hash: '', replace: true });
    focusSoon(focusId);
  }

  return (
    <Screen datasets={[]}>
      <Box className="column gap-12" pos="relative" maw="88rem" p="sm">
        <ConnectionCard />
        <KeysCard
          data={data}
          error={error}
          onRetry={() => void refetch()}
          now={now}
          copyKey={copyKey}
          failure={copyKey.error ?? create.error}
          onDismiss={() => {
            copyKey.forgetError();
            create.forgetError();
          }}
          announce={announce}
          onGenerate={() => setOpen({ dialog: 'generate' })}
          onOpen={(dialog, line) =>
            dialog === 'rotate' ? void rotate(line) : setOpen({ dialog, id: line.id })
          }
        />
        <TryCard keys={keys} />
        <ToolsCard keys={keys} />
        <AssistantsCard keys={keys} />
        <FredCard keys={keys} />
        <PublisherKeysCard now={now} announce={announce} />
        <VisuallyHidden role="status">{announced}</VisuallyHidden>
      </Box>
      {open?.dialog === 'generate' && (
        <GenerateDialog
          baseUrl={baseUrl}
          now={now}
          rotated={open.rotated}
          onClose={(made) => {
            if (made) announce(`The key “${made.label}” is in the list.`);
            close(open.rotated ? menuName(open.rotated.old.id) : GENERATE);
          }}
        />
      )}
      {open?.dialog === 'revoke' && chosen && (
        <RevokeDialog
          line={chosen}
          keys={keys}
          now={now}
          onClose={() => close(menuName(chosen.id))}
          onRevoked={(message) => {
            announce(message);
            close(menuName(chosen.id));
          }}
        />
      )}
      {open?.dialog === 'calls' && chosen && (
        <CallsDialog line={chosen} onClose={() => close(menuName(chosen.id))} />
      )}
      {copyKey.shown && <ShownKeyDialog shown={copyKey.shown} onClose={copyKey.forget} />}
    </Screen>
  );
}

/** @returns the time now in milliseconds since 1970-01-01 UTC, updated every `everyMs`. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Shows a key to copy by hand, where the browser did not let the page write to the clipboard. */
function ShownKeyDialog(props: { shown: { line: ApiKeyLine; key: string }; onClose: () => void }) {
  const { line, key } = props.shown;
  const close = (): void => {
    props.onClose();
    focusSoon(menuName(line.id));
  };
  return (
    <AccessDialog title={`Key of “${line.label}”`} onClose={close}>
      <TextInput
        label="The browser did not allow the copy. Copy it from here:"
        size="sm"
        readOnly
        data-autofocus
        value={key}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        styles={{ input: { letterSpacing: '0.01em' } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" gap="xs" mt={4}>
        <Button size="sm" variant="default" onClick={close}>
          Done
        </Button>
      </Group>
    </AccessDialog>
  );
}

/** A small chart, which every tool can ask for. */
const EXAMPLE = { series: `${FIRST_TRIED.id}.${FIRST_TRIED.headline}`, range: '1Y' };

/** 'Spreadsheets and programs': how each tool asks for a chart, to copy, and its request. */
function ToolsCard({ keys }: { keys: readonly ApiKeyLine[] }) {
  const host = useHostState().data;
  const [id, setId] = useState('power-query');
  const program = PROGRAMS.find((one) => one.id === id);
  if (!program) return null;
  const at = addressFor(program, host);
  return (
    <section className="card" aria-labelledby="tools-heading">
      <div className={`row wrap gap-8-12 ${styles.head}`}>
        <h2 className="heading" id="tools-heading">
          Spreadsheets and programs
        </h2>
        <HelpLink to="/guide/excel" about="spreadsheets" />
        <span className="fill quiet fine">Each asks for one chart; Take away writes it for yours</span>
        <Select
          aria-label="Tool"
          w="13rem"
          allowDeselect={false}
          value={program.id}
          onChange={(next) => setId(next ?? program.id)}
          data={PROGRAMS.map(({ id: value, name }) => ({ value, label: name }))}
        />
      </div>
      <Box p="0 1rem 0.875rem">
        <ProgramPanel
          name={program.name}
          text={'baseUrl' in at ? program.write(EXAMPLE, at.baseUrl) : undefined}
          path={requestedPath(program, EXAMPLE)}
          keys={keys}
        >
          <p>{'why' in at ? at.why : program.note}</p>
        </ProgramPanel>
      </Box>
    </section>
  );
}
