import { Button } from 'antd';
import { useId } from 'react';
import { organize } from '#contract/areas/access/organize.ts';
import { matrixLimits } from '#contract/areas/replenishment/batch-allot.ts';
import { batchCalls } from '#contract/areas/replenishment/replenishment-calls.ts';
import type { Option } from '#contract/kit/calls.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { Chooser } from '#src/kit/desk/kinds/chooser.tsx';
import { useToast } from '#src/kit/desk/toast.ts';

/** Adds the shops of a district, or all of them, as receivers at once. */
export function ShopsBar({ form, add }: { form: FormView; add(options: readonly Option[]): void }) {
  const id = useId();
  const wire = useWire();
  const toast = useToast();
  const { out_warehouse_id: from } = form.values;
  const take = async (district?: number) => {
    const input = {
      ...(typeof from === 'number' ? { out_warehouse_id: from } : {}),
      ...(district === undefined ? {} : { district_id: district }),
    };
    const sent = await wire.send(batchCalls.receivers, input, { hideLoading: true, ownWords: true });
    if (!sent.ok) return toast.bad(wordsOf(sent.failure));
    const { list, total } = sent.value;
    add(list);
    if (total === 0) toast.bad('没有营业中的门店');
    else if (total > list.length) toast.bad(`共 ${total} 家门店，一张批量调拨单最多 ${matrixLimits.receivers} 家`);
    else toast.good(`已添加 ${total} 家门店`);
  };
  return (
    <>
      <label htmlFor={`${id}-district`}>按区域添加</label>
      <Chooser
        id={`${id}-district`}
        definition={organize}
        ids={none}
        known={none}
        placeholder="区域"
        disabled={form.resting}
        onPick={([option]) => option && void take(option.id)}
      />
      <Button size="small" disabled={form.resting} onClick={() => void take()}>
        全部门店
      </Button>
    </>
  );
}

const none: readonly never[] = [];
