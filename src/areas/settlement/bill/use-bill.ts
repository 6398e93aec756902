import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { checkBillLine } from '#contract/areas/settlement/check-bill-line.ts';
import { choosableItem } from '#contract/areas/settlement/choosable-item.ts';
import type { BillTotals } from '#contract/areas/settlement/settle-calls.ts';
import { settleItem } from '#contract/areas/settlement/settle-item.ts';
import type { Call } from '#contract/kit/call.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useToast } from '#src/kit/desk/toast.ts';

/** Everything that a change of a bill's lines changes. */
const about = [checkBill, checkBillLine, choosableItem, settleItem] as const;

/** Changes the lines of a bill by one call at a time, and tells what became of it. */
export function useBillLines(): {
  readonly running: boolean;
  run<In>(call: Call<In, BillTotals>, input: In): Promise<boolean>;
} {
  const command = useCommand<BillTotals>(about);
  const toast = useToast();
  return {
    running: command.running,
    async run(call, input) {
      const sent = command.unknown ? await command.retry() : await command.run(call, input);
      if (sent.ok) toast.good(`已处理 ${sent.value.changed} 条，对账单共 ${sent.value.line_count} 条`);
      else toast.bad(wordsOf(sent.failure));
      return sent.ok;
    },
  };
}
