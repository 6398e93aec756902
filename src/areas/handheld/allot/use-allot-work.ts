import type { AllotEnd } from '#contract/areas/allocation/allot-entry.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import type { AllotWork } from './entry.ts';
import { allotWork } from './work.ts';

/** Work on one end of allots on this device; suspends while its databases open. */
export function useAllotWork(end: AllotEnd): AllotWork {
  return allotWork[end](useLocal());
}
