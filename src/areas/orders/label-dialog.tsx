import { order } from '#contract/areas/orders/order.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import type { DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { labelAsking } from './asking.ts';

/** Puts labels on one order, or takes them off. */
export function LabelDialog({ record, onClose }: { record: DetailRow; onClose: () => void }) {
  return <AskDialog asking={labelAsking([record])} changes={changes} onClose={onClose} />;
}

const changes = [order];
