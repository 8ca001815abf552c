import { QueryClient } from '@tanstack/react-query';

/** An admin wants to see failures at once, and no list that changes under the cursor because a window got focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: 'always' }, // offline it fails at once, and is not sent unseen later
  },
});
