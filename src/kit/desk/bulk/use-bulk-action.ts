import { useNavigate } from 'react-router-dom';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { keepList } from '#contract/kit/kept-list.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import type { RowAction } from '../list/row-actions.tsx';
import { useToast } from '../toast.ts';

/** 批量编辑, or as told, of the records picked on a list, for those who may: a few stand in the address of its page, many are kept on the server. */
export function useBulkAction(
  definition: AnyDefinition,
  at: string | undefined,
  label = '批量编辑',
): (ids: readonly number[]) => readonly RowAction[] {
  const wire = useWire();
  const navigate = useNavigate();
  const toast = useToast();
  const mayUse = useMayUse()(definition.bulk?.access);
  const open = async (ids: readonly number[]) => {
    if (ids.length <= limits.addressEntries) return void navigate(`${at}?ids=${ids.join(',')}`);
    const kept = await wire.send(keepList, { ids: [...ids] });
    if (kept.ok) void navigate(`${at}?list=${kept.value.list}`);
    else toast.bad(wordsOf(kept.failure));
  };
  return (ids) =>
    at !== undefined && mayUse && ids.length > 0 ? [{ key: 'bulk', label, run: () => void open(ids) }] : [];
}
