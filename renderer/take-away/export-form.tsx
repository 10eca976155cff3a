import { Box, Button, Checkbox, Radio, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CsvDialect } from '../../service/contract/table-export.ts';
import { CSV_FORMAT, FORMAT_CHOICES } from '../../service/contract/table-formats.ts';
import { useAppState } from '../api/index.ts';
import { HelpLine } from '../frame/index.ts';
import styles from './export.module.css';
import { chosenFormat, type ExportChoice } from './export-choice.ts';
import { ExportRun, type ScreenExport, useExport } from './export-run.tsx';

/** An export from its form to its receipt. @param props.children describes the file's content */
export function ExportSteps(props: {
  choice: ExportChoice;
  onChange: (change: Partial<ExportChoice>) => void;
  /** Whether the user can choose a layout; false for lists of constituents, whose columns are fixed. */
  hasLayouts?: boolean;
  rangeChoice?: ReactNode;
  children: ReactNode;
  /** The file's name without its extension, if it is known in advance. */
  stem?: string;
  action?: string;
  isReady: boolean;
  ask: (chosen: ExportChoice, baseUrl: string) => ScreenExport;
}) {
  const { choice, onChange, hasLayouts = true, stem } = props;
  const { base_url: baseUrl, mode } = useAppState().data ?? {};
  const run = useExport();
  // The desktop app always saves the provenance beside the file.
  const canZip = mode === 'browser';
  const { format, holdsProvenance } = chosenFormat(choice);
  const ending = canZip && choice.zipped && !holdsProvenance ? 'zip' : format;
  return (
    <>
      <ExportForm
        choice={choice}
        canZip={canZip}
        hasLayouts={hasLayouts}
        onChange={(changed) => {
          run.forget();
          onChange(changed);
        }}
      />
      {props.rangeChoice}
      <Box className="well column gap-4" p="0.5rem 0.75rem">
        {props.children}
      </Box>
      <ExportRun run={run} isDesktop={mode === 'desktop'} />
      <div className={`row gap-12 ${styles.actions}`}>
        <span className={`grow quiet fine ${stem === undefined ? '' : 'mono breaks'}`}>
          {stem === undefined ? 'One file, one receipt' : `${stem}.${ending}`}
        </span>
        <Button
          data-autofocus
          leftSection={<IconDownload size={16} stroke={1.6} />}
          disabled={!props.isReady || run.isRunning}
          onClick={() => run.start(props.ask(canZip ? choice : { ...choice, zipped: false }, baseUrl ?? ''))}
        >
          {props.action ?? 'Export'}
        </Button>
      </div>
    </>
  );
}

function ExportForm(props: {
  choice: ExportChoice;
  onChange: (change: Partial<ExportChoice>) => void;
  /** Whether the user may choose a ZIP with the provenance. */
  canZip: boolean;
  hasLayouts: boolean;
}) {
  const { choice, onChange, hasLayouts } = props;
  const { format, isForExcel, isWorkbook } = chosenFormat(choice);
  const isCsv = format === CSV_FORMAT;
  const guard = isForExcel ? 'guardedForExcel' : 'guarded';
  return (
    <>
      <Options label="Format">
        {FORMAT_CHOICES.map(({ choice: name, label, detail }) => (
          <ExportOption
            key={name}
            name="format"
            label={label}
            detail={detail}
            isChosen={choice.format === name}
            onChoose={() => onChange({ format: name })}
          />
        ))}
      </Options>
      {hasLayouts && !isWorkbook && (
        <Options label="Layout">
          <ExportOption
            name="layout"
            label="Wide"
            detail="a column for each line, a row for each date"
            isChosen={choice.layout === 'wide'}
            onChoose={() => onChange({ layout: 'wide' })}
          />
          <ExportOption
            name="layout"
            label="Long"
            detail="a row for each observation"
            isChosen={choice.layout === 'long'}
            onChoose={() => onChange({ layout: 'long' })}
          />
        </Options>
      )}
      {isForExcel && (
        <div className="flex gap-12">
          <Select
            label="Between cells"
            allowDeselect={false}
            data={[
              { value: ',', label: 'Comma ,' },
              { value: ';', label: 'Semicolon ;' },
              { value: '\t', label: 'Tab' },
            ]}
            value={choice.separator}
            onChange={(value) => value && onChange({ separator: value as CsvDialect['separator'] })}
          />
          <Select
            label="Decimals"
            allowDeselect={false}
            data={[
              { value: '.', label: 'Point 1.5' },
              { value: ',', label: 'Comma 1,5' },
            ]}
            value={choice.decimal}
            onChange={(value) => value && onChange({ decimal: value as CsvDialect['decimal'] })}
          />
        </div>
      )}
      {isCsv && (
        <Checkbox
          size="xs"
          label="Keep texts from becoming formulas"
          description="A space before texts that begin with = + - @. Numbers stay as they are."
          checked={choice[guard]}
          onChange={(event) => onChange({ [guard]: event.currentTarget.checked })}
        />
      )}
      {isCsv && props.canZip && (
        <Checkbox
          size="xs"
          label="Together with its provenance, as one ZIP"
          checked={choice.zipped}
          onChange={(event) => onChange({ zipped: event.currentTarget.checked })}
        />
      )}
      <HelpLine
        parts={{
          precision: '/guide/exports#digits',
          'CSV for Excel': '/guide/exports#separators',
          formulas: '/guide/exports#formulas-in-csv',
        }}
      />
    </>
  );
}

export function Options({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset>
      <Box component="legend" className="label" p={0}>
        {label}
      </Box>
      <div className={`gap-6 ${styles.cards}`}>{children}</div>
    </fieldset>
  );
}

export function ExportOption(props: {
  name: string;
  label: string;
  detail: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <Radio
      name={`export-${props.name}`}
      size="xs"
      className="framed"
      p="0.375rem 0.625rem"
      classNames={{ labelWrapper: 'full-width' }}
      styles={{ description: { marginTop: 0 } }}
      label={props.label}
      description={props.detail}
      checked={props.isChosen}
      onChange={props.onChoose}
    />
  );
}

/** A remark on the file that the user must not overlook. */
export function ExportNote({ children }: { children: ReactNode }) {
  return (
    <Box component="p" className="framed warning fine breaks" mt={2} p="0.25rem 0.5rem">
      {children}
    </Box>
  );
}
