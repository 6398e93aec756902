import { Button, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { ListState } from '#src/engine/list/list-address.ts';
import type { Viewing } from '#src/engine/list/use-list-state.ts';
import { useAltered } from '#src/engine/list/view-content.ts';
import { LoadingFace } from '../faces.tsx';

const ViewMenu = lazy(async () => ({ default: (await import('./view-menu.tsx')).ViewMenu }));

interface ViewButtonProps {
  definition: AnyDefinition;
  state: ListState;
  viewing: Viewing;
}

/** 视图: which saved view a list shows, marked where the list differs from it; what can be done with it loads when it is opened. */
export function ViewButton({ definition, state, viewing }: ViewButtonProps) {
  const [open, setOpen] = useState(false);
  const altered = useAltered(state, viewing);
  const { view } = viewing;
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      content={
        <Suspense fallback={<LoadingFace />}>
          <ViewMenu
            definition={definition}
            state={state}
            viewing={viewing}
            altered={altered}
            onDone={() => setOpen(false)}
          />
        </Suspense>
      }
    >
      <Button size="small" type="text" aria-expanded={open} title={altered ? '与保存的视图不同' : undefined}>
        {view ? `视图：${view.name}${altered ? ' *' : ''}` : '视图'} ▾
      </Button>
    </Popover>
  );
}
