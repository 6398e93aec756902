import { type ContractStanding, contractCalls } from '#contract/areas/contracts/contract-calls.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content } from '#src/kit/desk/faces.tsx';

/** What became of the terms of a supplier's contracts: how much of what came in went back, and what rebate it makes. */
export function SupplierTerms({ id }: { id: number }) {
  const { value, failure, stale, reload } = useRead(about, contractCalls.standing, { input: { supplier_id: id } });
  return (
    <Content of={{ failure, stale, reload }}>
      {value && value.list.length > 0 && (
        <ul className="desk-plain" aria-label="合同条款执行">
          {value.list.map((one) => (
            <li key={one.contract_id} className={one.over ? 'desk-wrong' : undefined}>
              {wordsOf(one)}
            </li>
          ))}
          {value.rebate_amount !== null && value.rebate_amount + (value.rebate_received ?? 0) > 0 && (
            <li>
              {`返利合计 ${printYuan(value.rebate_amount)}，已收或抵扣 ${printYuan(value.rebate_received ?? 0)}，待收 ${printYuan(value.rebate_amount - (value.rebate_received ?? 0))}`}
            </li>
          )}
        </ul>
      )}
    </Content>
  );
}

const about = { name: 'contract' };

const percent = (bp: number): string => `${(bp / 100).toFixed(1)}%`;

function wordsOf(one: ContractStanding): string {
  const going = one.leaving_qty > 0 ? `（另有 ${grouped(one.leaving_qty)} 件待退）` : '';
  const agreed = one.return_rate_bp === null ? '未约定可退比例' : `可退比例 ${percent(one.return_rate_bp)}`;
  const rebate =
    one.rebate_rate_bp === null || one.rebate_rate_bp === 0
      ? ''
      : `；返利 ${percent(one.rebate_rate_bp)}${one.rebate_amount === null ? '' : `，应返 ${printYuan(one.rebate_amount)}`}`;
  return `${one.contract_no}（${one.status}）：入库 ${grouped(one.in_qty)} 件，退返 ${grouped(one.back_qty)} 件${going}，退返率 ${percent(one.returned_bp)}，${agreed}${one.over ? '，已超出' : ''}${rebate}`;
}
