import { useState } from 'react';
import { attributeCalls, attributeValue } from '#contract/areas/goods/attribute.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';
import { mergeAsking } from './value-actions.ts';

const changes = [attributeValue];

/** The values of every attribute: looked up, changed, and several that mean the same made one. */
export function Screen() {
  const mayMerge = useMayUse()(attributeCalls.mergeValues.access);
  const [asking, setAsking] = useState<ReturnType<typeof mergeAsking> | null>(null);
  return (
    <>
      <DrawerPage
        definition={attributeValue}
        title="属性库"
        batchActions={({ selection: { rows } }) =>
          mayMerge && rows.length > 1
            ? [
                {
                  key: 'merge',
                  label: '合并',
                  disabled: rows.some(({ key_id }) => key_id !== rows[0]?.key_id),
                  run: () => setAsking(mergeAsking(rows)),
                },
              ]
            : []
        }
      />
      {asking && <AskDialog asking={asking} changes={changes} onClose={() => setAsking(null)} />}
    </>
  );
}
