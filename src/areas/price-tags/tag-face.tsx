import { QRCode } from 'antd';
import type { CSSProperties } from 'react';
import type { TagValues } from '#contract/areas/price-tags/tag-calls.ts';
import type { ElementType, TagField } from '#contract/areas/price-tags/tag-enums.ts';
import { Barcode } from '#src/kit/desk/print/barcode.tsx';
import styles from './price-tags.module.css';

/** An element as it is drawn: places and lengths in tenths of a millimetre. */
export interface TagElement {
  readonly type: ElementType;
  readonly field?: TagField | null;
  readonly text?: string | null;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly size_pt?: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly bold?: boolean;
  readonly strike?: boolean;
}

/** An element of a whole tag, told apart from the others. */
export type PlacedElement = TagElement & { readonly id: number | string };

/** Sides of a tag in millimetres. */
export interface TagSides {
  readonly width_mm: number;
  readonly height_mm: number;
  readonly dpi: number;
}

/** A length of so many tenths of a millimetre, in units of `--mm`: a millimetre on paper, so many pixels on the screen. */
export const tenths = (count: number): string => `calc(var(--mm, 1mm) * ${count / 10})`;

export const placeOf = ({ x, y, w, h }: Pick<TagElement, 'x' | 'y' | 'w' | 'h'>): CSSProperties => ({
  left: tenths(x),
  top: tenths(y),
  inlineSize: tenths(w),
  blockSize: tenths(h),
});

const millimetresOfPoint = 25.4 / 72;

/** What an element says of goods: nothing where they have nothing to say, its fixed text before it otherwise. */
export function saidBy(
  { field, text }: Pick<TagElement, 'field' | 'text'>,
  values: Readonly<Record<string, string>>,
): string {
  if (!field) return text ?? '';
  const value = values[field] ?? '';
  return value === '' ? '' : `${text ?? ''}${value}`;
}

/** One tag with the values of its goods, black on white. */
export function TagFace({
  sides,
  elements,
  values,
}: {
  sides: TagSides;
  elements: readonly PlacedElement[];
  values: TagValues;
}) {
  return (
    <div
      className={styles.tag}
      style={{ inlineSize: tenths(sides.width_mm * 10), blockSize: tenths(sides.height_mm * 10) }}
    >
      {elements.map((element) => (
        <div key={element.id} className={styles.element} style={placeOf(element)}>
          <ElementFace element={element} dpi={sides.dpi} values={values} />
        </div>
      ))}
    </div>
  );
}

/** What stands in the place of an element. */
export function ElementFace({
  element,
  dpi,
  values,
}: {
  element: TagElement;
  dpi: number;
  values: Readonly<Record<string, string>>;
}) {
  const { type, size_pt: size = 9, align = 'left', bold, strike } = element;
  if (type === 'line') return <div className={styles.line} />;
  if (type === 'box') return <div className={styles.box} />;
  // A code says what a scanner is to read, and no words before it.
  const said =
    type === 'text'
      ? saidBy(element, values)
      : saidBy({ ...element, text: element.field ? '' : (element.text ?? '') }, values);
  if (said === '') return null;
  if (type === 'barcode') return <Barcode text={said} room={{ width: element.w / 10, dot: 25.4 / dpi }} />;
  if (type === 'qrcode')
    return (
      <QRCode
        value={said}
        type="svg"
        bordered={false}
        className={styles.code ?? ''}
        color="#000000"
        bgColor="#ffffff"
      />
    );
  return (
    <span
      className={styles.text}
      style={{
        fontSize: `calc(var(--mm, 1mm) * ${size * millimetresOfPoint})`,
        textAlign: align,
        fontWeight: bold ? 700 : 400,
        textDecoration: strike ? 'line-through' : 'none',
      }}
    >
      {said}
    </span>
  );
}
