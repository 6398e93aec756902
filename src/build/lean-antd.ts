import type { Plugin } from 'vite';

interface Rule {
  /** End of the file that imports. */
  readonly in: string;
  readonly imports: string;
  /** What it gets instead. */
  readonly code: string;
}

/**
 * antd's parts name whole packages for a function or for what none of our tables has, and a first list would wait for
 * all of it: forms with their checks, trees, radio buttons. The build gives these imports just what is used.
 */
const rules: readonly Rule[] = [
  {
    in: 'antd/es/form/context.js',
    imports: '@rc-component/form',
    code: `export { FormProvider } from '@rc-component/form/es/FormContext.js';`,
  },
  {
    // Ours are filtered by the bar above them: no column has filters of its own.
    in: 'antd/es/table/hooks/useFilter/index.js',
    imports: './FilterDropdown',
    code: `
      const none = () => { throw new Error('columns have no filters: see src/build/lean-antd.ts'); };
      export { none as default, none as flattenKeys };`,
  },
  {
    in: 'antd/es/table/hooks/useSelection.js',
    imports: '@rc-component/tree',
    code: `
      export { conductCheck } from '@rc-component/tree/es/utils/conductUtil.js';
      export { convertDataToEntities } from '@rc-component/tree/es/utils/treeUtil.js';
      export const arrAdd = (list, value) => list.includes(value) ? [...list] : [...list, value];
      export const arrDel = (list, value) => list.filter((one) => one !== value);`,
  },
  {
    // Ours are picked by checkboxes, several at once.
    in: 'antd/es/table/hooks/useSelection.js',
    imports: '../../radio',
    code: `export default () => { throw new Error('rows have no radio buttons: see src/build/lean-antd.ts'); };`,
  },
  {
    // The menu of a selection, which ours do not have.
    in: 'antd/es/table/hooks/useSelection.js',
    imports: '../../dropdown',
    code: `export default () => { throw new Error('selections have no menu: see src/build/lean-antd.ts'); };`,
  },
  {
    // Pages stand below the table, with the sums (src/kit/desk/list/pagination.tsx), and are read after its rows.
    in: 'antd/es/table/InternalTable.js',
    imports: '../pagination',
    code: `export default () => { throw new Error('tables have no pages: see src/build/lean-antd.ts'); };`,
  },
  {
    // The name of a field of antd's own forms, which ours are not: without one it is empty.
    in: 'antd/es/radio/group.js',
    imports: '../form/hooks/useForm',
    code: `export const toNamePathStr = (name) => [name ?? []].flat().join('_');`,
  },
];

/** Gives antd's parts only what a first list needs of others; the build fails where antd imports otherwise than `rules` say. */
export function leanAntd(): Plugin {
  const met = new Set<Rule>();
  return {
    name: 'lean-antd',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const file = importer?.replaceAll('\\', '/') ?? '';
      const rule = rules.find((one) => one.imports === source && file.endsWith(one.in));
      if (!rule) return null;
      met.add(rule);
      return `${prefix}${rules.indexOf(rule)}`;
    },
    load: (id) => (id.startsWith(prefix) ? rules[Number(id.slice(prefix.length))]?.code : undefined),
    buildEnd(error) {
      const [lost] = rules.filter((rule) => !met.has(rule));
      if (!error && lost) this.error(`${lost.in} no longer imports ${lost.imports}: adjust src/build/lean-antd.ts`);
    },
  };
}

const prefix = '\0lean-antd:';
