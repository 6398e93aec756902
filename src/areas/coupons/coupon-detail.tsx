import { Button, Table } from 'antd';
import { useNavigate } from 'react-router-dom';
import { coupon } from '#contract/areas/coupons/coupon.ts';
import { type CouponFigures, couponCalls } from '#contract/areas/coupons/coupon-calls.ts';
import { couponState, userCouponStatuses } from '#contract/areas/coupons/coupon-enums.ts';
import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { userCoupon } from '#contract/areas/coupons/user-coupon.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useRead } from '#src/engine/use-read.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { couponAt, sendAt } from './addresses.ts';

/** One kind of coupon: what it is, what became of those that were sent, who has them, by which sends. */
export function Screen() {
  const id = useRecordId();
  const mayUse = useMayUse();
  const navigate = useNavigate();
  if (id === undefined) return <MissingPage title={coupon.label} />;
  return (
    <DetailPage
      key={id}
      definition={coupon}
      id={id}
      editAt={(record) => couponAt.edit(record.id)}
      slots={{
        extra: (record) =>
          record.status === couponState.ready &&
          mayUse(couponSend.calls.add?.[1]) && (
            <Button type="primary" onClick={() => void navigate(sendAt.of(id))}>
              发券
            </Button>
          ),
        below: () => <Figures id={id} />,
        tabs: () => [
          {
            key: 'held',
            label: userCoupon.label,
            children: (
              <FixedList
                definition={userCoupon}
                fixed={{ coupon_id: [id] }}
                columns={heldColumns}
                filters={['user_id', 'code', 'status', 'got_at']}
                height={360}
              />
            ),
          },
          ...(mayUse(couponSend.calls.list?.[1])
            ? [
                {
                  key: 'sends',
                  label: couponSend.label,
                  children: <FixedList definition={couponSend} fixed={{ coupon_id: [id] }} leads height={320} />,
                },
              ]
            : []),
          { key: 'days', label: '每日统计', children: <Days id={id} /> },
        ],
      }}
    />
  );
}

const heldColumns = ['code', 'user_id', 'send_id', 'got_at', 'valid_from', 'valid_to', 'status', 'order_no', 'used_at'];

function Figures({ id }: { id: number }) {
  const { value: figures, ...read } = useRead(coupon, couponCalls.figures, { input: { id } });
  return (
    <Content of={read}>
      {figures && (
        <dl className="desk-facts" aria-label="发放与使用">
          {factsOf(figures).map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{count.toLocaleString('zh-CN')}</dd>
            </div>
          ))}
        </dl>
      )}
    </Content>
  );
}

const factsOf = (figures: CouponFigures): [string, number][] => [
  ['剩余可发', figures.total_qty - figures.sent_qty],
  [userCouponStatuses[1], figures.free],
  [userCouponStatuses[2], figures.locked],
  [userCouponStatuses[3], figures.used],
  [userCouponStatuses[4], figures.expired],
  [userCouponStatuses[-1], figures.voided],
];

function Days({ id }: { id: number }) {
  const { value: figures, loading, ...read } = useRead(coupon, couponCalls.figures, { input: { id } });
  return (
    <Content of={read}>
      <Table
        size="small"
        rowKey="day"
        loading={loading}
        pagination={false}
        dataSource={figures?.days ?? []}
        columns={[
          { title: '日期', dataIndex: 'day' },
          { title: '发放', dataIndex: 'sent', align: 'right' },
          { title: '使用', dataIndex: 'used', align: 'right' },
        ]}
      />
    </Content>
  );
}
