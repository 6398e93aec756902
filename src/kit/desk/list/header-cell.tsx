import type { PointerEvent, ThHTMLAttributes } from 'react';
import { InHeader } from './pick-all.tsx';

interface HeaderCellProps extends ThHTMLAttributes<HTMLTableCellElement> {
  width?: number;
  onResize?(width: number): void;
}

/** A header whose right edge can be dragged; cells without a width (picking, 操作) stay as they are. */
export function HeaderCell({ width, onResize, children, ...rest }: HeaderCellProps) {
  const content = <InHeader value={true}>{children}</InHeader>;
  if (!onResize || width === undefined) return <th {...rest}>{content}</th>;
  const grab = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const grip = event.currentTarget;
    const from = event.clientX;
    let to = width;
    grip.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => {
      to = Math.min(widest, Math.max(narrowest, width + moved.clientX - from));
      grip.style.transform = `translateX(${to - width}px)`;
    };
    const drop = () => {
      grip.removeEventListener('pointermove', move);
      grip.style.transform = '';
      if (to !== width) onResize(to);
    };
    grip.addEventListener('pointermove', move);
    grip.addEventListener('lostpointercapture', drop, { once: true });
  };
  return (
    <th {...rest}>
      {content}
      <span
        className="desk-grip"
        aria-hidden="true"
        onPointerDown={grab}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  );
}

const narrowest = 56;
const widest = 640;
