import { useCallback, useEffect, useState } from 'react';
import { useLocal } from '#src/engine/local-context.tsx';
import type { OpenSheet } from '#src/local/index.ts';

/** A sheet as this device keeps it; `undefined` while it is read, null when it is not here. `again` reads it anew. */
export function useOpenSheet(
  uid: number,
  sheetId: number,
): { open: OpenSheet | null | undefined; again(): Promise<void> } {
  const { sheets } = useLocal();
  const [open, setOpen] = useState<OpenSheet | null>();
  const again = useCallback(async () => setOpen(await sheets.open(uid, sheetId)), [sheets, uid, sheetId]);
  useEffect(() => void again().catch(reportError), [again]);
  return { open, again };
}
