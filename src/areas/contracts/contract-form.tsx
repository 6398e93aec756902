import { Alert } from 'antd';
import { contract } from '#contract/areas/contracts/contract.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { contractAt } from './addresses.ts';

/** A contract: new, supplementing another, or the one that the address names. */
export function Screen() {
  const id = useRecordId();
  return (
    <FormPage
      key={id ?? 'new'}
      definition={contract}
      id={id}
      listAt={contractAt.list}
      savedAt={(saved) => contractAt.detail(saved.id)}
      slots={{
        above: () =>
          id === undefined && <Alert type="info" title="先保存，再在合同页上传合同影像、核对品牌授权，然后提交" />,
      }}
    />
  );
}
