import { useQueryClient } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useEffect } from 'react';
import { goodsPush, pushState } from '#contract/areas/shop-goods/goods-push.ts';
import { goodsPushResult } from '#contract/areas/shop-goods/push-result.ts';
import { forget } from '#src/engine/query-keys.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage, type DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { pushAt } from './addresses.ts';

/** Pushes on one route: the list, with `id` one of them and what became of every style in every shop. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined)
    return (
      <ListPage definition={goodsPush} title="商品推送" newAt={pushAt.fresh} openAt={(row) => pushAt.detail(row.id)} />
    );
  return (
    <DetailPage
      key={id}
      definition={goodsPush}
      id={id}
      editAt={(record) => pushAt.edit(record.id)}
      slots={{
        above: (record) => isGoing(record) && <Going />,
        tabs: (record) => [
          {
            key: 'results',
            label: '各门店结果',
            children: (
              <FixedList
                definition={goodsPushResult}
                fixed={{ goods_push_id: [record.id] }}
                filters={['shop_id', 'outcome']}
                height={400}
              />
            ),
          },
        ],
      }}
    />
  );
}

const isGoing = ({ status, push_at }: DetailRow): boolean =>
  status === pushState.running || (status === pushState.waiting && Date.parse(String(push_at)) <= Date.now());

/** Milliseconds between two looks at a push that is under way. */
const every = 1500;

/** Looks again until it is over. */
function Going() {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      void forget(client, goodsPush);
      void forget(client, goodsPushResult);
    }, every);
    return () => clearInterval(timer);
  }, [client]);
  return <Progress percent={100} status="active" showInfo={false} aria-label="正在推送" />;
}
