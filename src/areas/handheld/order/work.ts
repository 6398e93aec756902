import { useLocal } from '#src/engine/local-context.tsx';
import { workOn } from '../bench/work.ts';
import { orderOut } from './codec.ts';
import type { OutWork } from './entry.ts';

/** Picking of orders with a device's databases; the same for the same ones. */
export const outWork = workOn(orderOut);

/** Picking of orders on this device; suspends while its databases open. */
export function useOutWork(): OutWork {
  return outWork(useLocal());
}
