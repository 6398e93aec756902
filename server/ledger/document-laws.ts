import { readdirSync, readFileSync } from 'node:fs';
import { type AnyDefinition, isDocument, tableOf } from '#contract/kit/definition.ts';
import { historySteps, verdict } from '#contract/kit/transition.ts';
import type { Invariant } from './invariants.ts';

type DocumentMeaning = AnyDefinition & Required<Pick<AnyDefinition, 'states' | 'transitions'>>;
type LedgerDocument = DocumentMeaning & Required<Pick<AnyDefinition, 'ledger'>>;
type PostingDocument = LedgerDocument & { readonly ledger: Required<Pick<LedgerDocument['ledger'], 'posted'>> };

/**
 * The laws of the books that every document is under, made of what its definition says (decision 0047): a document that is
 * added is asked about from its first day. What is special about one document stands in `invariants/` as SQL of its own.
 */
export function documentLaws(definitions: readonly AnyDefinition[]): Invariant[] {
  const documents = definitions.filter(isDocument);
  const keeping = documents.filter((one): one is LedgerDocument & typeof one => one.ledger !== undefined);
  const posting = keeping.filter((one): one is PostingDocument & typeof one => one.ledger.posted !== undefined);
  return [
    { name: 'i59-status-follows-the-trail', query: statusFollowsTrail(documents) },
    { name: 'k06-ledger-only-from-posted-documents', query: ledgerOnlyFromPosted(posting) },
    { name: 'k08-unposted-document-has-no-effect', query: unpostedHasNoEffect(posting, keeping) },
    { name: 'k26-approvers-distinct-and-not-author', query: approversApart(documents) },
  ];
}

// I59: the status of a document is where the last step of its trail led, and each step starts where the one before it ended.
// A document without steps is written by what brings them (decision 0021), and so is history of another system: no steps led it there.
function statusFollowsTrail(documents: readonly DocumentMeaning[]): string {
  const stepping = documents.filter(({ transitions }) => Object.keys(transitions).length > 0);
  return `with documents as (
  ${stepping.map((one) => `select ${text(one.name)} as doc_type, id, status from ${named(tableOf(one))}${one.fields.imported ? ' where not imported' : ''}`).join(' union all ')}
), steps as (
  select doc_type, doc_id, id, from_status, to_status, lag(to_status) over (partition by doc_type, doc_id order by id) as before
  from audit_log where to_status is not null and doc_type in (${texts(stepping.map(({ name }) => name))})
)
select d.doc_type, d.id, d.status, s.to_status as trail from documents d
left join lateral (select to_status from steps s where s.doc_type = d.doc_type and s.doc_id = d.id order by s.id desc limit 1) s on true
where s.to_status is distinct from d.status
union all
select doc_type, doc_id, from_status, before from steps where before is not null and from_status is distinct from before`;
}

// K06: every ledger row belongs to a document that is there and posted.
function ledgerOnlyFromPosted(posting: readonly PostingDocument[]): string {
  return `select r.id, r.doc_type, r.doc_id from stock_ledger r ${besides(posting, 'r')}
where not (${anyOf(posting.map((one, place) => isPosted(one, `d${place}`)))})`;
}

// K08: what is not posted left nothing in the ledger, and what may not hold stock holds none.
function unpostedHasNoEffect(posting: readonly PostingDocument[], keeping: readonly LedgerDocument[]): string {
  const holding = keeping.filter(({ ledger }) => (ledger.holds ?? []).length > 0);
  const mayHold = holding.map(({ ledger }, place) => `d${place}.status in (${(ledger.holds ?? []).join(', ')})`);
  return [
    ...posting.map(
      (one) => `select 'ledger' as what, r.doc_type, r.doc_id from stock_ledger r
join ${named(tableOf(one))} d on r.doc_type = ${text(one.name)} and d.id = r.doc_id and not coalesce(${isPosted(one, 'd')}, false)`,
    ),
    `select 'lock' as what, k.doc_type, k.doc_id from stock_lock k ${besides(holding, 'k')}
where k.qty_released < k.qty and not (${anyOf(mayHold)})`,
  ].join('\nunion all\n');
}

function isPosted({ ledger: { posted } }: PostingDocument, alias: string): string {
  return typeof posted === 'string' ? `${alias}.${named(posted)}` : `${alias}.status in (${posted.join(', ')})`;
}

// The documents that rows under this alias may belong to, as d0, d1 and so on.
function besides(documents: readonly DocumentMeaning[], alias: string): string {
  return documents
    .map(
      (one, place) =>
        `\nleft join ${named(tableOf(one))} d${place} on ${alias}.doc_type = ${text(one.name)} and d${place}.id = ${alias}.doc_id`,
    )
    .join('');
}

const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'false' : conditions.map((one) => `coalesce(${one}, false)`).join(' or ');

// K26: whoever gave a pass that stands neither made nor ever edited nor last submitted the document, had no other part in it, and
// passed it once (amendments E). A pass stands until the document is submitted, edited or rejected again, or is sent back to
// where it was before the pass.
function approversApart(documents: readonly DocumentMeaning[]): string {
  return documents
    .filter(({ transitions }) => stepsOf(transitions, 'approval').length > 0)
    .map(approversOfOneApart)
    .join('\nunion all\n');
}

function approversOfOneApart({ name, transitions, parts = {}, ...rest }: DocumentMeaning): string {
  const [approving, submitting] = [stepsOf(transitions, 'approval'), stepsOf(transitions, 'submits')];
  const people = ['created_by', ...(parts.fields ?? [])].map((field) => `d.${named(field)}`);
  const written = ['add', 'edit', ...Object.keys(parts.steps ?? {})];
  const others = otherParts.get(name);
  const sameDocument = (one: string, other: string) =>
    `${one}.doc_type = ${other}.doc_type and ${one}.doc_id = ${other}.doc_id`;
  const ends = (pass: string) =>
    `n.action in (${texts([...submitting, 'edit'])}) or n.result = ${verdict.reject} or n.to_status = ${pass}.from_status`;
  const passed = (pass: string) => `${pass}.action in (${texts(approving)}) and ${pass}.result = ${verdict.pass}`;
  return `select l.id, l.doc_type, l.doc_id, l.admin_id from audit_log l
left join ${named(tableOf({ name, ...rest }))} d on d.id = l.doc_id
where l.doc_type = ${text(name)} and ${passed('l')}
  and not exists (select 1 from audit_log n where ${sameDocument('n', 'l')} and n.id > l.id and (${ends('l')}))
  and (l.admin_id in (${people.join(', ')})
    or exists (
      select 1 from audit_log o where ${sameDocument('o', 'l')} and o.id < l.id and o.admin_id = l.admin_id
        and (o.action in (${texts(written)})
          or o.action in (${texts(submitting)}) and not exists (
            select 1 from audit_log n where ${sameDocument('n', 'o')} and n.action = o.action and n.id > o.id and n.id < l.id)
          or ${passed('o')} and not exists (
            select 1 from audit_log n where ${sameDocument('n', 'o')} and n.id > o.id and n.id < l.id and (${ends('o')}))))
    ${others ? `or exists (select 1 from (${others}) p where p.doc_id = l.doc_id and p.admin_id = l.admin_id and p.at <= l.at)` : ''})`;
}

const stepsOf = (transitions: DocumentMeaning['transitions'], what: 'approval' | 'submits'): readonly string[] => {
  const { approvals, renewals } = historySteps({ transitions });
  return what === 'approval' ? approvals : renewals.filter((name) => name !== 'edit');
};

const folder = new URL('./invariants/parts/', import.meta.url);

/** Who has a part in a document that neither its fields nor its history tell: SQL of (doc_id, admin_id, at), by the document's name. */
const otherParts: ReadonlyMap<string, string> = new Map(
  readdirSync(folder).map((file) => [nameOf(file), `${readFileSync(new URL(file, folder), 'utf8')}\n`]),
);

/** The document that a file is named after: `stock-adjustment.sql` speaks of `stockAdjustment`. */
function nameOf(file: string): string {
  return file.replace(/\.sql$/, '').replace(/-[a-z]/g, (letter) => letter.charAt(1).toUpperCase());
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const texts = (values: readonly string[]): string => (values.length === 0 ? 'null' : values.map(text).join(', '));
const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;
