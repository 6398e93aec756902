import { useQueryClient } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useEffect } from 'react';
import { sendState } from '#contract/areas/coupons/coupon-enums.ts';
import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { couponSendLine } from '#contract/areas/coupons/user-coupon.ts';
import { forget } from '#src/engine/query-keys.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage, type DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { sendAt } from './addresses.ts';

/** One send: its audits, how far it has got, and what became of every member. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={couponSend.label} />;
  return (
    <DetailPage
      key={id}
      definition={couponSend}
      id={id}
      editAt={(record) => sendAt.edit(record.id)}
      slots={{
        above: (record) => (
          <>
            {record.status === sendState.running && <Going />}
            {record.status !== sendState.draft && <Done record={record} />}
          </>
        ),
        tabs: () => [
          {
            key: 'results',
            label: '会员结果',
            children: (
              <FixedList
                definition={couponSendLine}
                fixed={{ send_id: [id] }}
                filters={['outcome', 'user_id']}
                height={400}
              />
            ),
          },
        ],
      }}
    />
  );
}

/** How many of its members have been seen to. */
function Done({ record }: { record: DetailRow }) {
  const [all, good, bad] = [record['user_count'], record['ok_count'], record['error_count']].map(Number) as [
    number,
    number,
    number,
  ];
  if (good + bad === 0 && record.status !== sendState.running) return null;
  const percent = Math.floor(((good + bad) * 100) / Math.max(all, 1));
  const status = record.status === sendState.running ? 'active' : bad > 0 ? 'exception' : 'success';
  return <Progress percent={percent} status={status} aria-label="发放进度" />;
}

/** Milliseconds between two looks at a send that is under way. */
const every = 1500;

/** Looks again until it is over. */
function Going() {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      void forget(client, couponSend);
      void forget(client, couponSendLine);
    }, every);
    return () => clearInterval(timer);
  }, [client]);
  return null;
}
