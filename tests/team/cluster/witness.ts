import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Answer = { status: number; headers: IncomingMessage['headers']; text: string };

/**
 * Sees all answers of a test, whichever node gave them. An ETag stands for a question at one version of the data, so there must be one
 * body to each.
 */
export const witness = openWitness();

function openWitness() {
  const bodies = new Map<string, { body: string; from: Set<string> }>();
  const differing: string[] = [];
  let answers = 0;
  return {
    /** @param at what was asked. @param from the node, or what stands before all of them. */
    see(at: string, from: string, { status, headers, text }: Answer): void {
      if (status !== 200 || headers.etag === undefined) return;
      answers += 1;
      // The ETag of a page with a next one has the caller, too.
      const version = headers.etag.replace(/\.[^."]+\.[^."]+(?="$)/, '');
      const question = `${withoutToken(at)} ${version}`;
      const body = hash('sha1', withoutToken(text).replace(/("(?:latency|latency_ms)":)[\d.]+/g, '$1'));
      const before = bodies.get(question);
      if (!before) return void bodies.set(question, { body, from: new Set([from]) });
      before.from.add(from);
      if (before.body !== body)
        differing.push(`${question}: ${from} answers otherwise than ${[...before.from]}`);
    },
    /** `shared`: how many questions at one version several nodes have answered. */
    seen: () => ({
      answers,
      versions: bodies.size,
      shared: [...bodies.values()].filter(({ from }) => from.size > 1).length,
      differing,
    }),
  };
}

/** Tokens are signed for the second in which they are given. */
function withoutToken(text: string): string {
  return text.replace(/([?&]token_id=)[^"&]*/g, '$1');
}
