import { describe, expect, it } from 'vitest';
import { taskForms } from '#contract/areas/tasks/forms.ts';
import type { ExportType } from '#contract/areas/tasks/task.ts';
import { exportSources } from '#server/works.ts';
import { reader } from '#tests/factories/export-rows.ts';

// The law that a form asks nothing in vain: whatever it shows, the rows are chosen by.

const ownToEvery = ['task_name', 'format'];

const kinds = Object.values(taskForms).flatMap(({ type, definition, hidden }) => {
  const [name, field] = Object.entries(definition.fields).find(([key]) => /^(export|list)_type$/.test(key)) ?? [];
  const codes = name ? Object.keys(field?.choices ?? {}).map(Number) : [0];
  return codes.map((code) => ({ type, definition, hidden, chosen: name ? { [name]: code } : {} }));
});

describe.each(kinds.map((kind) => [`${kind.definition.label} ${JSON.stringify(kind.chosen)}`, kind] as const))(
  '%s',
  (_name, { type, definition, hidden, chosen }) => {
    it('reads every field that its form shows', () => {
      const unused = new Set(Object.keys(definition.fields));
      for (const name of [...ownToEvery, ...hidden(chosen)]) unused.delete(name);
      const payload = new Proxy<Record<string, unknown>>(chosen, {
        get(values, name) {
          unused.delete(String(name));
          return values[String(name)];
        },
      });
      exportSources[type as ExportType](payload, reader());
      expect([...unused]).toEqual([]);
    });

    it('has no heading twice', () => {
      const headings = exportSources[type](chosen, reader()).columns.map(({ heading }) => heading);
      expect(headings).toHaveLength(new Set(headings).size);
    });
  },
);
