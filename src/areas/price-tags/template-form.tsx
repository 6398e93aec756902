import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { LineEditor } from '#src/kit/desk/lines/line-editor.tsx';
import { tagAt } from './addresses.ts';
import { Designer } from './designer.tsx';

/** A template: what it is for and printed on, and its elements, by drag on millimetre paper or as a sheet. */
export function TemplateForm({ id }: { id: number | undefined }) {
  return (
    <FormPage
      definition={tagTemplate}
      id={id}
      title={id === undefined ? '新增模板' : '设计模板'}
      listAt={tagAt.list}
      slots={{
        lines: (form) => (
          <>
            <Designer form={form} />
            <details>
              <summary>以表格编辑元素</summary>
              <LineEditor form={form} height={240} />
            </details>
          </>
        ),
      }}
    />
  );
}
