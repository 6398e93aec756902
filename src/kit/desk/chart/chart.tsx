import { useEffect, useRef } from 'react';
import { type Drawing, draw } from './draw.ts';
import './chart.css';

export interface ChartProps extends Drawing {
  /** What it shows, for those who hear it: the figures themselves stand in a table beside it. */
  label: string;
  onPick?: ((index: number) => void) | undefined;
}

/** A chart. It is drawn anew when its figures change. */
export function Chart({ label, onPick, kind, labels, series, print }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    return draw(box.current, { kind, labels, series, print }, onPick);
  }, [kind, labels, series, print, onPick]);
  return <div ref={box} role="img" aria-label={label} className="chart" />;
}
