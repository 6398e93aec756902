import { code128 } from './code-128.ts';
import styles from './print.module.css';

/** Millimetres of one module: three dots of a label printer, and wide enough for a scanner at an arm's length. */
const moduleWidth = 0.375;
/** White on either side, in modules, without which a scanner finds no beginning. */
export const quiet = 10;

/** A place on paper that a barcode has to fit: its width and a dot of the printer, in millimetres. */
export interface BarcodeRoom {
  readonly width: number;
  readonly dot: number;
}

/** Millimetres of a module that fits: whole dots, or bars would be of unequal widths; undefined where there is no room for one dot each. */
export function moduleFor(text: string, { width, dot }: BarcodeRoom): number | undefined {
  const widths = code128(text);
  if (!widths) return undefined;
  const dots = Math.floor(width / (totalOf(widths) * dot));
  return dots > 0 ? dots * dot : undefined;
}

/**
 * A text as a barcode that a hand scanner reads, in bars of whole modules; nothing for what no barcode can say. With `room` as wide as
 * that allows and as high as what it stands in, in units of `--mm`; nothing where it does not fit.
 */
export function Barcode({ text, room }: { text: string; room?: BarcodeRoom }) {
  const widths = code128(text);
  const module = room ? moduleFor(text, room) : moduleWidth;
  if (!widths || module === undefined) return null;
  const total = totalOf(widths);
  const width = total * module;
  return (
    <svg
      className={styles.barcode}
      role="img"
      aria-label={`条形码 ${text}`}
      viewBox={`0 0 ${total} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={room ? { inlineSize: `calc(var(--mm, 1mm) * ${width})`, blockSize: '100%' } : { inlineSize: `${width}mm` }}
    >
      <path d={barsOf(widths)} />
    </svg>
  );
}

const totalOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 2 * quiet);

/** The bars as one path over a height of 1, behind the quiet zone. */
function barsOf(widths: readonly number[]): string {
  let left = quiet;
  return widths
    .map((width, at) => {
      const bar = at % 2 === 0 ? `M${left} 0h${width}v1h-${width}z` : '';
      left += width;
      return bar;
    })
    .join('');
}
