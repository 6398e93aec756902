import { attributeKey, attributeValue, colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { type InitItem, initSpuCall } from '#contract/areas/goods/init-spu.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';
import { AskDialog, type Asking } from '#src/kit/desk/ask-dialog.tsx';

const { size_type_id, tag_price, is_code_managed, is_expire_managed } = spu.fields;

interface InitDialogProps {
  styles: readonly Row[];
  changes: readonly AnyDefinition[];
  onClose(): void;
}

/** What styles are initialised with; what is left empty stays as each style has it. */
export function InitDialog({ styles, changes, onClose }: InitDialogProps) {
  const keys = useRead(attributeKey, callsOf(attributeKey).options, { input: { keyword: colorKeyCode } });
  const color = keys.value?.list.find(({ hint }) => hint === colorKeyCode)?.id;
  return color === undefined ? null : (
    <AskDialog asking={initAsking(styles, color) as never} changes={changes} onClose={onClose} />
  );
}

type Answer = { ok_count: number; sku_count: number; errors: { spu_id: number; error: string }[] };

function initAsking(styles: readonly Row[], color: number): Asking<{ items: InitItem[] }, Answer> {
  const [first] = styles;
  return {
    title: styles.length === 1 ? `初始化“${String(first?.['name'])}”` : `初始化 ${styles.length} 个商品`,
    fields: {
      size_type_id: { ...size_type_id, required: styles.some((style) => style['size_type_id'] === null) },
      colors: references(() => attributeValue, '颜色', { required: true, among: () => ({ key_id: color }) }),
      tag_price: { ...tag_price, required: styles.some((style) => style['tag_price'] === 0) },
      is_code_managed,
      is_expire_managed,
    },
    given: styles.length === 1 && first ? ownOf(first) : {},
    call: initSpuCall,
    input: ({ colors, ...said }) => ({
      items: styles.map(({ id }) => ({
        spu_id: id,
        colors: colors as number[],
        ...Object.fromEntries(Object.entries(said).filter(([name, value]) => name in asked && value !== null)),
      })),
    }),
    done: ({ ok_count, sku_count, errors }) => {
      const [wrong] = errors;
      const good = `已初始化 ${ok_count} 个商品，生成 ${sku_count} 个货品`;
      const name = styles.find(({ id }) => id === wrong?.spu_id)?.['name'];
      return wrong
        ? { ...(ok_count > 0 ? { good } : {}), wrong: `${errors.length} 个未初始化：${String(name)} ${wrong.error}` }
        : { good };
    },
  };
}

const asked = { size_type_id, tag_price, is_code_managed, is_expire_managed };
const ownOf = (style: Row): Values =>
  Object.fromEntries(['size_type_id', 'size_type_id__title', 'tag_price'].map((name) => [name, style[name]]));
