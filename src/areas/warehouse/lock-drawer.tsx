import { useEffect, useRef, useState } from 'react';
import { manualLock } from '#contract/areas/warehouse/manual-lock.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Row, Values } from '#src/engine/row.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { FormDrawer } from '#src/kit/desk/form-drawer.tsx';
import { LineEditor } from '#src/kit/desk/lines/line-editor.tsx';

/** Keeps pieces of a shelf, and of others of its warehouse, for a reason and until a time that its person gives. */
export function LockDrawer({ shelf, onClose }: { shelf: Row; onClose(): void }) {
  // What the form begins with is the shelf as it was when it was opened.
  const [begins] = useState(() => beginningOf(shelf));
  return (
    <FormDrawer definition={manualLock} title="手工锁定" size={720} given={begins.lock} onClose={onClose}>
      {(form) => <LockedGoods form={form} goods={begins.goods} />}
    </FormDrawer>
  );
}

function beginningOf(shelf: Row): { lock: Values; goods: Values } {
  const [warehouseTitle, skuTitle] = [titleKey('warehouse_id'), titleKey('sku_id')];
  const { warehouse_id, sku_id, sku_id__hint, imperfect_type } = shelf;
  return {
    lock: { warehouse_id, [warehouseTitle]: shelf[warehouseTitle] },
    goods: { sku_id, [skuTitle]: shelf[skuTitle], sku_id__hint, imperfect_type, qty: Number(shelf.qty_available) },
  };
}

/** The lines of a new lock, which begins with the goods of the shelf; a draft of an earlier visit goes before them. */
function LockedGoods({ form, goods }: { form: FormView; goods: Values }) {
  const { looking, touched, lines, addLines } = form;
  const begins = !looking && !touched && lines.rows.length === 0;
  const put = useRef(false);
  useEffect(() => {
    // Once for each beginning: an effect may run again before the line is drawn.
    if (begins && !put.current) addLines([goods]);
    put.current = begins;
  }, [begins, goods, addLines]);
  return <LineEditor form={form} totals={['qty']} height={240} />;
}
