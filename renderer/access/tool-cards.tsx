import { Anchor, Box, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { IconBook2, IconBraces } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { ASSISTANTS_PATH } from '../../service/contract/names.ts';
import { FIRST_TRIED } from '../../service/datasets/examples.ts';
import { useAppState, useAssistantCommand, useIsAway, useIsRestarting } from '../api/index.ts';
import { HelpLink } from '../frame/index.ts';
import {
  addressFor,
  answerSummary,
  PROGRAMS,
  ProgramPanel,
  RequestButton,
  requestedPath,
  statusText,
  tookText,
  usableKeys,
} from '../programs/index.ts';
import styles from './access.module.css';
import { Card, CommandField, ShellChoice, SwitchedOff, useIsSwitchedOff, useShell } from './card-parts.tsx';
import {
  ASSISTANTS,
  type AssistantWay,
  curlLine,
  FRED_CLIENTS,
  KEY_VARIABLE,
  toolCount,
} from './client-programs.ts';

const HEALTH = '/healthz';

/** The API's address, its health, and its documentation. */
export function ConnectionCard() {
  const host = useAppState().data;
  const [shell] = useShell();
  const baseUrl = host?.base_url;
  const isAway = [useIsAway(), useIsRestarting()].includes(true);
  const links = baseUrl && (
    <span className={`flex gap-16 ${styles.links}`}>
      <Anchor className="row accent" fz="md" href={`${baseUrl}/docs`} target="_blank" rel="noreferrer">
        <IconBook2 size={15} stroke={1.6} aria-hidden /> API documentation
      </Anchor>
      <Anchor
        className="row accent"
        fz="md"
        href={`${baseUrl}/openapi.json`}
        target="_blank"
        rel="noreferrer"
      >
        <IconBraces size={15} stroke={1.6} aria-hidden /> OpenAPI
      </Anchor>
    </span>
  );
  return (
    <Card
      id="connection"
      title="Connection"
      beside={
        host && (
          <span className="chip one-line" data-tone={isAway ? 'idle' : 'active'} role="status">
            <span aria-hidden />
            {isAway ? 'Restarting' : 'Running'}
          </span>
        )
      }
      note="Answers only programs on this computer"
      tools={
        <>
          {links}
          <ShellChoice />
        </>
      }
    >
      {baseUrl ? (
        <div className={styles.connection}>
          <CommandField label="Base URL" value={baseUrl} what="base URL" />
          <div className={`gap-8 ${styles.test}`}>
            <CommandField
              label="Test connection, without a key"
              value={curlLine(`${baseUrl}${HEALTH}`, shell, null)}
              what="test command"
            />
            <RequestButton label="Test" request={{ path: HEALTH }} outcome={answerSummary} />
          </div>
        </div>
      ) : (
        <Skeleton
          height={48}
          m="md"
          width="auto"
          role="img"
          aria-label="The address is not known until the service answers"
        />
      )}
    </Card>
  );
}

/** A small chart, which every tool can load. */
const EXAMPLE = { series: `${FIRST_TRIED.id}.${FIRST_TRIED.headline}`, range: '1Y' };

/** 'Spreadsheets and programs': for each tool, a text to copy that loads a chart, and a test request. */
export function ToolsCard({ keys }: { keys: readonly ApiKeyLine[] }) {
  const host = useAppState().data;
  const [id, setId] = useState('power-query');
  const program = PROGRAMS.find((one) => one.id === id);
  if (!program) return null;
  const at = addressFor(program, host);
  return (
    <Card
      id="tools"
      title="Spreadsheets and programs"
      beside={<HelpLink to="/guide/excel" about="spreadsheets" />}
      note="Each requests one example chart; Take away writes one for your chart"
      tools={<ToolSelect label="Tool" width="13rem" options={PROGRAMS} value={program.id} onChange={setId} />}
    >
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
    </Card>
  );
}

function ToolSelect(props: {
  label: string;
  width: string;
  options: readonly { id: string; name: string }[];
  value: string;
  onChange: (id: string) => void;
}) {
  return (
    <Select
      aria-label={props.label}
      w={props.width}
      allowDeselect={false}
      value={props.value}
      onChange={(next) => props.onChange(next ?? props.value)}
      data={props.options.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

/** 'FRED's clients': for each program, the setup that points it at Almanac, and its first request. */
export function FredCard({ keys }: { keys: readonly ApiKeyLine[] }) {
  const baseUrl = useAppState().data?.base_url ?? '';
  const isOff = useIsSwitchedOff('fred_clients');
  const [shell] = useShell();
  const [id, setId] = useState(FRED_CLIENTS[0]?.id);
  const client = FRED_CLIENTS.find((one) => one.id === id);
  if (!client) return null;
  return (
    <Card
      id="fred"
      title="FRED’s clients"
      beside={<HelpLink to="/guide/fred" about="FRED’s clients" />}
      note="Programs written for FRED, for the series that FRED has too"
      tools={
        !isOff && (
          <SegmentedControl
            aria-label="Client"
            value={client.id}
            onChange={setId}
            data={FRED_CLIENTS.map(({ id: value, name: label }) => ({ value, label }))}
          />
        )
      }
    >
      {isOff ? (
        <SwitchedOff name="fred_clients">/fred and /graph answer 404.</SwitchedOff>
      ) : (
        <Box p="0 1rem 0.875rem">
          <ProgramPanel
            name={client.name}
            text={client.program(baseUrl, shell)}
            path={client.path}
            keys={keys}
            isForFred
          >
            <p>{client.note}</p>
            {client.before && (
              <CommandField label={client.before.label} value={client.before.command} what="command" />
            )}
            <p className="quiet">
              A key made “For FRED’s clients only” works under /fred and /graph, and is refused everywhere
              else. fredr and quantmod, for R, cannot be used: FRED’s address is fixed in their code.
            </p>
          </ProgramPanel>
        </Box>
      )}
    </Card>
  );
}

const NO_COMMAND =
  'This is the installed app, which has no command line. An assistant that only starts commands needs a clone of Almanac’s repository.';

/** 'Assistants': configurations to copy that connect assistants to Almanac, and a test request. */
export function AssistantsCard({ keys }: { keys: readonly ApiKeyLine[] }) {
  const baseUrl = useAppState().data?.base_url;
  const isOff = useIsSwitchedOff('assistants');
  /** `null`: this installation has no command. */
  const command = useAssistantCommand();
  const [id, setId] = useState(ASSISTANTS[0]?.id);
  const [wanted, setWanted] = useState<AssistantWay>('http');
  const client = ASSISTANTS.find((one) => one.id === id);
  if (!client) return null;
  const way = client[wanted] ? wanted : client.http ? 'http' : 'command';
  const address = `${baseUrl ?? ''}${ASSISTANTS_PATH}`;
  const text = way === 'http' ? client.http?.(address) : command && client.command?.(command);
  const how =
    way === 'http'
      ? `It asks ${address} while Almanac runs. Make a key for it and put it into the environment as ${KEY_VARIABLE}; each question counts against its limits.`
      : command === null
        ? NO_COMMAND
        : 'The assistant starts this command, which reads the data folder without a key, even when Almanac is not running.';
  return (
    <Card
      id="assistants"
      title="Assistants"
      beside={<HelpLink to="/guide/assistants" about="assistants" />}
      note="They read data over the Model Context Protocol, and change nothing"
      tools={
        !isOff && (
          <>
            <ToolSelect
              label="Assistant"
              width="11rem"
              options={ASSISTANTS}
              value={client.id}
              onChange={setId}
            />
            <SegmentedControl
              aria-label="Way"
              value={way}
              onChange={setWanted}
              data={[
                { value: 'http', label: 'HTTP', disabled: !client.http },
                { value: 'command', label: 'Command', disabled: !client.command },
              ]}
            />
          </>
        )
      }
    >
      {isOff ? (
        <SwitchedOff name="assistants">/mcp answers 404, and the command mcp ends at once.</SwitchedOff>
      ) : (
        <div className={styles.connection}>
          <div className="column gap-8 shrink">
            <p className="fine breaks">{how}</p>
            <ListTools keys={keys} />
          </div>
          {text && (
            <section className="shrink" aria-label="Configuration">
              <CommandField isLong label={`Paste into ${client.file}`} value={text} what="configuration" />
            </section>
          )}
        </div>
      )}
    </Card>
  );
}

/** Sends an assistant's first request, the list of tools. */
function ListTools({ keys }: { keys: readonly ApiKeyLine[] }) {
  const [key] = usableKeys(keys);
  return (
    <RequestButton
      label="Run it"
      request={{ path: ASSISTANTS_PATH, ...(key && { id: key.id }) }}
      outcome={({ body, status, took_ms }) => {
        const tools = toolCount(body);
        const answered = `${statusText(status)}, ${tookText(took_ms)}`;
        return tools === undefined
          ? { text: answered, isGood: false }
          : { text: `${tools} tools: ${answered}`, isGood: true };
      }}
      note={
        key
          ? `Lists the tools over HTTP, with the key “${key.label}”`
          : 'Needs a stored key: without one the request is refused'
      }
    />
  );
}
