import { Button } from 'antd';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import {
  type ElementType,
  elementTypes,
  notOn,
  type TagField,
  tagFields,
  templateType,
} from '#contract/areas/price-tags/tag-enums.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { fieldsFor } from '#contract/kit/conditions.ts';
import type { Field } from '#contract/kit/field.ts';
import { linePath } from '#src/engine/form/errors.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import type { Values } from '#src/engine/row.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { moduleFor } from '#src/kit/desk/print/barcode.tsx';
import { type ShortcutGroup, useShortcuts } from '#src/kit/shortcuts.ts';
import { freePlace, moved, type Place, sized, step } from './place-element.ts';
import styles from './price-tags.module.css';
import { RealGoods } from './real-goods.tsx';
import { ElementFace, placeOf, type TagElement, type TagSides, tenths } from './tag-face.tsx';

const elementOf = ({ values }: FormLine): TagElement => values as unknown as TagElement;

/** What is drawn where no goods are chosen: the names of the values, and a code of the usual length. */
const samples: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(tagFields).map(([name, label]) => [name, `〈${label}〉`])),
  tag_price: '399.00',
  sale_price: '139.00',
  discount: '3.5折',
  barcode: '6975382000017',
  sku_no: 'S0000000001',
  unique_code: '1000000000000018',
};

/** Values that are put on a tag by one press: what a hang tag must say, what a price tag mostly does. */
const offered: Readonly<Record<number, readonly TagField[]>> = {
  [templateType.hangTag]: [
    'name',
    'style_no',
    'color',
    'size',
    'size_spec',
    'material',
    'executive_standard',
    'safety_category',
    'grade',
    'origin_place',
    'washing',
    'tag_price',
    'unique_code',
  ],
  [templateType.priceTag]: ['name', 'style_no', 'tag_price', 'sale_price', 'discount'],
};

/** What can be put on a tag by one press. */
const paletteOf = (
  type: number,
): readonly { label: string; type: ElementType; values?: Values; size: Pick<Place, 'w' | 'h'> }[] => [
  { label: elementTypes.text, type: 'text', values: { text: '文字' }, size: { w: 200, h: 50 } },
  ...(offered[type] ?? []).map((field) => ({
    label: tagFields[field],
    type: 'text' as const,
    values: { field, ...(type === templateType.hangTag ? { text: `${tagFields[field]} ` } : {}) },
    size: { w: 250, h: type === templateType.hangTag ? 40 : 60 },
  })),
  { label: elementTypes.barcode, type: 'barcode', values: { field: 'barcode' }, size: { w: 450, h: 80 } },
  { label: elementTypes.qrcode, type: 'qrcode', values: { field: 'sku_no' }, size: { w: 150, h: 150 } },
  { label: elementTypes.line, type: 'line', size: { w: 400, h: 3 } },
  { label: elementTypes.box, type: 'box', size: { w: 400, h: 200 } },
];

const shortcuts: ShortcutGroup = {
  name: '设计',
  keys: [
    ['方向键', '移动 0.5 毫米，按住 Shift 移动 5 毫米'],
    ['Alt + 方向键', '改变大小'],
    ['Delete', '删除元素'],
  ],
};

/** Millimetre paper with the elements of a template: dragged, sized and nudged there, said more exactly beside it, and shown with real goods. */
export function Designer({ form }: { form: FormCore }) {
  useShortcuts(shortcuts);
  const [chosen, setChosen] = useState<string | null>(null);
  const sides = sidesOf(form.values);
  const paper = { w: sides.width_mm * 10, h: sides.height_mm * 10 };
  // So many pixels are a millimetre: the paper is as wide as a desk has room for.
  const scale = Math.min(10, 620 / sides.width_mm);
  const { rows } = form.lines;
  const line = rows.find(({ key }) => key === chosen);
  const place = (key: string, next: Place) => form.changeLines(new Map([[key, { ...next }]]));
  return (
    <section className="desk-block" aria-label="设计">
      <div className={styles.palette} role="toolbar" aria-label="添加元素">
        {paletteOf(Number(form.values.template_type)).map(({ label, type, values, size }) => (
          <Button
            key={label}
            size="small"
            disabled={form.resting}
            onClick={() => {
              setChosen(`l${form.lines.made}`);
              form.addLines([{ type, ...values, ...freePlace(rows.map(elementOf), size, paper) }]);
            }}
          >
            {`+ ${label}`}
          </Button>
        ))}
      </div>
      <div className={styles.room}>
        <div className={styles.table}>
          <div
            className={styles.sheet}
            style={{ '--mm': `${scale}px`, inlineSize: tenths(paper.w), blockSize: tenths(paper.h) } as CSSProperties}
          >
            {rows.map((row, at) => (
              <Held
                key={row.key}
                element={elementOf(row)}
                label={`${at + 1} ${nameOf(elementOf(row))}`}
                chosen={row.key === chosen}
                wrong={Object.keys(form.errors).some((path) => path.startsWith(linePath(row.key, '')))}
                disabled={form.resting}
                ground={{ paper, scale, dpi: sides.dpi }}
                onChoose={() => setChosen(row.key)}
                onPlace={(next) => place(row.key, next)}
                onRemove={() => form.removeLines(new Set([row.key]))}
              />
            ))}
          </div>
        </div>
        <aside className={styles.side}>
          {line ? (
            <Properties key={line.key} form={form} line={line} dpi={sides.dpi} />
          ) : (
            <p className="desk-hint">选中元素后在此修改。</p>
          )}
          <RealGoods sides={sides} elements={rows.map((row) => ({ ...elementOf(row), id: row.key }))} />
        </aside>
      </div>
    </section>
  );
}

const sidesOf = ({ width_mm, height_mm, dpi }: Values): TagSides => ({
  width_mm: Math.min(Math.max(Number(width_mm) || 60, 10), 300),
  height_mm: Math.min(Math.max(Number(height_mm) || 40, 10), 300),
  dpi: Number(dpi) || 203,
});

const nameOf = ({ type, field, text }: TagElement): string =>
  `${elementTypes[type]}${field ? ` ${tagFields[field]}` : text ? ` ${text}` : ''}`;

interface HeldProps {
  element: TagElement;
  label: string;
  chosen: boolean;
  wrong: boolean;
  disabled: boolean;
  ground: { paper: Pick<Place, 'w' | 'h'>; scale: number; dpi: number };
  onChoose(): void;
  onPlace(place: Place): void;
  onRemove(): void;
}

/** An element on the paper: what is dragged, and when it is chosen the corner that sizes it. */
function Held({ element, label, chosen, wrong, disabled, ground, onChoose, onPlace, onRemove }: HeldProps) {
  const { paper, scale, dpi } = ground;
  const move = useDrag(scale, (from, by, grid) => onPlace(moved(from, by, paper, grid)), element);
  const size = useDrag(scale, (from, by, grid) => onPlace(sized(from, by, paper, grid)), element);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      return onRemove();
    }
    const by = arrows[event.key];
    if (!by) return;
    event.preventDefault();
    const far = event.shiftKey ? step * 10 : step;
    const way = { x: by.x * far, y: by.y * far };
    onPlace(event.altKey ? sized(element, way, paper, 1) : moved(element, way, paper, 1));
  };
  return (
    <>
      <button
        type="button"
        className={styles.held}
        style={placeOf(element)}
        aria-label={label}
        aria-pressed={chosen}
        data-wrong={wrong}
        disabled={disabled}
        onFocus={onChoose}
        onClick={onChoose}
        onKeyDown={press}
        {...move}
      >
        <ElementFace element={element} dpi={dpi} values={samples} />
      </button>
      {chosen && !disabled && (
        <span
          className={styles.corner}
          style={{ left: tenths(element.x + element.w), top: tenths(element.y + element.h) }}
          {...size}
        />
      )}
    </>
  );
}

const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A drag from where the element stood when it began, in tenths of a millimetre; with Alt it keeps to no grid. */
function useDrag(
  scale: number,
  onMove: (from: Place, by: { x: number; y: number }, grid: number) => void,
  { x, y, w, h }: Place,
) {
  const begun = useRef<{ place: Place; at: { x: number; y: number } } | null>(null);
  const end = () => {
    begun.current = null;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      begun.current = { place: { x, y, w, h }, at: { x: event.clientX, y: event.clientY } };
    },
    onPointerMove(event: PointerEvent) {
      if (!begun.current) return;
      const { place, at } = begun.current;
      const by = { x: ((event.clientX - at.x) / scale) * 10, y: ((event.clientY - at.y) / scale) * 10 };
      onMove(place, by, event.altKey ? 1 : step);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** The choice of values that a tag of this kind may say. */
function withoutOthers(field: Field, type: number): Field {
  const never: readonly string[] = notOn[type] ?? [];
  const choices = Object.fromEntries(Object.entries(field.choices ?? {}).filter(([name]) => !never.includes(name)));
  return { ...field, choices };
}

/** The fields of the chosen element. */
function Properties({ form, line, dpi }: { form: FormCore; line: FormLine; dpi: number }) {
  const id = useId();
  const element = elementOf(line);
  const fields = fieldsFor(tagTemplate.lines.fields, line.values, form.values);
  const narrow =
    element.type === 'barcode' &&
    moduleFor(samples[element.field ?? ''] ?? element.text ?? '', { width: element.w / 10, dot: 25.4 / dpi }) ===
      undefined;
  return (
    <div className="desk-fields">
      {Object.entries(fields).map(([name, field]) => (
        <FieldRow
          key={name}
          id={`${id}-${name}`}
          name={name}
          field={name === 'field' ? withoutOthers(field, Number(form.values.template_type)) : field}
          values={line.values}
          onChange={(changed, value, shown) => form.changeLines(new Map([[line.key, { [changed]: value, ...shown }]]))}
          error={form.errors[linePath(line.key, name)]}
          disabled={form.resting}
        />
      ))}
      {narrow && (
        <p className="desk-wrong" role="alert">
          条码放不下：加宽、提高打印精度，或改用二维码
        </p>
      )}
      <Button danger size="small" disabled={form.resting} onClick={() => form.removeLines(new Set([line.key]))}>
        删除元素
      </Button>
    </div>
  );
}
