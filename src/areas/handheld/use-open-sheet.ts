import { useMemo } from 'react';
import { useLocal } from '#src/engine/local-context.tsx';
import type { OpenSheet } from '#src/local/index.ts';
import { useLive } from './use-live.ts';

/** A sheet as this device keeps it now, whoever changes it; `undefined` while it is read, null when it is not here. */
export function useOpenSheet(uid: number, sheetId: number): OpenSheet | null | undefined {
  const { sheets } = useLocal();
  const live = useMemo(() => sheets.kept(uid, sheetId), [sheets, uid, sheetId]);
  const kept = useLive(live);
  return kept?.open;
}
