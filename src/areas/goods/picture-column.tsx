import type { Row } from '#src/engine/row.ts';
import type { Column } from '#src/kit/desk/columns.tsx';
import { MainPicture } from './style-picture.tsx';

/** What the goods of a row look like. */
export const pictureColumn = (styleOf: (row: Row) => number): Column => ({
  name: 'picture',
  label: '图片',
  width: 64,
  render: (row) => <MainPicture styleId={styleOf(row)} alt="" />,
  text: () => '',
});
