import { Box, Select } from '@mantine/core';
import { useState } from 'react';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { FIRST_TRIED } from '../../service/datasets/examples.ts';
import { useHostState } from '../api/index.ts';
import { HelpLink } from '../frame/index.ts';
import { addressFor, PROGRAMS, ProgramPanel, requestedPath } from '../programs/index.ts';
import styles from './access.module.css';

/** A small chart, which every tool can ask for. */
const EXAMPLE = { series: `${FIRST_TRIED.id}.${FIRST_TRIED.headline}`, range: '1Y' };

/** 'Spreadsheets and programs': how each tool asks for a chart, to copy, and its request. */
export function ToolsCard({ keys }: { keys: readonly ApiKeyLine[] }) {
  const host = useHostState().data;
  const [id, setId] = useState('power-query');
  const program = PROGRAMS.find((one) => one.id === id);
  if (!program) return null;
  const at = addressFor(program, host);
  return (
    <section className="card" aria-labelledby="tools-heading">
      <div className={`row wrap gap-8-12 ${styles.head}`}>
        <h2 className="heading" id="tools-heading">
          Spreadsheets and programs
        </h2>
        <HelpLink to="/guide/excel" about="spreadsheets" />
        <span className="fill quiet fine">Each asks for one chart; Take away writes it for yours</span>
        <Select
          aria-label="Tool"
          w="13rem"
          allowDeselect={false}
          value={program.id}
          onChange={(next) => setId(next ?? program.id)}
          data={PROGRAMS.map(({ id: value, name }) => ({ value, label: name }))}
        />
      </div>
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
    </section>
  );
}
