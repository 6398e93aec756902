import type { Access, Call } from './call.ts';
import { command, query } from './call.ts';
import type { AnyDefinition, Definition, LineOf, Recorded, Verb } from './definition.ts';
import type { Fields } from './field.ts';
import { isCalled } from './transition.ts';

/** What a list is asked. Filter values stand under their field's name; ranges under `<field>_from` and `<field>_to`. */
export interface ListRequest {
  page?: number;
  page_size?: number;
  /** Field name, `-` in front for descending; only what the definition allows. */
  sort?: string;
  keyword?: string;
  /** Ids, for pages that know them. */
  ids?: number[];
  /** Count beyond `limits.totalCap`. */
  exact?: boolean;
  /** 1 or more: the answer is a file (specification §3). */
  export?: number;
  fileName?: string;
  [filter: string]: unknown;
}

export interface ListAnswer<T> {
  list: T[];
  total: number;
  /** True when `total` stopped at `limits.totalCap`. */
  capped: boolean;
  /** Over everything that was found; null where it is more than a number holds exactly. */
  sum?: Record<string, number | null>;
}

/** What the caller may do with a record now (design §4): the browser never works it out again. */
export interface Allowed {
  /** Names of transitions that this person may take now. */
  transitions: string[];
  /** Judging steps among them that they may only reject, each with the reason why not pass. */
  rejects?: Record<string, string>;
  edit: boolean;
  /** Segments of the record's own calls besides, open to this person now; of definitions that have such calls. */
  calls?: string[];
}

export type Listed<D> = Recorded<D> & Record<`${string}__title`, string | null>;
export type Detailed<D> = Listed<D> & { allowed: Allowed; audit: AuditRow[] };

/** One step of a record's history (domain.md auditLog, operLog). */
export interface AuditRow {
  id: number;
  action: string;
  label: string;
  from_status: number | null;
  to_status: number | null;
  result: number | null;
  remark: string | null;
  changes: Record<string, { before: unknown; after: unknown }> | null;
  admin_id: number | null;
  admin_name: string | null;
  at: string;
}

/** One entry of a select: what a reference shows. */
export interface Option {
  id: number;
  title: string;
  /** Second line: a code or a number. */
  hint: string | null;
  /** The one of the `texts` asked for that names it. */
  text?: string;
}

/**
 * What a select asks: what somebody types, the records behind known ids, or those that pasted texts name exactly; besides, values
 * of the filters that the definition offers (`list.offers`).
 */
export interface OptionsRequest {
  keyword?: string | undefined;
  ids?: number[] | undefined;
  texts?: string[] | undefined;
  page_size?: number | undefined;
  [filter: string]: unknown;
}

export interface Saved {
  id: number;
  version: number;
  no: string | null;
  /** What a step did instead of what it says, and why: nothing else tells that it did not go the usual way. */
  warning?: string;
}

/** What a save sends: the fields, and either all lines or only the changed ones. */
export type SaveRequest<D> = Partial<Recorded<D>> & {
  line_changes?: { put: Partial<LineOf<D>>[]; remove: number[] };
  /** 1: the document is submitted in the same transaction. */
  submit?: 0 | 1;
};

/** What a step is told of one line. */
export interface AnsweredLine {
  line_id: number;
  [asked: string]: unknown;
}

export interface TransitionRequest {
  id?: number;
  /** All or nothing, held by their states alone. */
  ids?: number[];
  /** Each by itself: what can be done is done, the answer names the rest. */
  each?: { id: number; version: number }[];
  /** Which version of the one record was seen; a step with one record is refused without it. */
  version?: number;
  result?: 1 | 2;
  remark?: string;
  lines?: AnsweredLine[];
  [asked: string]: unknown;
}

/** What became of a step: of several taken each by itself also which were not, and why. */
export interface Taken extends Saved {
  refused?: RefusedRecord[];
}

/** One of several that a step was not taken with; `no` is null where there is no such record for this person. */
export interface RefusedRecord {
  id: number;
  no: string | null;
  code: number;
  msg: string;
}

/** The calls of a definition, built from its spellings. Transitions are under their own names. */
export function callsOf<D extends Definition<Fields, Fields>>(definition: D) {
  return {
    list: {
      ...spelled<ListRequest, ListAnswer<Listed<D>>>(definition, 'list', query),
      ...(definition.list.timeout ? { timeout: definition.list.timeout } : {}),
    },
    detail: spelled<{ id: number }, Detailed<D>>(definition, 'detail', query),
    options: spelled<OptionsRequest, { list: Option[] }>(definition, 'options', query),
    add: spelled<SaveRequest<D>, Saved>(definition, 'add', command),
    edit: spelled<SaveRequest<D> & { id: number; version: number }, Saved>(definition, 'edit', command),
    status: spelled<{ ids: number[]; status: number }, { count: number }>(definition, 'status', command),
    remove: spelled<{ id: number; version: number }, { count: number }>(definition, 'remove', command),
  };
}

/** The call of one transition. */
export function transitionCall(definition: AnyDefinition, name: string): Call<TransitionRequest, Taken> {
  const transition = definition.transitions?.[name];
  if (!transition || !isCalled(transition)) throw new Error(`${definition.name} has no call for a transition ${name}`);
  return command({
    service: definition.service,
    path: `${definition.group}/${transition.segment}`,
    access: transition.access,
  });
}

// A verb that the definition does not serve has no call; asking for it is a mistake of ours and fails at once.
function spelled<In, Out>(definition: AnyDefinition, verb: Verb, build: typeof query): Call<In, Out> {
  const [segment, access] = definition.calls[verb] ?? ['-', `${definition.name}:-` as Access];
  return (build as typeof query)<In, Out>({
    service: definition.service,
    path: `${definition.group}/${segment}`,
    access,
  });
}
