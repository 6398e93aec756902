import { useState } from 'react';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { cartonState } from '#contract/areas/allocation/allot-enums.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { limits } from '#contract/kit/limits.ts';
import type { TransitionsView } from '#src/engine/detail/use-transitions.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { useRead } from '#src/engine/use-read.ts';
import { ScanField } from '#src/kit/desk/scan-field.tsx';
import { useToast } from '#src/kit/desk/toast.ts';

const { list } = callsOf(allotCarton);

/** Takes cartons in by the numbers on their labels; without scanning, how many have come is typed. */
export function CartonTools({ transitions, allotId }: { transitions: TransitionsView; allotId: number }) {
  const toast = useToast();
  const mayRead = useAllowed(list.access);
  const [last, setLast] = useState<string>();
  const sent = useRead(allotCarton, list, {
    input: { allot_id: allotId, status: [cartonState.sent], page_size: limits.pageSizeMost },
    when: mayRead,
  });
  const numbers = new Set((sent.value?.list ?? []).map(({ carton_no }) => String(carton_no)));
  const { step, running, unknown } = transitions;
  if (!step || numbers.size === 0) return null;
  const taken = (step.input.carton_nos ?? []) as readonly string[];
  const scan = (code: string) => {
    if (!numbers.has(code)) return toast.bad(`${code} 不是此调拨单的箱号`);
    if (taken.includes(code)) return toast.bad(`${code} 已扫描`);
    transitions.set('carton_nos', [...taken, code]);
    transitions.set('carton_qty', taken.length + 1);
    setLast(`${code}，第 ${taken.length + 1} 箱，共 ${numbers.size} 箱`);
  };
  return (
    <ScanField
      label="扫描箱号"
      placeholder="扫描箱唛上的箱号；不扫描时填写到货箱数"
      disabled={running || unknown}
      last={last ?? `已发 ${grouped(numbers.size)} 箱，已扫 ${grouped(taken.length)} 箱`}
      onScan={scan}
    />
  );
}
