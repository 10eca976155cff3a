import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createJobs, createUploads } from '../../electron/data-work/index.ts';
import type { HostJob } from '../../service/contract/host.ts';
import { scripted } from './scripted-host.ts';

type Call = { name: string; input: { file?: { path: string }; files?: { path: string }[] }; how: How };
type How = { signal?: AbortSignal; onProgress?: (progress: object) => void };

/** A host whose uploads are real copies, and a service that answers as the test says. */
export function fileHost(answer: (call: Call) => unknown = () => ({}), mostBytes?: number) {
  const uploads = createUploads(mostBytes);
  onTestFinished(() => uploads.close());
  const calls: Call[] = [];
  const logs: string[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-chosen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const chosen = new Map<string, { path: string; name: string }>();
  const made = scripted({
    call: (name, input, how) => {
      const call = { name, input, how } as Call;
      calls.push(call);
      return answer(call);
    },
    over: {
      uploads,
      jobs: createJobs((line) => logs.push(line)),
      chosenFiles: { redeem: (grant) => chosen.get(grant) },
    },
  });
  const jobs = async () => ((await (await made.ask('/host/jobs')).json()) as { jobs: HostJob[] }).jobs;
  /** Starts an action, and waits for its first job. */
  const done = async (name: string, body: object) => {
    const [status] = await made.said(made.post(name, body));
    await expect.poll(async () => (await jobs())[0]?.state, { interval: 2 }).not.toBe('running');
    return [status, (await jobs())[0]];
  };
  const upload = async (name = 'debt.csv', text = 'date,value\n') =>
    (await made.said(made.ask(`/host/upload?name=${name}`, { method: 'POST', body: text })))[1]
      .upload as string;
  const pathOf = ({ input }: Call) => input.file?.path ?? input.files?.[0]?.path ?? '';
  return { ...made, jobs, done, upload, calls, logs, pathOf, folder, chosen };
}
