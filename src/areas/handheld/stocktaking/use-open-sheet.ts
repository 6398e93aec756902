import { useMemo } from 'react';
import { useLive } from '../use-live.ts';
import type { OpenSheet } from './sheets.ts';
import { useStocktaking } from './use-stocktaking.ts';

/** A sheet as this device keeps it now, whoever changes it; `undefined` while it is read, null when it is not here. */
export function useOpenSheet(uid: number, sheetId: number): OpenSheet | null | undefined {
  const { sheets } = useStocktaking();
  const live = useMemo(() => sheets.kept(uid, sheetId), [sheets, uid, sheetId]);
  const kept = useLive(live);
  return kept?.open;
}
