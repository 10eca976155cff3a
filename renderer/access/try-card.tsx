import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiKeyLine, TryAnswer } from '../../service/contract/access.ts';
import { FIRST_TRIED } from '../../service/datasets/examples.ts';
import { DATASETS, findDataset } from '../../service/datasets/index.ts';
import { useAccessActions, useCatalog, useHostState } from '../api/index.ts';
import { usableKeys, useAction, wrongParameter } from '../programs/index.ts';
import styles from './access.module.css';
import { curlLine, KEY_VARIABLE } from './commands.ts';
import { sortKeys } from './key-line.ts';
import tryStyles from './try.module.css';
import { TryAnswerView } from './try-answer-view.tsx';
import { TryFields } from './try-fields.tsx';
import { parseTryPath, type TryForm, tryPath, usualForm } from './try-request.ts';
import { useShell } from './use-shell.ts';

const route = getRouteApi('/access');

/** 'Try it': sends one request as any other tool would, and shows the response. */
export function TryCard({ keys }: { keys: readonly ApiKeyLine[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const lastDate = useLastDate();
  const [shell] = useShell();
  const [draft, setDraft] = useState<TryForm | undefined>(() => parseTryPath(search.try ?? ''));
  const [keyId, setKeyId] = useState<string | null>();
  const [answer, setAnswer] = useState<TryAnswer>();
  const send = useAction(useAccessActions().tryRequest);
  const baseUrl = useHostState().data?.base_url ?? '';

  const form = draft ?? usual(FIRST_TRIED.id);
  const usable = usableKeys(keys);
  // The oldest key until the user chooses one, because an order by last use could change meanwhile. `null`: no key.
  const chosen = keyId === undefined ? (usable[0]?.id ?? null) : keyId;
  const sentKey = usable.some(({ id }) => id === chosen) ? chosen : null;
  const path = tryPath(form);

  function usual(id: string): TryForm {
    const dataset = findDataset(id) ?? DATASETS[0];
    if (!dataset) throw new Error('The catalogue is empty.');
    return usualForm(dataset, lastDate(id));
  }

  async function submit(): Promise<void> {
    void navigate({ search: (before) => ({ ...before, try: path }), replace: true, resetScroll: false });
    const got = await send.run({ path, ...(sentKey !== null && { id: sentKey }) });
    if (got) setAnswer(got);
  }

  return (
    <section className="card" aria-labelledby="try-heading">
      <div className={`row wrap gap-8-12 ${styles.head}`}>
        <h2 className="heading" id="try-heading">
          Try it
        </h2>
        <span className="fill quiet fine">One real request; it counts against the limits of its key</span>
      </div>
      <div className={tryStyles.try}>
        <TryFields
          form={form}
          keys={sortKeys(usable)}
          keyId={sentKey}
          wrong={answer && wrongParameter(answer)}
          isPending={send.isPending}
          onChange={(next) => {
            setDraft(next);
            setAnswer(undefined);
          }}
          onDataset={(id) => {
            setDraft(usual(id));
            setAnswer(undefined);
          }}
          onKey={setKeyId}
          onSubmit={() => void submit()}
        />
        <TryAnswerView
          command={curlLine(baseUrl + path, shell, sentKey === null ? null : KEY_VARIABLE)}
          path={path}
          answer={answer}
          error={send.error}
          isPending={send.isPending}
        />
      </div>
    </section>
  );
}

/** @returns the newest date held of a dataset, else today in UTC; `YYYY-MM-DD`. */
function useLastDate(): (dataset: string) => string {
  const datasets = useCatalog().data?.datasets ?? [];
  return (dataset) =>
    datasets.find(({ id }) => id === dataset)?.last_date ?? new Date().toISOString().slice(0, 10);
}
