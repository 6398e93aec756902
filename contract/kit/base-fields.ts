import type { AnyDefinition } from './definition.ts';
import { entity } from './definition.ts';
import { waitingFilter } from './document-calls.ts';
import type { Choices, Field, Fields } from './field.ts';
import { choice } from './kinds/choice.ts';
import { integer } from './kinds/number.ts';
import { reference } from './kinds/reference.ts';
import { prose, text } from './kinds/text.ts';
import { time } from './kinds/time.ts';
import { limits } from './limits.ts';

/** The person behind a change, as every record refers to one. The full account is `contract/areas/access/admin.ts`. */
export const person = entity('admin', {
  label: '员工',
  group: '/v1/admin',
  service: 'acl',
  title: 'nickname',
  fields: { nickname: text('姓名', { required: true }), username: text('账号', { required: true, unique: true }) },
  calls: { options: ['options', 'login'] },
  list: { columns: ['nickname', 'username'], filters: [], search: ['nickname', 'username'], sort: ['id'] },
});

/** Fields of every record (domain.md §1.3 baseFields), never sent by a caller. */
export const recordFields = {
  id: integer('ID', { derived: true }),
  created_by: reference(() => person, '创建人', { derived: true }),
  created_at: time('创建时间', { derived: true }),
  updated_by: reference(() => person, '修改人', { derived: true }),
  updated_at: time('修改时间', { derived: true }),
} satisfies Fields;

/** Fields of every document besides (domain.md §1.3 docFields). */
export const documentFields = {
  remark: prose('备注', { most: limits.remark }),
  last_edited_by: reference(() => person, '最后编辑人', { derived: true }),
  submitted_by: reference(() => person, '提交人', { derived: true }),
  submitted_at: time('提交时间', { derived: true }),
  cancelled_by: reference(() => person, '作废人', { derived: true }),
  cancelled_at: time('作废时间', { derived: true }),
  cancel_reason: prose('作废原因', { derived: true }),
  print_count: integer('打印次数', { derived: true }),
} satisfies Fields;

/** The status of a document as a field, its choices read off the states. */
export function statusField(definition: AnyDefinition): Field<number> {
  const choices: Choices = Object.fromEntries(
    Object.entries(definition.states ?? {}).map(([code, [label]]) => [code, label]),
  );
  return choice('状态', choices, { derived: true });
}

/** Every field a record of this definition has, base fields included, in the order a person reads them. */
export function allFields(definition: AnyDefinition): Fields {
  if (definition.view) return { id: recordFields.id, ...definition.fields };
  if (!definition.states) return { ...definition.fields, ...recordFields };
  return { ...definition.fields, status: statusField(definition), ...documentFields, ...recordFields };
}

/** What the search box of a list finds its rows by, in words. */
export function searchLabels(definition: AnyDefinition): readonly string[] {
  const { search, searchThrough = {} } = definition.list;
  return [...new Set([...search.map((name) => fieldOf(definition, name).label), ...Object.values(searchThrough)])];
}

/** The field that a list column, filter or form entry names. */
export function fieldOf(definition: AnyDefinition, name: string): Field {
  const field = allFields(definition)[name];
  if (!field) throw new Error(`${definition.name} has no field ${name}`);
  return field;
}

/** Wire names of filters of a definition's fields: a range has two. */
export function filterNamesOf(definition: AnyDefinition, filters: readonly string[]): string[] {
  return filters.flatMap((name) =>
    fieldOf(definition, name).kind.filter === 'range' ? [`${name}_from`, `${name}_to`] : [name],
  );
}

/** Wire names of all filters that a list of the definition takes; documents are asked for by whom they wait for besides. */
export function filterNames(definition: AnyDefinition): string[] {
  const ofFields = filterNamesOf(definition, definition.list.filters);
  return definition.states ? [...ofFields, waitingFilter] : ofFields;
}
