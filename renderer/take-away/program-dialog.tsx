import { Select } from '@mantine/core';
import { useState } from 'react';
import { plainly } from '../../service/series-math/decimal-text.ts';
import { useApiKeys } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import { type Asked, PROGRAMS, ProgramPanel, requestedPath, unreachable } from '../programs/index.ts';

const POLL_MS = 10_000;

/** The request behind what is shown, as a program of another tool: to read, to copy, and to send. */
export function ProgramDialog(props: { asked: Asked; baseUrl: string; onClose: () => void }) {
  const { asked, baseUrl } = props;
  const keys = useApiKeys(POLL_MS).data?.keys ?? [];
  const [id, setId] = useState(PROGRAMS[0]?.id);
  const program = PROGRAMS.find((one) => one.id === id);
  if (!program) return null;
  const why = unreachable(program, baseUrl);
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
        text={why === undefined ? plainly(() => program.write(asked, baseUrl)) : undefined}
        path={plainly(() => requestedPath(program, asked))}
        keys={keys}
      >
        <p>{why ?? program.note}</p>
      </ProgramPanel>
    </Dialog>
  );
}
