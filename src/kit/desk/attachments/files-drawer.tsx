import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Attachments } from './block.tsx';

interface FilesDrawerProps {
  definition: AnyDefinition;
  id: number;
  title: ReactNode;
  onClose(): void;
}

/** The files of one record beside its list. */
export function FilesDrawer({ definition, id, title, onClose }: FilesDrawerProps) {
  return (
    <Drawer open size={880} title={title} onClose={onClose}>
      <Attachments definition={definition} id={id} />
    </Drawer>
  );
}
