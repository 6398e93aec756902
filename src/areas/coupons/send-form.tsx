import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { coupon } from '#contract/areas/coupons/coupon.ts';
import { couponCalls, type Targeting } from '#contract/areas/coupons/coupon-calls.ts';
import { sendTarget } from '#contract/areas/coupons/coupon-enums.ts';
import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Values } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useRead } from '#src/engine/use-read.ts';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { sendAt } from './addresses.ts';

/** Which coupon goes to whom and when: new, for the coupon that the address names, or one that is changed before it is submitted. */
export function Screen() {
  const id = useRecordId();
  const named = Number(useSearchParams()[0].get('coupon_id') ?? 0);
  const asks = id === undefined && Number.isSafeInteger(named) && named > 0;
  const read = useRead(coupon, callsOf(coupon).options, { input: { ids: [named] }, when: asks });
  const found = read.value?.list[0];
  const given = useMemo(
    () => (found ? { coupon_id: found.id, [titleKey('coupon_id')]: found.title } : undefined),
    [found],
  );
  if (asks && read.loading) return <LoadingFace />;
  return (
    <FormPage
      key={id ?? `new-${named}`}
      definition={couponSend}
      id={id}
      {...(given ? { given } : {})}
      listAt={sendAt.list}
      savedAt={(saved) => sendAt.detail(saved.id)}
      slots={{ above: (form) => <Reached values={form.values} /> }}
    />
  );
}

/** How many members it reaches as it stands, before anybody saves it. */
function Reached({ values }: { values: Values }) {
  const asked = targetingOf(values);
  const read = useRead(couponSend, couponCalls.targets, { input: asked ?? nobody, when: asked !== undefined });
  const { user_count: count, unknown = [] } = (asked && read.value) ?? {};
  return (
    <p className="desk-hint" role="status">
      {count === undefined ? '选择发券对象后显示人数。' : `目前符合条件的会员 ${count.toLocaleString('zh-CN')} 人。`}
      {unknown.length > 0 && `名单中 ${unknown.length} 个不是会员：${unknown.slice(0, 5).join('、')}。`}
      导入名单每行一个会员编号或手机号；发放时间留空则在审核后手动发放。
    </p>
  );
}

const nobody: Targeting = { target_type: sendTarget.members, user_ids: [] };

function targetingOf(values: Values): Targeting | undefined {
  const { target_type, label_ids, user_ids, names } = values as unknown as Partial<Targeting>;
  const some = (list: readonly unknown[] | null | undefined) => (list?.length ?? 0) > 0;
  switch (target_type) {
    case sendTarget.labels:
      return some(label_ids) ? { target_type, label_ids } : undefined;
    case sendTarget.members:
      return some(user_ids) ? { target_type, user_ids } : undefined;
    case sendTarget.names:
      return some(names) ? { target_type, names } : undefined;
    case sendTarget.everybody:
      return { target_type };
    default:
      return undefined;
  }
}
