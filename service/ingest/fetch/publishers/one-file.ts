import type { Publication, Way } from '../types.ts';

/** @returns a way that is one file at one address, whole at every release; fetched only when the publisher has a newer one. */
export function oneFile(publication: Publication, { every, history }: Pick<Way, 'every' | 'history'>): Way {
  const { source, url } = publication;
  return {
    title: source,
    every,
    history,
    async *fetch(session) {
      const got = await session.get(publication);
      yield got.isUnchanged ? { source, location: url } : { source, location: url, path: got.path };
    },
  };
}
