import { worthRetry } from './failure.ts';

/** How every read of a window lives unless it says otherwise; without network it waits. */
export const readPolicy = { retry: worthRetry, staleTime: 10_000 } as const;
