import { Box, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { ApiKeyLine, TryAnswer } from '../../service/contract/access.ts';
import { useHostState } from '../api/index.ts';
import { CopyText, HelpLink } from '../frame/index.ts';
import styles from './access.module.css';
import { CommandField } from './command-field.tsx';
import places from './connection.module.css';
import { FRED_CLIENTS } from './fred-programs.ts';
import { RequestButton } from './request-button.tsx';
import tryStyles from './try.module.css';
import { answered } from './try-answer.ts';
import { useShell } from './use-shell.ts';

/** 'FRED's clients': what points programs written for FRED at Almanac, to copy, and the request that each sends first. */
export function FredCard({ keys }: { keys: readonly ApiKeyLine[] }) {
  const baseUrl = useHostState().data?.base_url ?? '';
  const [shell] = useShell();
  const [id, setId] = useState(FRED_CLIENTS[0]?.id);
  const client = FRED_CLIENTS.find((one) => one.id === id);
  if (!client) return null;
  const program = client.program(baseUrl, shell);
  return (
    <section className="card" aria-labelledby="fred-heading">
      <div className={`row wrap gap-8-12 ${styles.head}`}>
        <h2 className="heading" id="fred-heading">
          FRED’s clients
        </h2>
        <HelpLink to="/guide/fred" about="FRED’s clients" />
        <span className="fill quiet fine">Programs written for FRED, for the series that FRED has too</span>
        <SegmentedControl
          aria-label="Client"
          value={client.id}
          onChange={setId}
          data={FRED_CLIENTS.map(({ id: value, name: label }) => ({ value, label }))}
        />
      </div>
      <div className={places.connection}>
        <div className="column gap-8 shrink">
          <p className="fine breaks">{client.note}</p>
          {client.before && (
            <CommandField label={client.before.label} value={client.before.command} what="command" />
          )}
          <p className="quiet fine">
            fredr and quantmod, for R, cannot be used: FRED’s address is fixed in their code.
          </p>
        </div>
        <div className="column gap-8 shrink">
          <Box pos="relative">
            <Lines name="Program" text={program} />
            <Box component="span" pos="absolute" top={4} right={8}>
              <CopyText value={program} what="program" />
            </Box>
          </Box>
          <RunIt key={client.id} path={client.path} keys={keys} />
        </div>
      </div>
    </section>
  );
}

/** Sends the program's first request. */
function RunIt({ path, keys }: { path: string; keys: readonly ApiKeyLine[] }) {
  const [answer, setAnswer] = useState<TryAnswer>();
  const key = keys.find(({ revoked_at, is_kept }) => revoked_at === null && is_kept);
  return (
    <>
      <RequestButton
        label="Run it"
        request={{ path, ...(key && { id: key.id }) }}
        outcome={answered}
        note={
          key
            ? `Sends its first request, with the key “${key.label}”`
            : 'Needs a key: without one it is refused'
        }
        onAnswer={setAnswer}
      />
      {answer && <Lines name="Answer" text={beginningOf(answer.body)} />}
    </>
  );
}

/** A text that scrolls where it is long. */
function Lines({ name, text }: { name: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={`well fine mono breaks ${tryStyles.body}`} aria-label={name} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  );
}

/** @returns the first lines: enough to see what came. */
function beginningOf(body: string): string {
  const lines = body.slice(0, 2000).split('\n');
  return lines.length > 6 ? `${lines.slice(0, 6).join('\n')}\n…` : lines.join('\n');
}
