import { Button, SegmentedControl } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiKeyLine, TryAnswer } from '../../service/contract/access.ts';
import { useAccessActions, useHostState } from '../api/index.ts';
import { CopyText, HelpLink } from '../frame/index.ts';
import styles from './access.module.css';
import connection from './connection.module.css';
import places from './fred.module.css';
import { FRED_CLIENTS } from './fred-programs.ts';
import { bytesText, statusText, tookText } from './try-answer.ts';
import { useAction } from './use-action.ts';
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
      <div className={places.body}>
        <div className={`command well shrink ${places.program}`}>
          {/* A region that scrolls must be reachable by keyboard. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
          <section aria-label="Program" tabIndex={0} className={places.scrolls}>
            <pre className="fine mono">{program}</pre>
          </section>
          <CopyText value={program} what="program" />
        </div>
        <div className="column gap-8 shrink">
          <p className="fine breaks">{client.note}</p>
          <RunIt key={client.id} path={client.path} keys={keys} />
          <p className="quiet fine">
            fredr and quantmod, for R, cannot be used: FRED’s address is fixed in their code.
          </p>
        </div>
      </div>
    </section>
  );
}

/** Sends the program's first request. It never starts a program. */
function RunIt({ path, keys }: { path: string; keys: readonly ApiKeyLine[] }) {
  const ask = useAction(useAccessActions().tryRequest);
  const [answer, setAnswer] = useState<TryAnswer>();
  const key = keys.find(({ revoked_at, is_kept }) => revoked_at === null && is_kept);

  async function run(): Promise<void> {
    setAnswer(undefined);
    setAnswer(await ask.run({ path, ...(key && { id: key.id }) }));
  }

  return (
    <>
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
          data-good={answer?.status === 200 || undefined}
        >
          {answer
            ? `${statusText(answer.status)}, ${tookText(answer.took_ms)}, ${bytesText(answer.bytes)}`
            : (ask.error ?? '')}
        </span>
        <span className="quiet fine">
          {key
            ? `Sends its first request, with the key “${key.label}”`
            : 'Needs a key: without one it is refused'}
        </span>
      </div>
      {answer && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={`well fine mono breaks ${places.answer}`} aria-label="Answer" tabIndex={0}>
          <pre>{beginningOf(answer.body)}</pre>
        </section>
      )}
    </>
  );
}

/** @returns the first lines: enough to see what came. */
function beginningOf(body: string): string {
  const lines = body.slice(0, 2000).split('\n');
  return lines.length > 6 ? `${lines.slice(0, 6).join('\n')}\n…` : lines.join('\n');
}
