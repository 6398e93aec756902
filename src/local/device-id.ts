import type { Journal } from './databases.ts';

/** This installation's id: made once, the same in every page and worker of it. */
export function deviceId(db: Journal, newOpId: () => string): Promise<string> {
  return db.transaction('rw', db.meta, async () => {
    const row = await db.meta.get('device');
    if (row?.key === 'device') return row.id;
    const id = newOpId();
    await db.meta.add({ key: 'device', id });
    return id;
  });
}
