import { useNavigate } from 'react-router-dom';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useBulkAction } from '../bulk/use-bulk-action.ts';
import { ListPage } from './list-page.tsx';
import { useRemoveAction } from './remove-action.tsx';
import type { RowAction } from './row-actions.tsx';
import { type SwitchOptions, useSwitchActions } from './switch-actions.tsx';

interface MasterPageProps extends SwitchOptions {
  definition: AnyDefinition;
  /** Route of the form for a new one. */
  newAt: string;
  /** Route of the form of one. */
  editAt(id: number): string;
  /** Where a row leads; to its form by default. */
  openAt?(id: number): string;
  /** Route where many are changed at once. */
  bulkAt?: string;
  /** More to do with a row. */
  rowActions?: (row: Row) => readonly RowAction[];
}

/** The list of a master record that has a form of its own and is switched on and off, one or several at once. */
export function MasterPage({
  definition,
  newAt,
  editAt,
  openAt = editAt,
  bulkAt,
  rowActions,
  ...switched
}: MasterPageProps) {
  const navigate = useNavigate();
  const mayEdit = useMayUse()(definition.calls.edit?.[1]);
  const switches = useSwitchActions(definition, switched);
  const removal = useRemoveAction(definition);
  const bulk = useBulkAction(definition, bulkAt);
  return (
    <ListPage
      definition={definition}
      newAt={newAt}
      openAt={(row) => openAt(row.id)}
      rowActions={(row) => [
        ...(mayEdit ? [{ key: 'edit', label: '编辑', run: () => void navigate(editAt(row.id)) }] : []),
        ...(rowActions?.(row) ?? []),
        ...switches.rowActions(row),
        ...removal.of(row),
      ]}
      batchActions={({ selection }) => [...bulk(selection.ids), ...switches.batchActions(selection)]}
      slots={{ above: switches.notice ?? removal.notice }}
    />
  );
}
