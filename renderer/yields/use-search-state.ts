import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { readYieldsSearch, type YieldsState, yieldsSearch } from './search.ts';

const route = getRouteApi('/yields');

/** What the address says, and how to change it. Each change is an entry of the browser's history. */
export function useSearchState() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { state, problems } = useMemo(() => readYieldsSearch(search), [search]);
  const change = useCallback(
    // From the address as it is then: two keys may come before the next render.
    (part: Partial<YieldsState>, replace = false) =>
      void navigate({
        search: (before) => yieldsSearch({ ...readYieldsSearch(before).state, ...part }),
        replace,
      }),
    [navigate],
  );
  return { state, problems, change };
}
