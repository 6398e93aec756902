import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { cashierCalls, cashierLimits } from '#contract/areas/cashier/cashier-calls.ts';
import { matchState, matchStates } from '#contract/areas/cashier/cashier-enums.ts';
import { cashierForms } from '#contract/areas/cashier/cashier-forms.ts';
import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { channelReconLine } from '#contract/areas/cashier/channel-recon-line.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { AskDialog, type Asking } from '#src/kit/desk/ask-dialog.tsx';
import type { DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';

/** Lines of a channel's day by what came of matching them; those that differ are dealt with one by one or together. */
export function ReconLines({ recon }: { recon: DetailRow }) {
  const [state, setState] = useState(Number(recon.open_count) > 0 ? open : all);
  const [dealing, setDealing] = useState<{ ids: number[]; clear(): void } | null>(null);
  const mayDeal = useAllowed(cashierCalls.reconDeal.access) && recon.status === differs;
  const deals = mayDeal && state !== matchState.same;
  return (
    <>
      <Segmented
        aria-label={channelReconLine.fields.match_state.label}
        value={state}
        options={[
          { value: open, label: `待处理（${grouped(Number(recon.open_count))}）` },
          { value: all, label: '全部' },
          ...Object.entries(matchStates).map(([code, label]) => ({ value: Number(code), label })),
        ]}
        onChange={setState}
      />
      <FixedList
        key={state}
        definition={channelReconLine}
        fixed={{ recon_id: recon.id, ...(state === all ? {} : { match_state: state === open ? unsettled : [state] }) }}
        filters={['trade_no', 'order_no', 'deal_type']}
        height={420}
        {...(deals && {
          picks: (list) => (
            <Button
              disabled={list.selection.rows.length === 0 || list.selection.rows.length > cashierLimits.dealtAtOnce}
              onClick={() =>
                setDealing({ ids: list.selection.rows.map(({ id }) => id), clear: () => list.selection.clear() })
              }
            >
              {`处理差异${list.selection.rows.length > 0 ? `（${list.selection.rows.length}）` : ''}`}
            </Button>
          ),
        })}
      />
      {dealing && (
        <AskDialog asking={dealAsking(recon, dealing) as never} changes={changed} onClose={() => setDealing(null)} />
      )}
    </>
  );
}

const all = 0;
/** Not a state: those that wait for somebody to say what is done about them. */
const open = -1;
const unsettled = [matchState.amount, matchState.channelOnly, matchState.systemOnly];
/** 有差异 */
const differs = 2;
const changed = [channelRecon, channelReconLine];

type Dealing = Asking<
  Parameters<NonNullable<typeof cashierCalls.reconDeal.input>>[0],
  ReturnType<NonNullable<typeof cashierCalls.reconDeal.output>>
>;

function dealAsking(recon: DetailRow, { ids, clear }: { ids: number[]; clear(): void }): Dealing {
  return {
    title: `处理差异（${ids.length} 条）`,
    fields: cashierForms.reconDeal,
    call: cashierCalls.reconDeal,
    input: ({ deal_type, remark }) => ({
      id: recon.id,
      version: Number(recon.version),
      lines: ids.map((line_id) => ({ line_id, deal_type: Number(deal_type), remark: String(remark) })),
    }),
    done: ({ open_count: left }) => {
      clear();
      return { good: left === 0 ? '差异已全部处理' : `已处理 ${ids.length} 条，还有 ${left} 条` };
    },
  };
}
