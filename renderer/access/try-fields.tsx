import { Box, Button, MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import type { ApiKeyLine } from '../../service/contract/access.ts';
import { DATASETS, findDataset, MARKET_OBSERVATIONS } from '../../service/datasets/index.ts';
import { maskedKey } from './key-line.ts';
import styles from './try.module.css';
import type { TryForm } from './try-request.ts';

const NO_KEY = '';
const ENDPOINTS = [
  { group: 'Economic data', items: endpoints('economic-data') },
  { group: 'Market data', items: endpoints('market-data') },
];

/** The form of 'Try it': the request, and its key. The API checks the input, and its error is shown under the field that it names. */
export function TryFields(props: {
  form: TryForm;
  keys: readonly ApiKeyLine[];
  keyId: string | null;
  wrong: { parameter: string; message: string } | undefined;
  isPending: boolean;
  onChange: (form: TryForm) => void;
  onDataset: (id: string) => void;
  onKey: (id: string | null) => void;
  onSubmit: () => void;
}) {
  const { form, wrong } = props;
  const dataset = findDataset(form.dataset);
  const isMarket = dataset?.group === 'market-data';
  const change = (part: Partial<TryForm>): void => props.onChange({ ...form, ...part });
  const errorOf = (parameter: string) => (wrong?.parameter === parameter ? wrong.message : undefined);
  const text = (
    name: 'from' | 'to' | 'state' | 'limit' | 'offset',
    label: string,
    parameter: string,
    placeholder: string,
  ) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      value={form[name]}
      error={errorOf(parameter)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form
      className="column gap-10"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <div className={`gap-10 ${styles.endpoint}`}>
        <Select
          label="Endpoint"
          data={ENDPOINTS}
          value={form.dataset}
          allowDeselect={false}
          maxDropdownHeight={320}
          onChange={(id) => id !== null && props.onDataset(id)}
        />
        <div>
          <Box className="fine" mb="0.125rem" fw={500}>
            format
          </Box>
          <SegmentedControl
            aria-label="format"
            fullWidth
            value={form.format}
            onChange={(format) => change({ format })}
            data={[
              { value: 'json', label: 'JSON' },
              { value: 'csv', label: 'CSV' },
            ]}
          />
        </div>
      </div>
      <MultiSelect
        label={form.dataset === MARKET_OBSERVATIONS.id ? 'Tenors' : 'Series'}
        size="xs"
        searchable
        maxDropdownHeight={260}
        hidePickedOptions
        {...(form.series.length === 0 && { placeholder: 'none' })}
        {...(dataset?.kind === 'list' && { maxValues: 1 })}
        data={seriesChoices(form)}
        value={[...form.series]}
        error={errorOf('series')}
        onChange={(series) => change({ series })}
      />
      {isMarket ? (
        <div className={`gap-10 ${styles.pair}`}>
          {text('limit', 'limit', 'limit', '100')}
          {text('offset', 'offset', 'offset', '0')}
        </div>
      ) : (
        <div className={`gap-10 ${styles.pair}`}>
          {text('from', 'date_from', 'date_from', 'YYYY-MM-DD')}
          {text('to', 'date_to', 'date_to', 'YYYY-MM-DD')}
        </div>
      )}
      {dataset?.byState && text('state', 'state', 'state', 'all')}
      <Select
        label="Key"
        data={[
          ...props.keys.map((key) => ({ value: key.id, label: `${key.label}, ${maskedKey(key)}` })),
          { value: NO_KEY, label: 'No key (see the refusal)' },
        ]}
        value={props.keyId ?? NO_KEY}
        allowDeselect={false}
        onChange={(id) => props.onKey(id === NO_KEY ? null : id)}
      />
      {wrong && !isShown(wrong.parameter, isMarket, dataset?.byState ?? false) && (
        <p className="error fine">{wrong.message}</p>
      )}
      <Button
        type="submit"
        size="sm"
        loading={props.isPending}
        leftSection={<IconSend2 size={15} stroke={1.7} aria-hidden />}
      >
        Send request
      </Button>
    </form>
  );
}

function endpoints(group: 'economic-data' | 'market-data') {
  return DATASETS.filter((dataset) => dataset.group === group).map(({ id, title }) => ({
    value: id,
    label: `/${id}`,
    title,
  }));
}

/** @returns the series of the endpoint, and any other that the link names, because the API must judge it. */
function seriesChoices({ dataset, series }: TryForm): string[] {
  const known = findDataset(dataset)?.series.map(({ code }) => code) ?? [];
  return [...known, ...series.filter((code) => !known.includes(code))];
}

function isShown(parameter: string, isMarket: boolean, byState: boolean): boolean {
  const fields = isMarket ? ['limit', 'offset'] : ['date_from', 'date_to', ...(byState ? ['state'] : [])];
  return ['series', ...fields].includes(parameter);
}
