import { Box, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useApiKeys } from '../api/index.ts';
import { Screen } from '../frame/index.ts';
import { KeysCard } from './keys-card.tsx';
import { PublisherKeysCard } from './publisher-keys-card.tsx';
import { AssistantsCard, ConnectionCard, FredCard, ToolsCard } from './tool-cards.tsx';
import { TryCard } from './try-card.tsx';

/** The API access screen: the API's address, keys for tools, 'Try it', and the user's publisher keys. */
export function AccessScreen() {
  const [announced, announce] = useState('');
  const [now, setNow] = useState(Date.now);
  const answer = useApiKeys(3_000);
  const keys = answer.data?.keys ?? [];
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Screen datasets={[]}>
      <Box className="column gap-12" pos="relative" maw="88rem" p="sm">
        <ConnectionCard />
        <KeysCard answer={answer} now={now} announce={announce} />
        <TryCard keys={keys} />
        <ToolsCard keys={keys} />
        <AssistantsCard keys={keys} />
        <FredCard keys={keys} />
        <PublisherKeysCard now={now} announce={announce} />
        <VisuallyHidden role="status">{announced}</VisuallyHidden>
      </Box>
    </Screen>
  );
}
