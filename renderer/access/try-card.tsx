import { Box, Button, Flex, Loader, MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiKeyLine, TryAnswer } from '../../service/contract/access.ts';
import { FIRST_TRIED } from '../../service/datasets/examples.ts';
import { DATASETS, findDataset, MARKET_OBSERVATIONS } from '../../service/datasets/index.ts';
import { useAccessActions, useAppState, useCatalog } from '../api/index.ts';
import {
  bytesText,
  Lines,
  rateLeftText,
  readableBody,
  shownHeaders,
  statusText,
  tookText,
  usableKeys,
  useAction,
  wrongParameter,
} from '../programs/index.ts';
import styles from './access.module.css';
import { Card, CommandField, Hint, useShell } from './card-parts.tsx';
import { curlLine, KEY_VARIABLE } from './client-programs.ts';
import { maskedKey, sortKeys } from './key-line.ts';
import { parseTryPath, type TryForm, tryPath, typedParameters, usualForm } from './try-request.ts';

const route = getRouteApi('/access');

/** 'Try it': sends a request as any other tool would, and shows the response. */
export function TryCard({ keys }: { keys: readonly ApiKeyLine[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const datasets = useCatalog().data?.datasets ?? [];
  const [shell] = useShell();
  const [draft, setDraft] = useState<TryForm | undefined>(() => parseTryPath(search.try ?? ''));
  const [keyId, setKeyId] = useState<string | null>();
  const [answer, setAnswer] = useState<TryAnswer>();
  const send = useAction(useAccessActions().tryRequest);
  const baseUrl = useAppState().data?.base_url ?? '';

  const form = draft ?? usual(FIRST_TRIED.id);
  const usable = usableKeys(keys);
  // The oldest key until the user chooses: an order by last use could change meanwhile. `null`: no key.
  const chosen = keyId === undefined ? (usable[0]?.id ?? null) : keyId;
  const sentKey = usable.some(({ id }) => id === chosen) ? chosen : null;
  const path = tryPath(form);

  function usual(id: string): TryForm {
    const last = datasets.find((one) => one.id === id)?.last_date;
    return usualForm(findDataset(id) ?? FIRST_TRIED, last ?? new Date().toISOString().slice(0, 10));
  }

  function change(next: TryForm): void {
    setDraft(next);
    setAnswer(undefined);
  }

  async function submit(): Promise<void> {
    void navigate({ search: (before) => ({ ...before, try: path }), replace: true, resetScroll: false });
    const got = await send.run({ path, ...(sentKey !== null && { id: sentKey }) });
    if (got) setAnswer(got);
  }

  return (
    <Card id="try" title="Try it" note="One real request; it counts against the limits of its key">
      <div className={styles.try}>
        <TryFields
          form={form}
          keys={sortKeys(usable)}
          keyId={sentKey}
          wrong={answer && wrongParameter(answer)}
          isPending={send.isPending}
          onChange={change}
          onDataset={(id) => change(usual(id))}
          onKey={setKeyId}
          onSubmit={() => void submit()}
        />
        <div className="column shrink gap-8">
          <CommandField
            label="Request"
            value={curlLine(baseUrl + path, shell, sentKey === null ? null : KEY_VARIABLE)}
            what="request as curl"
          />
          {send.error && <Hint tone="failure">{send.error}</Hint>}
          <Flex
            component="p"
            wrap="wrap"
            align="center"
            rowGap={4}
            columnGap={12}
            mih="1.375rem"
            role="status"
          >
            {send.isPending && <Loader size={14} aria-hidden />}
            {answer && !send.isPending && <AnswerLine answer={answer} />}
          </Flex>
          {answer ? (
            <AnswerBody answer={answer} />
          ) : (
            <Box className="rounded center fill quiet" mih="8rem" bd="1px dashed var(--line)">
              The response appears here: status, headers, body.
            </Box>
          )}
        </div>
      </div>
    </Card>
  );
}

const NO_KEY = '';
const ENDPOINTS = (['economic-data', 'market-data'] as const).map((group) => ({
  group: group === 'economic-data' ? 'Economic data' : 'Market data',
  items: DATASETS.filter((dataset) => dataset.group === group).map(({ id, title }) => ({
    value: id,
    label: `/${id}`,
    title,
  })),
}));
const PLACEHOLDERS = {
  date_from: 'YYYY-MM-DD',
  date_to: 'YYYY-MM-DD',
  state: 'all',
  limit: '100',
  offset: '0',
};

/** The form of 'Try it'. The API validates the input; its error shows under the field that it names. */
function TryFields(props: {
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
  const known = dataset?.series.map(({ code }) => code) ?? [];
  const typed = typedParameters(dataset);
  const change = (part: Partial<TryForm>): void => props.onChange({ ...form, ...part });
  const errorOf = (parameter: string) => (wrong?.parameter === parameter ? wrong.message : undefined);
  const [first, second, ...rest] = typed.map((name) => (
    <TextInput
      key={name}
      label={name}
      placeholder={PLACEHOLDERS[name]}
      autoComplete="off"
      spellCheck={false}
      value={form[name]}
      error={errorOf(name)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  ));
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
        // A link may name other series, which the API must judge.
        data={[...new Set([...known, ...form.series])]}
        value={[...form.series]}
        error={errorOf('series')}
        onChange={(series) => change({ series })}
      />
      <div className={`gap-10 ${styles.pair}`}>
        {first}
        {second}
      </div>
      {rest}
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
      {wrong && !['series', ...typed].includes(wrong.parameter) && (
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

function AnswerLine({ answer }: { answer: TryAnswer }) {
  const left = rateLeftText(answer.headers);
  return (
    <>
      <span className="chip one-line" data-tone={answer.status < 400 ? 'active' : 'lost'}>
        {statusText(answer.status)}
      </span>
      <span>{tookText(answer.took_ms)}</span>
      <span>{bytesText(answer.bytes)}</span>
      {left !== undefined && <span className="quiet">{left}</span>}
    </>
  );
}

function AnswerBody({ answer }: { answer: TryAnswer }) {
  return (
    <>
      <dl className="fine mono">
        {shownHeaders(answer.headers).map(([name, value]) => (
          <div key={name} className="flex gap-10">
            <Box component="dt" className="quiet" flex="0 0 9.5rem">
              {name}
            </Box>
            <dd className="shrink breaks">{value}</dd>
          </div>
        ))}
      </dl>
      <Lines name="Body" text={readableBody(answer)} what="body" />
      {answer.is_cut && (
        <p className="quiet fine">
          Cut: only the first 64 KiB of {bytesText(answer.bytes)} are shown. Other tools get all of it.
        </p>
      )}
    </>
  );
}
