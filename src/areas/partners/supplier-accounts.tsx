import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import type { BlockProps } from '#src/engine/record-blocks.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { RelatedList } from '#src/kit/desk/detail/related-list.tsx';
import { partnerAt } from './addresses.ts';

/** The accounts of a supplier, and the way to a new one. */
export function Block({ id }: BlockProps) {
  const navigate = useNavigate();
  const mayAdd = useMayUse()(supplierAccount.calls.add?.[1]);
  return (
    <>
      {mayAdd && (
        <Button size="small" onClick={() => void navigate(partnerAt.newAccount(id))}>
          新增账户
        </Button>
      )}
      <RelatedList definition={supplierAccount} by="supplier_id" id={id} />
    </>
  );
}
