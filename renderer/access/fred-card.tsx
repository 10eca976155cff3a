import { Box, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { useHostState } from '../api/index.ts';
import { HelpLink } from '../frame/index.ts';
import { ProgramPanel } from '../programs/index.ts';
import styles from './access.module.css';
import { CommandField } from './command-field.tsx';
import { DoorClosed, useIsClosed } from './door-closed.tsx';
import { FRED_CLIENTS } from './fred-programs.ts';
import { useShell } from './use-shell.ts';

/** 'FRED's clients': what points programs written for FRED at Almanac, to copy, and the request that each sends first. */
export function FredCard({ keys }: { keys: readonly ApiKeyLine[] }) {
  const baseUrl = useHostState().data?.base_url ?? '';
  const isClosed = useIsClosed('fred_clients');
  const [shell] = useShell();
  const [id, setId] = useState(FRED_CLIENTS[0]?.id);
  const client = FRED_CLIENTS.find((one) => one.id === id);
  if (!client) return null;
  return (
    <section className="card" aria-labelledby="fred-heading">
      <div className={`row wrap gap-8-12 ${styles.head}`}>
        <h2 className="heading" id="fred-heading">
          FRED’s clients
        </h2>
        <HelpLink to="/guide/fred" about="FRED’s clients" />
        <span className="fill quiet fine">Programs written for FRED, for the series that FRED has too</span>
        {!isClosed && (
          <SegmentedControl
            aria-label="Client"
            value={client.id}
            onChange={setId}
            data={FRED_CLIENTS.map(({ id: value, name: label }) => ({ value, label }))}
          />
        )}
      </div>
      {isClosed ? (
        <DoorClosed name="fred_clients">/fred and /graph answer 404.</DoorClosed>
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
              A key made “For FRED’s clients only” is good under /fred and /graph, and refused everywhere
              else. fredr and quantmod, for R, cannot be used: FRED’s address is fixed in their code.
            </p>
          </ProgramPanel>
        </Box>
      )}
    </section>
  );
}
