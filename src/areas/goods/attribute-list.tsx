import { useNavigate } from 'react-router-dom';
import { attributeKey } from '#contract/areas/goods/attribute.ts';
import { MasterPage } from '#src/kit/desk/list/master-page.tsx';
import { attributeAt } from './addresses.ts';

/** Every attribute, with the ways to its values and to what is told of it. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <MasterPage
      definition={attributeKey}
      newAt={attributeAt.fresh}
      editAt={attributeAt.edit}
      rowActions={({ id }) => [
        { key: 'values', label: '属性值', run: () => void navigate(attributeAt.values(id)) },
        { key: 'words', label: '说明', run: () => void navigate(attributeAt.words(id)) },
      ]}
    />
  );
}
