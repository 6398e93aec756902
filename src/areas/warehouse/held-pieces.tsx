import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { heldStock } from '#contract/areas/warehouse/held-stock.ts';
import { manualLock } from '#contract/areas/warehouse/manual-lock.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import { useTransitions } from '#src/engine/detail/use-transitions.ts';
import { useMayOpen } from '#src/engine/places.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useStepSaid } from '#src/kit/desk/detail/use-step-said.ts';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';
import { documentAddress } from './document-address.ts';

const TransitionDialog = lazy(async () => ({
  default: (await import('#src/kit/desk/detail/transition-dialog.tsx')).TransitionDialog,
}));

/** Who was promised pieces: each leads to its document, and those that somebody locked by hand are let go of here. */
export function HeldPieces({ fixed }: { fixed: Values }) {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const mayUse = useMayUse();
  const said = useStepSaid(manualLock);
  const transitions = useTransitions(manualLock, {
    about: changed,
    onDone: (step, taken) => void said(step, taken),
  });
  const mayUnlock = mayUse(transitionCall(manualLock, 'unlock').access);
  const actionsOf = (row: Row): RowAction[] => {
    const { source_type: type, source_id: source } = row;
    const address = documentAddress(type, source);
    const [unlock] = transitions.offers({ allowed: { transitions: ['unlock'] } });
    return [
      ...(address !== undefined && mayOpen(address)
        ? [{ key: 'view', label: '查看单据', run: () => void navigate(address) }]
        : []),
      ...(type === manualLock.name && mayUnlock && unlock
        ? [
            {
              key: 'unlock',
              label: unlock.transition.label,
              run: () =>
                transitions.begin(unlock, [{ id: Number(source), lock_no: row.source_no, version: row.lock_version }]),
            },
          ]
        : []),
    ];
  };
  return (
    <>
      <FixedList definition={heldStock} fixed={fixed} columns={columns} rowActions={actionsOf} />
      {transitions.step && (
        <Suspense>
          <TransitionDialog definition={manualLock} transitions={transitions} />
        </Suspense>
      )}
    </>
  );
}

/** What an unlocked lock changes. */
const changed = [manualLock, heldStock, stock];

const columns = heldStock.list.columns.filter(
  (name) => name !== 'warehouse_id' && name !== 'sku_id' && name !== 'imperfect_type',
);
