import { attributeKey } from '#contract/areas/goods/attribute.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { attributeAt } from './addresses.ts';

const names = ['description', 'hang_tag_text'];

/** What is told of an attribute: to colleagues, and on the hang tag. */
export function Screen() {
  const id = useRecordId();
  return id === undefined ? (
    <MissingPage title="属性说明" />
  ) : (
    <FormPage key={id} definition={attributeKey} id={id} title="属性说明" names={names} listAt={attributeAt.list} />
  );
}
