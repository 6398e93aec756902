import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractBrandAuth } from '#contract/areas/contracts/contract-brand-auth.ts';
import { type BrandCover, contractCalls } from '#contract/areas/contracts/contract-calls.ts';
import { authLevel } from '#contract/areas/contracts/contract-enums.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { useMayOpen } from '#src/engine/places.ts';
import type { Row } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { contractAt } from './addresses.ts';

/** Each brand of a contract and the authorisation that it stands on: what stands in the way of submitting it, and what ends first. */
export function BrandCovers({ id }: { id: number }) {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  // Under the name of the authorisations: saving one has it read again.
  const read = useRead(contractBrandAuth, contractCalls.brandCover, { input: { id } });
  const rows: Shown[] = (read.value?.list ?? []).map((cover) => ({ ...cover, id: cover.brand_id }));
  return (
    <section className="desk-block">
      <h2>
        {contract.fields.brand_ids.label}与{contractBrandAuth.label}{' '}
        {mayOpen(contractAt.papers) && (
          <Button size="small" type="link" onClick={() => void navigate(contractAt.papers)}>
            登记授权
          </Button>
        )}
      </h2>
      <Content of={read}>
        <DataTable<Shown>
          name="contract-brands"
          label={contractBrandAuth.label}
          columns={columns}
          rows={rows}
          height={Math.min(240, 48 + Math.max(1, rows.length) * 36)}
          loading={read.loading}
          busy={read.refreshing}
        />
      </Content>
    </section>
  );
}

type Shown = Row & BrandCover;

const { auth_level, start_date, end_date } = contractBrandAuth.fields;

const columns: Column<Shown>[] = [
  { name: 'brand_name', label: brand.label, width: 180, render: (row) => row.brand_name },
  {
    name: 'auth_level',
    label: auth_level.label,
    width: 120,
    render: (row) => authLevel[row.auth_level as keyof typeof authLevel],
  },
  { name: 'start_date', label: start_date.label, width: 120, render: (row) => row.start_date },
  { name: 'end_date', label: end_date.label, width: 120, render: (row) => row.end_date },
  {
    name: 'covered',
    label: '授权情况',
    width: 160,
    render: (row) => (row.covered ? '有效' : row.auth_id === null ? '没有授权' : '合同期内无效'),
  },
];
