import type { ServiceDiagnostics } from '../contract/diagnostics.ts';
import { type IngestWorkerOptions, openIngestWorker } from '../ingest/worker/index.ts';
import { almanacVersion } from '../process/version.ts';

/**
 * Reports on this process and checks its files. A separate thread reads the files, so that requests and a running refresh do not
 * have to wait.
 */
export async function serviceDiagnostics(
  options: IngestWorkerOptions,
  port: number,
  signal: AbortSignal,
): Promise<ServiceDiagnostics> {
  const thread = openIngestWorker(options);
  try {
    return {
      ...(await thread.inspect({ signal })),
      pid: process.pid,
      version: almanacVersion(),
      node: process.versions.node,
      address: `127.0.0.1:${port}`,
      up_seconds: Math.round(process.uptime()),
      memory_bytes: process.memoryUsage.rss(),
    };
  } finally {
    await thread.close();
  }
}
