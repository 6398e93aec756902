import { useNavigate } from 'react-router-dom';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { voucherAt } from './addresses.ts';

/** Vouchers: audited and posted in batches, each on its way to the entries it is made of. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={voucher}
      newAt={voucherAt.fresh}
      openAt={(row) => voucherAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(voucherAt.detail(row.id)) },
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(voucherAt.edit(row.id)) }]
          : []),
      ]}
    />
  );
}
