import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { attributeCalls, attributeValue } from '#contract/areas/goods/attribute.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { addAsking } from './value-actions.ts';

const changes = [attributeValue];

/** The values of the attribute that the address names: added many at once, changed and removed one by one. */
export function Screen() {
  const keyId = useRecordId('key_id');
  return keyId === undefined ? <MissingPage title="添加属性值" /> : <Values key={keyId} keyId={keyId} />;
}

function Values({ keyId }: { keyId: number }) {
  const mayAdd = useMayUse()(attributeCalls.addValues.access);
  const [adding, setAdding] = useState(false);
  const fixed = useMemo(() => ({ key_id: keyId }), [keyId]);
  return (
    <>
      <DrawerPage
        definition={attributeValue}
        title="添加属性值"
        fixed={fixed}
        extra={
          mayAdd && (
            <Button type="primary" onClick={() => setAdding(true)}>
              添加
            </Button>
          )
        }
      />
      {adding && <AskDialog asking={addAsking(keyId)} changes={changes} onClose={() => setAdding(false)} />}
    </>
  );
}
