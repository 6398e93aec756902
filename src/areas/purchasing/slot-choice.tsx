import { Button } from 'antd';
import { useMemo } from 'react';
import { arrivalCalls } from '#contract/areas/purchasing/arrival-calls.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import { FailureFace } from '#src/kit/desk/faces.tsx';
import styles from './purchasing.module.css';

interface SlotChoiceProps {
  values: Values;
  resting: boolean;
  onChoose(name: string, value: unknown): void;
}

/** The slots of the dock on the day that is written, with what is left of each: a press writes one into the form. */
export function SlotChoice({ values, resting, onChoose }: SlotChoiceProps) {
  const { warehouse_id: warehouse, appoint_date: day, appoint_slot: chosen } = values;
  const known = typeof warehouse === 'number' && typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day);
  const input = useMemo(
    () => ({ warehouse_id: known ? warehouse : 0, date_from: known ? day : '', date_to: known ? day : '' }),
    [known, warehouse, day],
  );
  const read = useRead(arrivalOrder, arrivalCalls.calendar, { input, when: known });
  if (!known) return null;
  if (read.failure) return <FailureFace failure={read.failure} onRetry={read.reload} />;
  const slots = (read.value?.list ?? []).filter(({ capacity_qty }) => capacity_qty !== null);
  return (
    <div className={styles.slots} role="group" aria-label={arrivalOrder.fields.appoint_slot.label}>
      <span>{arrivalOrder.fields.appoint_slot.label}</span>
      {slots.map(({ slot, capacity_qty, booked_qty }) => (
        <Button
          key={slot}
          size="small"
          type={slot === chosen ? 'primary' : 'default'}
          aria-pressed={slot === chosen}
          disabled={resting}
          onClick={() => onChoose('appoint_slot', slot)}
        >
          {`${slot} 余 ${grouped(Math.max(0, (capacity_qty ?? 0) - booked_qty))} 件`}
        </Button>
      ))}
      {read.value && slots.length === 0 && <span className="desk-hint">当天没有收货时段</span>}
    </div>
  );
}
