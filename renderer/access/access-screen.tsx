import { Box, VisuallyHidden } from '@mantine/core';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApiKeys, useHostState } from '../api/index.ts';
import { NEW_KEY, Screen } from '../frame/index.ts';
import { focusSoon } from './access-dialog.tsx';
import { AssistantsCard } from './assistants-card.tsx';
import { CallsDialog } from './calls-dialog.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { FredCard } from './fred-card.tsx';
import { GenerateDialog } from './generate-dialog.tsx';
import { menuName } from './key-menu.tsx';
import { GENERATE, KeysCard } from './keys-card.tsx';
import { PublisherKeysCard } from './publisher-keys-card.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { parseRotation, rotationText } from './rotation.ts';
import { RotationPanel } from './rotation-panel.tsx';
import { ShownKeyDialog } from './shown-key-dialog.tsx';
import { ToolsCard } from './tools-card.tsx';
import { TryCard } from './try-card.tsx';
import { useCopyKey } from './use-copy-key.ts';

const route = getRouteApi('/access');
const POLL_MS = 3_000;
/** While the user waits for the first request with a new key. */
const POLL_ROTATING_MS = 1_000;

type Open = { dialog: 'generate' } | { dialog: 'revoke' | 'calls'; id: string };

/** The API access screen: the address of the API, keys for other tools, 'Try it', and the user's own keys of publishers. */
export function AccessScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const wantsKey = useLocation({ select: ({ hash }) => hash === NEW_KEY });
  const [open, setOpen] = useState<Open | undefined>(wantsKey ? { dialog: 'generate' } : undefined);
  const [isPaused, setPaused] = useState(false);
  const [announced, announce] = useState('');
  const now = useNow(1_000);
  const { data, error, refetch } = useApiKeys(search.rotate === undefined ? POLL_MS : POLL_ROTATING_MS);
  const copyKey = useCopyKey(announce);
  const baseUrl = useHostState().data?.base_url ?? '';
  const keys = data?.keys ?? [];
  const chosen = open && 'id' in open ? keys.find(({ id }) => id === open.id) : undefined;

  function setRotation(rotate: string | undefined, replace: boolean): void {
    void navigate({
      search: ({ rotate: _, ...rest }) => ({ ...rest, ...(rotate !== undefined && { rotate }) }),
      replace,
    });
  }

  /** Starts a rotation of a key, or continues the one in progress. */
  function rotate(id: string): void {
    setPaused(false);
    if (parseRotation(search.rotate)?.old !== id) setRotation(rotationText({ old: id, next: null }), false);
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
        <RotationPanel
          rotate={search.rotate}
          keys={data?.keys}
          baseUrl={baseUrl}
          now={now}
          copyKey={copyKey}
          announce={announce}
          isPaused={isPaused}
          onPause={setPaused}
          onChange={setRotation}
        />
        <KeysCard
          data={data}
          error={error}
          onRetry={() => void refetch()}
          now={now}
          copyKey={copyKey}
          announce={announce}
          onGenerate={() => setOpen({ dialog: 'generate' })}
          onOpen={(dialog, { id }) => (dialog === 'rotate' ? rotate(id) : setOpen({ dialog, id }))}
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
          onClose={(made) => {
            if (made) announce(`The key “${made.label}” is in the list.`);
            close(GENERATE);
          }}
        />
      )}
      {open?.dialog === 'revoke' && chosen && (
        <RevokeDialog
          line={chosen}
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
