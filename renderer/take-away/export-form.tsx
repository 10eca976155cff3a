import { Box, Checkbox, Radio, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CsvDialect } from '../../service/contract/table-export.ts';
import styles from './export.module.css';
import { EXPORT_FORMATS, type ExportChoice, type ExportFormat } from './export-choice.ts';

const FORMATS: Record<ExportFormat, { label: string; detail: string }> = {
  csv: { label: 'CSV', detail: 'UTF-8, comma, point' },
  'csv-excel': { label: 'CSV for Excel', detail: 'opens by a double click' },
  xlsx: { label: 'Excel workbook', detail: 'README, a sheet a frequency' },
  parquet: { label: 'Parquet', detail: 'for pandas, R, DuckDB' },
  json: { label: 'JSON', detail: 'values as text' },
};

/** Format, layout and dialect of an export of what is drawn. */
export function ExportForm(props: {
  choice: ExportChoice;
  onChange: (change: Partial<ExportChoice>) => void;
  /** Whether provenance may come in one ZIP; on the desktop it lands beside the file. */
  canZip: boolean;
}) {
  const { choice, onChange } = props;
  const isCsv = choice.format === 'csv' || choice.format === 'csv-excel';
  const guard = choice.format === 'csv-excel' ? 'guardedForExcel' : 'guarded';
  return (
    <>
      <Options label="Format">
        {EXPORT_FORMATS.map((format) => (
          <Option
            key={format}
            name="format"
            {...FORMATS[format]}
            isChosen={choice.format === format}
            onChoose={() => onChange({ format })}
          />
        ))}
      </Options>
      {choice.format !== 'xlsx' && (
        <Options label="Layout">
          <Option
            name="layout"
            label="Wide"
            detail="a column a line, a row a date"
            isChosen={choice.layout === 'wide'}
            onChoose={() => onChange({ layout: 'wide' })}
          />
          <Option
            name="layout"
            label="Long"
            detail="a row an observation"
            isChosen={choice.layout === 'long'}
            onChoose={() => onChange({ layout: 'long' })}
          />
        </Options>
      )}
      {choice.format === 'csv-excel' && (
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
    </>
  );
}

/** Choices of which one is taken. */
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

export function Option(props: {
  /** Of the group. */
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
      className={`framed ${styles.card}`}
      classNames={{ labelWrapper: 'full-width', description: props.isChosen ? 'ink' : '' }}
      styles={{ description: { marginTop: 0 } }}
      data-chosen={props.isChosen || undefined}
      label={props.label}
      description={props.detail}
      checked={props.isChosen}
      onChange={props.onChoose}
    />
  );
}
