import { Box, Button, SegmentedControl, Select } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { ASSISTANTS_PATH } from '../../service/contract/names.ts';
import { useAccessActions, useHostState } from '../api/index.ts';
import { CopyText, HelpLink } from '../frame/index.ts';
import styles from './access.module.css';
import { CLIENTS, FOLDER, toolCount, type Way } from './assistants.ts';
import { KEY_VARIABLE } from './commands.ts';
import connection from './connection.module.css';
import { statusText, tookText } from './try-answer.ts';
import { useAction } from './use-action.ts';

const WAYS: readonly { value: Way; label: string }[] = [
  { value: 'http', label: 'HTTP' },
  { value: 'command', label: 'Command' },
];

/** 'Assistants': configurations by which assistants reach Almanac, to copy, and a request that an assistant would send. */
export function AssistantsCard({ keys }: { keys: readonly ApiKeyLine[] }) {
  const baseUrl = useHostState().data?.base_url;
  const [id, setId] = useState(CLIENTS[0]?.id);
  const [wanted, setWanted] = useState<Way>('http');
  const client = CLIENTS.find((one) => one.id === id);
  if (!client) return null;
  const way = client[wanted] ? wanted : client.http ? 'http' : 'command';
  const address = `${baseUrl ?? ''}${ASSISTANTS_PATH}`;
  const text = way === 'http' ? client.http?.(address) : client.command?.();
  return (
    <section className="card" aria-labelledby="assistants-heading">
      <div className={`row wrap gap-8-12 ${styles.head}`}>
        <h2 className="heading" id="assistants-heading">
          Assistants
        </h2>
        <HelpLink to="/guide/assistants" about="assistants" />
        <span className="fill quiet fine">They read by the Model Context Protocol, and change nothing</span>
        <Select
          aria-label="Assistant"
          w="11rem"
          allowDeselect={false}
          value={client.id}
          onChange={(next) => setId(next ?? client.id)}
          data={CLIENTS.map(({ id: value, name }) => ({ value, label: name }))}
        />
        <SegmentedControl
          aria-label="Way"
          value={way}
          onChange={setWanted}
          data={WAYS.map((one) => ({ ...one, disabled: !client[one.value] }))}
        />
      </div>
      <div className={connection.connection}>
        <div className="column gap-8 shrink">
          <p className="quiet fine">
            {way === 'http'
              ? `It asks ${address} while Almanac runs. Make a key for it and put it into the environment as ${KEY_VARIABLE}; each question counts against its limits.`
              : `The assistant starts this command, which reads the data folder without a key, also while Almanac does not run. Put Almanac’s own folder in the place of ${FOLDER}.`}
          </p>
          <RunIt keys={keys} />
        </div>
        <section className="shrink" aria-label="Configuration">
          <div className="label">Paste into {client.file}</div>
          <div className="command well">
            <Box component="pre" className="fill fine mono breaks" style={{ whiteSpace: 'pre-wrap' }}>
              {text}
            </Box>
            <CopyText value={text ?? ''} what="configuration" />
          </div>
        </section>
      </div>
    </section>
  );
}

/** Sends the question that an assistant sends first. It never starts a program. */
function RunIt({ keys }: { keys: readonly ApiKeyLine[] }) {
  const ask = useAction(useAccessActions().tryRequest);
  const [said, setSaid] = useState<{ text: string; isGood: boolean }>();
  const key = keys.findLast(({ revoked_at, is_kept }) => revoked_at === null && is_kept);

  async function run(): Promise<void> {
    setSaid(undefined);
    const answer = await ask.run({ path: ASSISTANTS_PATH, ...(key && { id: key.id }) });
    if (!answer) return;
    const tools = toolCount(answer.body);
    const status = `${statusText(answer.status)}, ${tookText(answer.took_ms)}`;
    setSaid({
      text: tools === undefined ? status : `${tools} tools: ${status}`,
      isGood: tools !== undefined,
    });
  }

  return (
    <div className="row wrap gap-10">
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPlugConnected size={15} stroke={1.7} aria-hidden />}
        loading={ask.isPending}
        onClick={() => void run()}
      >
        Run it
      </Button>
      <span
        role="status"
        className={`error fine ${connection.testSaid}`}
        data-good={said?.isGood || undefined}
      >
        {said?.text ?? ask.error ?? ''}
      </span>
      <span className="quiet fine">
        {key
          ? `Asks which tools there are, with the key “${key.label}”`
          : 'Needs a key: without one it is refused'}
      </span>
    </div>
  );
}
