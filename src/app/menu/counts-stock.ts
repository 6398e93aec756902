import { countableCall } from '#contract/areas/warehouse/count-entry.ts';
import { readSession } from '#src/platform/session.ts';
import type { Services } from '../services.ts';
import { askMenuEntries, askPermissions } from './menu-query.ts';
import { litEntry } from './menu-tree.ts';

/** Whether the person signed in counts stock, by what the server grants them. */
export async function countsStock(services: Services): Promise<boolean> {
  const uid = readSession()?.uid;
  if (uid === undefined) return false;
  const counting = litEntry('/storage/stocktakingList', { rows: [], menu: await askMenuEntries(services) });
  if (counting === null) return false;
  return (await askPermissions(services, { uid, nodeId: counting.id })).includes(countableCall.access);
}
