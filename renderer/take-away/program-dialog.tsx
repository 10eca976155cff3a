import { Select } from '@mantine/core';
import { useState } from 'react';
import { plainly } from '../../service/series-math/decimal-text.ts';
import { useApiKeys, useAppState, useCan } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import { addressFor, PROGRAMS, ProgramPanel, type ProgramRequest, requestedPath } from '../programs/index.ts';

const POLL_MS = 10_000;

/** The request behind the shown data as a program for another tool: to read, copy and send. */
export function ProgramDialog(props: { asked: ProgramRequest; onClose: () => void }) {
  const { asked } = props;
  const host = useAppState().data;
  const hasKeys = useCan('keys');
  const keys = useApiKeys(POLL_MS).data?.keys;
  const [id, setId] = useState(PROGRAMS[0]?.id);
  const program = PROGRAMS.find((one) => one.id === id);
  if (!program) return null;
  const at = addressFor(program, host);
  return (
    <Dialog title="The request, for other tools" size={880} onClose={props.onClose}>
      <Select
        label="Tool"
        w="14rem"
        allowDeselect={false}
        data-autofocus
        value={program.id}
        onChange={(next) => setId(next ?? program.id)}
        data={PROGRAMS.map(({ id: value, name }) => ({ value, label: name }))}
      />
      <ProgramPanel
        name={program.name}
        text={'baseUrl' in at ? plainly(() => program.write(asked, at.baseUrl)) : undefined}
        path={plainly(() => requestedPath(program, asked))}
        keys={hasKeys ? (keys ?? []) : undefined}
      >
        <p>{'why' in at ? at.why : program.note}</p>
        {!hasKeys && <p className="quiet">The key is the one with which you signed in here.</p>}
      </ProgramPanel>
    </Dialog>
  );
}
