import { SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { ASSISTANTS_PATH } from '../../service/contract/names.ts';
import { useAssistantCommand, useHostState } from '../api/index.ts';
import { HelpLink } from '../frame/index.ts';
import { RequestButton, statusText, tookText, usableKeys } from '../programs/index.ts';
import styles from './access.module.css';
import { type AssistantWay, CLIENTS, toolCount } from './assistants.ts';
import { CommandField } from './command-field.tsx';
import { KEY_VARIABLE } from './commands.ts';
import connection from './connection.module.css';
import { DoorClosed, useIsClosed } from './door-closed.tsx';

const WAYS: readonly { value: AssistantWay; label: string }[] = [
  { value: 'http', label: 'HTTP' },
  { value: 'command', label: 'Command' },
];

const NO_COMMAND =
  'This is the installed app, which has no command line. An assistant that only starts commands needs a clone of Almanac’s repository.';

/** 'Assistants': configurations by which assistants reach Almanac, to copy, and a request that an assistant would send. */
export function AssistantsCard({ keys }: { keys: readonly ApiKeyLine[] }) {
  const baseUrl = useHostState().data?.base_url;
  const isClosed = useIsClosed('assistants');
  /** `null`: this installation has none. */
  const command = useAssistantCommand();
  const [id, setId] = useState(CLIENTS[0]?.id);
  const [wanted, setWanted] = useState<AssistantWay>('http');
  const client = CLIENTS.find((one) => one.id === id);
  if (!client) return null;
  const way = client[wanted] ? wanted : client.http ? 'http' : 'command';
  const address = `${baseUrl ?? ''}${ASSISTANTS_PATH}`;
  const text = way === 'http' ? client.http?.(address) : command && client.command?.(command);
  const how =
    way === 'http'
      ? `It asks ${address} while Almanac runs. Make a key for it and put it into the environment as ${KEY_VARIABLE}; each question counts against its limits.`
      : command === null
        ? NO_COMMAND
        : 'The assistant starts this command, which reads the data folder without a key, also while Almanac does not run.';
  return (
    <section className="card" aria-labelledby="assistants-heading">
      <div className={`row wrap gap-8-12 ${styles.head}`}>
        <h2 className="heading" id="assistants-heading">
          Assistants
        </h2>
        <HelpLink to="/guide/assistants" about="assistants" />
        <span className="fill quiet fine">They read by the Model Context Protocol, and change nothing</span>
        {!isClosed && (
          <>
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
          </>
        )}
      </div>
      {isClosed ? (
        <DoorClosed name="assistants">/mcp answers 404, and the command mcp ends at once.</DoorClosed>
      ) : (
        <div className={connection.connection}>
          <div className="column gap-8 shrink">
            <p className="fine breaks">{how}</p>
            <RunIt keys={keys} />
          </div>
          {text && (
            <section className="shrink" aria-label="Configuration">
              <CommandField isLong label={`Paste into ${client.file}`} value={text} what="configuration" />
            </section>
          )}
        </div>
      )}
    </section>
  );
}

/** Sends the question that an assistant sends first. */
function RunIt({ keys }: { keys: readonly ApiKeyLine[] }) {
  const [key] = usableKeys(keys);
  return (
    <RequestButton
      label="Run it"
      request={{ path: ASSISTANTS_PATH, ...(key && { id: key.id }) }}
      outcome={({ body, status, took_ms }) => {
        const tools = toolCount(body);
        const told = `${statusText(status)}, ${tookText(took_ms)}`;
        return {
          text: tools === undefined ? told : `${tools} tools: ${told}`,
          isGood: tools !== undefined,
        };
      }}
      note={
        key
          ? `Asks which tools there are over HTTP, with the key “${key.label}”`
          : 'Needs a key that is kept here: without one it is refused'
      }
    />
  );
}
