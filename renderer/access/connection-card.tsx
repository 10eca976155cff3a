import { Anchor, Skeleton } from '@mantine/core';
import { IconBook2, IconBraces } from '@tabler/icons-react';
import { useHostState, useIsAway, useIsRestarting } from '../api/index.ts';
import { answerSummary, RequestButton } from '../programs/index.ts';
import styles from './access.module.css';
import { CommandField } from './command-field.tsx';
import { curlLine } from './commands.ts';
import places from './connection.module.css';
import { ShellChoice } from './shell-choice.tsx';
import { useShell } from './use-shell.ts';

/** The address of the API, whether it answers, and its documentation. */
export function ConnectionCard() {
  const host = useHostState().data;
  const [shell, setShell] = useShell();
  const baseUrl = host?.base_url;
  const isAway = [useIsAway(), useIsRestarting()].includes(true);
  return (
    <section className="card" aria-labelledby="connection-heading">
      <div className={`row wrap gap-8-12 ${styles.head}`}>
        <h2 className="heading" id="connection-heading">
          Connection
        </h2>
        {host && (
          <span className="chip one-line" data-tone={isAway ? 'idle' : 'active'} role="status">
            <span aria-hidden />
            {isAway ? 'Restarting' : 'Running'}
          </span>
        )}
        <span className="fill quiet fine">Answers only programs on this computer</span>
        {baseUrl && (
          <span className={`flex gap-16 ${places.links}`}>
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
        )}
        <ShellChoice shell={shell} onChange={setShell} />
      </div>
      {baseUrl ? (
        <div className={places.connection}>
          <CommandField label="Base URL" value={baseUrl} what="base URL" />
          <div className={`gap-8 ${places.test}`}>
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
    </section>
  );
}

const HEALTH = '/healthz';
