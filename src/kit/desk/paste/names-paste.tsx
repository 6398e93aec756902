import { lazy } from 'react';
import type { NamesBoxProps } from './names-box.tsx';
import { PastePopover } from './paste-popover.tsx';

const NamesBox = lazy(async () => ({ default: (await import('./names-box.tsx')).NamesBox }));

/** 粘贴, beside a select of several records: a box for their names (specification §5, brand paste box). */
export function NamesPaste({ disabled, ...asked }: NamesBoxProps & { disabled?: boolean | undefined }) {
  return (
    <PastePopover title={`粘贴${asked.definition.label}`} button="粘贴" plain disabled={disabled}>
      <NamesBox {...asked} />
    </PastePopover>
  );
}
