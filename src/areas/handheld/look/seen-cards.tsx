import { lazy, Suspense } from 'react';
import type { CodeTrack } from '#contract/areas/codes/code-calls.ts';
import { codeEvents, codeStatuses } from '#contract/areas/codes/code-enums.ts';
import type { StockSeen } from '#contract/areas/warehouse/stock-look.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { gradeName } from '../grade-words.ts';
import styles from '../handheld.module.css';
import { bySku, type Seen } from './look-at.ts';

// The words are there without it.
const GoodsPicture = lazy(async () => ({ default: (await import('#src/kit/hand/goods-picture.tsx')).GoodsPicture }));

/** What the server says of a code. */
export function SeenCards({ code, seen }: { code: string; seen: Seen }) {
  if (seen.is === 'piece') return <PieceCards track={seen.track} />;
  if (seen.rows.length === 0)
    return (
      <Card title={code}>
        <p className={styles.nothing}>各仓都没有这种货品，或您看不到</p>
      </Card>
    );
  return bySku(seen.rows).map((rows) => <GoodsCard key={rows[0]?.sku_id} rows={rows} />);
}

function GoodsCard({ rows }: { rows: readonly StockSeen[] }) {
  const [first] = rows;
  const all = rows.reduce((sum, { qty_on_hand }) => sum + qty_on_hand, 0);
  return (
    <Card title={first?.sku_name ?? first?.sku_id__title ?? ''} mark={<strong>{`共 ${all} 件`}</strong>}>
      <p className={styles.nothing}>{first?.sku_id__title}</p>
      {first && <Picture sku={first.sku_id} alt={first.sku_name ?? ''} />}
      {rows.map((row) => (
        <CardRow
          key={row.id}
          title={`${row.warehouse_id__title ?? row.warehouse_id}${row.imperfect_type === 0 ? '' : ` · ${gradeName(row.imperfect_type)}`}`}
          text={[
            `可用 ${row.qty_available}`,
            row.qty_locked !== 0 && `锁定 ${row.qty_locked}`,
            row.qty_in_transit !== 0 && `在途 ${row.qty_in_transit}`,
          ]
            .filter(Boolean)
            .join(' · ')}
          mark={<strong>{row.qty_on_hand}</strong>}
        />
      ))}
    </Card>
  );
}

function Picture(props: { sku: number; alt: string }) {
  return (
    <Suspense>
      <GoodsPicture {...props} />
    </Suspense>
  );
}

function PieceCards({ track: { code, records } }: { track: CodeTrack }) {
  return (
    <>
      <Card
        title={String(code[titleKey('sku_id')] ?? '')}
        mark={<StatusTag tone="idle">{nameIn(codeStatuses, code.status)}</StatusTag>}
      >
        <Picture sku={Number(code.sku_id)} alt={String(code[titleKey('sku_id')] ?? '')} />
        <CardRow title={String(code.unique_code)} text={code.epc ? `EPC ${String(code.epc)}` : '没有绑定标签'} />
        <CardRow
          title={String(code[titleKey('warehouse_id')] ?? '不在仓')}
          text={[code.position && `货位 ${String(code.position)}`, code.doc_no && `单据 ${String(code.doc_no)}`]
            .filter(Boolean)
            .join(' · ')}
        />
      </Card>
      <Card title="经过">
        {records.toReversed().map((record) => (
          <CardRow
            key={record.id}
            title={nameIn(codeEvents, record.event_type)}
            text={[
              printTime(String(record.at)),
              record[titleKey('admin_id')] ?? '系统',
              record[titleKey('to_warehouse_id')],
              record.source_no,
            ]
              .filter(Boolean)
              .join(' · ')}
            mark={<StatusTag tone="idle">{nameIn(codeStatuses, record.to_status)}</StatusTag>}
          />
        ))}
      </Card>
    </>
  );
}

const nameIn = (names: Readonly<Record<number, string>>, value: unknown): string => names[Number(value)] ?? '—';
