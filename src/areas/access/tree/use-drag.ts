import { type DragEvent, useRef, useState } from 'react';
import type { Drop } from './moves.ts';

/** What a tree must know to let its lines be dragged. */
export interface Draggable {
  /** May this one be taken up? */
  mayDrag(key: string): boolean;
  /** May it be put down there? */
  mayDrop(source: string, target: string, drop: Drop): boolean;
  onDrop(source: string, target: string, drop: Drop): void;
}

export interface Drag {
  /** The line that is on its way. */
  readonly source: string | null;
  readonly over: { readonly key: string; readonly drop: Drop } | null;
  /** Handlers of one line. */
  handlers(key: string, foldable: boolean): Record<string, unknown>;
}

/** Dragging lines of a tree: between two lines, or onto one; a closed one that is hovered opens. */
export function useDrag(draggable: Draggable | undefined, open: (key: string) => void): Drag {
  const [source, setSource] = useState<string | null>(null);
  const [over, setOver] = useState<Drag['over']>(null);
  const opening = useRef<{ key: string; timer: number } | null>(null);

  const rest = () => {
    window.clearTimeout(opening.current?.timer);
    opening.current = null;
  };
  const end = () => {
    rest();
    setSource(null);
    setOver(null);
  };
  const hover = (key: string, foldable: boolean) => {
    if (opening.current?.key === key) return;
    rest();
    if (foldable) opening.current = { key, timer: window.setTimeout(() => open(key), hoverToOpen) };
  };
  if (!draggable) return { source, over, handlers: () => ({}) };

  return {
    source,
    over,
    handlers: (key, foldable) => ({
      draggable: draggable.mayDrag(key),
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', key);
        setSource(key);
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (source === null) return;
        const drop = dropAt(event);
        hover(key, foldable && drop === 'inside');
        const may = draggable.mayDrop(source, key, drop);
        if (may) event.preventDefault();
        setOver((before) => (!may ? null : before?.key === key && before.drop === drop ? before : { key, drop }));
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault();
        const drop = dropAt(event);
        if (source !== null && draggable.mayDrop(source, key, drop)) draggable.onDrop(source, key, drop);
        end();
      },
      onDragEnd: end,
    }),
  };
}

/** The upper quarter of a line means before it, the lower quarter after it, the middle onto it. */
function dropAt(event: DragEvent<HTMLElement>): Drop {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  if (part < 0.25) return 'before';
  return part > 0.75 ? 'after' : 'inside';
}

const hoverToOpen = 600;
