import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLocal } from '#src/engine/local-context.tsx';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import type { Local } from '#src/local/index.ts';
import { endWords } from '../allot/summary.ts';
import { allotWork } from '../allot/work.ts';
import { finderIn } from '../bench/work.ts';
import { goodsName, type Named, variantOf } from '../goods-words.ts';
import { receivingOf } from '../inbound/receiving.ts';
import { stocktakingOf } from '../stocktaking/stocktaking.ts';
import { useAsked } from '../use-live.ts';

/** The documents on this device that have the goods of a code, with and without the network. */
export function LocalCard({ uid, code }: { uid: number; code: string }) {
  const local = useLocal();
  const navigate = useNavigate();
  const found = useAsked(useCallback(() => findHere(local, { uid, code }), [local, uid, code]));
  const [first] = found ?? [];
  if (!first) return null;
  return (
    <Card title={`${goodsName(first.goods)} ${variantOf(first.goods)}`}>
      {found?.map(({ path, title, text }) => (
        <CardRow key={path} title={title} text={text} onOpen={() => void navigate(path)} />
      ))}
    </Card>
  );
}

interface Here {
  goods: Named;
  path: string;
  title: string;
  text: string;
}

async function findHere(local: Local, { uid, code }: { uid: number; code: string }): Promise<Here[]> {
  const { sheets } = stocktakingOf(local);
  const [listed, batches, out, into] = await Promise.all([
    sheets.list(uid),
    receivingOf(local).list(uid),
    allotWork.out(local).list(uid),
    allotWork.into(local).list(uid),
  ]);
  const counted = await Promise.all(listed.map(({ id }) => sheets.open(uid, id)));
  const here = (goods: Named | null | undefined, said: Omit<Here, 'goods'>): Here[] =>
    goods ? [{ goods, ...said }] : [];
  return [
    ...counted.flatMap((open) =>
      here(open?.find(code), {
        path: `/hand/sheet/${open?.sheet.id}`,
        title: `盘点单 ${open?.sheet.stocktaking_no}`,
        text: open?.sheet.warehouse_name ?? '',
      }),
    ),
    ...batches.flatMap((batch) =>
      here(finderIn(batch).find(code), {
        path: `/hand/inbound/${batch.id}`,
        title: `入库批次 ${batch.batch_no}`,
        text: batch.supplier_name,
      }),
    ),
    ...Object.entries({ pick: out, sign: into }).flatMap(([work, allots]) =>
      allots.flatMap((allot) =>
        here(finderIn(allot).find(code), {
          path: `/hand/${work}/${allot.id}`,
          title: `${endWords[work === 'pick' ? 'out' : 'into'].title} ${allot.allot_no}`,
          text: `${endWords[work === 'pick' ? 'out' : 'into'].to} ${allot.other_name}`,
        }),
      ),
    ),
  ];
}
