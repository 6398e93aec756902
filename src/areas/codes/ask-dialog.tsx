import { codeRecord } from '#contract/areas/codes/code-record.ts';
import { goodsPool } from '#contract/areas/codes/goods-pool.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { type Asking, AskDialog as Ask } from '#src/kit/desk/ask-dialog.tsx';

export type { Asking } from '#src/kit/desk/ask-dialog.tsx';

const changed = [uniqueCode, codeRecord, goodsPool];

/** A short question before something is done to codes. */
export function AskDialog<In, Out>({ asking, onClose }: { asking: Asking<In, Out>; onClose(): void }) {
  return <Ask asking={asking} about={changed} onClose={onClose} />;
}
