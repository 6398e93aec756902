import { code128 } from './code-128.ts';
import styles from './print.module.css';

/** Millimetres of one module: three dots of a label printer, and wide enough for a scanner at an arm's length. */
const moduleWidth = 0.375;
/** White on either side, in modules, without which a scanner finds no beginning. */
const quiet = 10;

/** A text as a barcode that a hand scanner reads, in bars of whole modules; nothing for what no barcode can say. */
export function Barcode({ text }: { text: string }) {
  const widths = code128(text);
  if (!widths) return null;
  const total = widths.reduce((sum, width) => sum + width, 2 * quiet);
  return (
    <svg
      className={styles.barcode}
      role="img"
      aria-label={`条形码 ${text}`}
      viewBox={`0 0 ${total} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={{ inlineSize: `${total * moduleWidth}mm` }}
    >
      <path d={barsOf(widths)} />
    </svg>
  );
}

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
