import { Button, Popover } from 'antd';
import { useId, useState } from 'react';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { propose, type RuleTerms } from '#contract/areas/replenishment/propose.ts';
import type { MatrixView } from '#contract/areas/replenishment/replenishment-calls.ts';
import { ruleType } from '#contract/areas/replenishment/rule-enums.ts';
import { type AxisRecord, type CrossValues, crossCell } from '#src/engine/form/cross.ts';
import type { Values } from '#src/engine/row.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { useToast } from '#src/kit/desk/toast.ts';

interface ProposalBarProps {
  form: FormView;
  view: MatrixView | undefined;
  rows: readonly AxisRecord[];
  columns: readonly AxisRecord[];
  put(cells: CrossValues): void;
}

/** Fills the matrix by what a rule would propose with these terms: the same sum as on the server, over what stands beside the cells. */
export function ProposalBar({ form, view, rows, columns, put }: ProposalBarProps) {
  const id = useId();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [terms, setTerms] = useState<Values>(begins);
  const from = Number(form.values.out_warehouse_id);
  const fill = () => {
    const cells = new Map<string, unknown>();
    for (const { id: goods } of rows) {
      const sender = view?.goods.find(({ sku_id }) => sku_id === goods);
      if (!sender) continue;
      const at = new Map(
        view?.shelves.flatMap((one) => (one.sku_id === goods ? [[one.warehouse_id, one] as const] : [])),
      );
      const moves = propose({
        type: ruleType.replenish,
        terms: terms as RuleTerms,
        senders: [{ warehouse_id: from, available: sender.available, coming: 0, sold: sender.sold }],
        receivers: columns.map(({ id: to }) => at.get(to) ?? { warehouse_id: to, available: 0, coming: 0, sold: 0 }),
        mayGo: () => true,
      });
      for (const { id: to } of columns) cells.set(crossCell(goods, to), null);
      for (const { to, qty } of moves) cells.set(crossCell(goods, to), qty);
    }
    put(cells);
    setOpen(false);
    toast.good('已按建议填充');
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      title="按库存和销量建议"
      content={
        <div role="dialog" aria-label="按库存和销量建议">
          {names.map((name) => (
            <FieldRow
              key={name}
              id={`${id}-${name}`}
              name={name}
              field={fields[name]}
              values={terms}
              onChange={(key, value) => setTerms((before) => ({ ...before, [key]: value }))}
            />
          ))}
          <Button type="primary" size="small" disabled={form.resting || !view} onClick={fill}>
            一键填充
          </Button>
        </div>
      }
    >
      <Button size="small" disabled={form.resting || rows.length === 0 || columns.length === 0}>
        建议数量
      </Button>
    </Popover>
  );
}

const { min_days, max_days, min_qty, max_qty, round_to, keep_source_days } = allotRule.fields;
const fields = { min_days, max_days, min_qty, max_qty, round_to, keep_source_days };
const names = Object.keys(fields) as (keyof typeof fields)[];
/** Two weeks of sale, and a piece of each where nothing has sold yet. */
const begins: Values = { max_days: 14, min_qty: 1 };
