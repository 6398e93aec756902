import { Button } from 'antd';
import { useId, useSyncExternalStore } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { arrivalCalls, type BoardArrival, type BoardSlot } from '#contract/areas/purchasing/arrival-calls.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { businessDay, printTime } from '#contract/kit/kinds/time.ts';
import type { Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusOf } from '#src/kit/desk/status-tag.tsx';
import { arrivalAt } from './addresses.ts';
import styles from './purchasing.module.css';

/** How often the board of a dock looks again, milliseconds: it hangs on a wall. */
const again = 30_000;

const today = (): string => businessDay(new Date());

function eachLook(look: () => void): () => void {
  const timer = setInterval(look, again);
  return () => clearInterval(timer);
}

/** A day at the dock of a warehouse: its slots with what they take and have taken, and who comes when. */
export function DockBoard() {
  const navigate = useNavigate();
  const id = useId();
  const [params, setParams] = useSearchParams();
  const warehouse = Number(params.get('w')) || null;
  // The board stays open over midnight.
  const current = useSyncExternalStore(eachLook, today);
  const date = params.get('day') ?? current;
  const read = useRead(arrivalOrder, arrivalCalls.board, {
    input: { warehouse_id: warehouse ?? 0, date },
    every: again,
    when: warehouse !== null,
  });
  const asked: Values = { warehouse_id: warehouse, appoint_date: date };
  const change = (name: string, value: unknown) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        const key = name === 'warehouse_id' ? 'w' : 'day';
        if (typeof value === 'number' || (typeof value === 'string' && value !== '')) next.set(key, String(value));
        else next.delete(key);
        return next;
      },
      { replace: true },
    );
  return (
    <PageFrame title="月台看板" extra={<Button onClick={() => void navigate(arrivalAt.list)}>返回列表</Button>}>
      <div className="desk-fields">
        {(['warehouse_id', 'appoint_date'] as const).map((name) => (
          <FieldRow
            key={name}
            id={`${id}-${name}`}
            name={name}
            field={arrivalOrder.fields[name]}
            values={asked}
            onChange={change}
          />
        ))}
      </div>
      {warehouse === null ? (
        <EmptyFace words="请选择仓库" />
      ) : (
        <Content of={read}>
          {read.value?.slots.length === 0 && <EmptyFace words="当天没有收货时段" />}
          <ol className={styles.dock} aria-busy={read.refreshing}>
            {(read.value?.slots ?? []).map((slot) => (
              <DockSlot key={slot.slot} slot={slot} />
            ))}
          </ol>
        </Content>
      )}
    </PageFrame>
  );
}

function DockSlot({ slot }: { slot: BoardSlot }) {
  const { capacity_qty: capacity, booked_qty: booked, asked_qty: asking, arrivals } = slot;
  const full = capacity !== null && booked >= capacity;
  return (
    <li className={styles.slot} data-full={full}>
      <header>
        <h2>{slot.slot}</h2>
        <span>{capacity === null ? `${grouped(booked)} 件` : `${grouped(booked)}/${grouped(capacity)} 件`}</span>
        {asking > 0 && <span className="desk-hint">{`待审核 ${grouped(asking)} 件`}</span>}
      </header>
      {capacity !== null && (
        <meter min={0} max={Math.max(capacity, 1)} value={booked} aria-label={`${slot.slot} 已用容量`} />
      )}
      {arrivals.length === 0 && <p className="desk-hint">没有预约</p>}
      <ul>
        {arrivals.map((arrival) => (
          <DockArrival key={arrival.id} arrival={arrival} />
        ))}
      </ul>
    </li>
  );
}

function DockArrival({ arrival }: { arrival: BoardArrival }) {
  const { supplier_name, plan_qty, in_qty, carton_qty, truck_no, arrive_time, is_late } = arrival;
  const load = [`${grouped(plan_qty)} 件`, carton_qty === null ? '' : `${carton_qty} 箱`, truck_no ?? ''];
  return (
    <li>
      <Link to={arrivalAt.detail(arrival.id)}>{arrival.arrival_no}</Link>{' '}
      <StatusOf definition={arrivalOrder} status={arrival.status} />
      {is_late && <strong className="desk-wrong">迟到</strong>}
      <p>{supplier_name ?? '—'}</p>
      <p className="desk-hint">
        {load.filter(Boolean).join(' · ')}
        {arrive_time !== null && ` · ${printTime(arrive_time).slice(11)} 到`}
        {in_qty > 0 && ` · 已收 ${grouped(in_qty)} 件`}
      </p>
    </li>
  );
}
