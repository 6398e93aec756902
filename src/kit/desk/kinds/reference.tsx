import { lazy, Suspense } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { useOptions } from '#src/engine/use-options.ts';
import type { CellProps, KindRenderer } from '../kind-renderer.ts';
import { RecordLink } from '../record-link.tsx';
import { truncatedList } from '../truncated-list.tsx';
import { named } from './named.tsx';

/** A record of another definition: its title, which leads to it, and what tells it apart beside it. A code beside a name is said under the pointer. */
export const referenceLook: KindRenderer = {
  width: 176,
  widthFor: (field) => (tellsMore(targetOf(field)) ? 320 : 176),
  cell: ({ value, field, name, record }) => {
    const title = record[titleKey(name)];
    if (typeof title !== 'string')
      return typeof value === 'number' ? <Titles definition={targetOf(field)} ids={[value]} /> : null;
    const target = targetOf(field);
    const hint = record[hintKey(name)];
    const beside = tellsMore(target) || typeof hint !== 'string';
    const words = named(title, beside ? hint : undefined);
    if (typeof value !== 'number') return words;
    const link = (
      <RecordLink name={target.name} id={value} no={title} hint={beside ? undefined : hint}>
        {words}
      </RecordLink>
    );
    if (target.name !== goods) return link;
    return (
      <>
        <Suspense fallback={<span className="desk-thumb" />}>
          <GoodsThumb of={goods} id={value} />
        </Suspense>
        {link}
      </>
    );
  },
};

/** What is bought and sold has pictures; they are read behind the rows. */
const goods = 'sku';
const GoodsThumb = lazy(async () => ({ default: (await import('./goods-thumb.tsx')).GoodsThumb }));

// What is known by its number says its name beside it; what is known by its name has a code, which few read.
const tellsMore = ({ number, title, hint }: AnyDefinition): boolean =>
  hint !== undefined && number !== undefined && number.field === title;

/** Records of another definition. */
export const referencesLook: KindRenderer = {
  width: 200,
  cell: ({ value, field }: CellProps) =>
    Array.isArray(value) && value.length > 0 ? <Titles definition={targetOf(field)} ids={value as number[]} /> : null,
};

/** Companion key under which an answer carries a reference's second line. */
export const hintKey = (field: string): string => `${field}__hint`;

/** Titles of ids that came without them: values of several references, and history. */
function Titles({ definition, ids }: { definition: AnyDefinition; ids: readonly number[] }) {
  const { chosen } = useOptions(definition, { keyword: '', ids, open: false });
  const titles = ids.map((id) => chosen.find((option) => option.id === id)?.title ?? `#${id}`);
  return truncatedList(titles);
}

/** The definition that a reference names. */
export function targetOf(field: Field): AnyDefinition {
  if (!field.target) throw new Error(`reference without a target: ${field.label}`);
  return field.target();
}
