-- The audit trail is sealed in batches, each seal over its rows and the seal before it (decision 0034, server/ledger/audit-seals.ts). Rows that were
-- written before are sealed by the first run.

create table audit_seal (
  -- Counted up by whoever seals: 1, 2, 3 …, without a gap.
  id bigint primary key,
  -- Which rows of audit_log. Ids are given out before they are committed, so a batch is no plain range.
  ids int8multirange not null,
  row_count bigint not null constraint audit_seal_row_count_check check (row_count > 0),
  -- Every row up to this id that could be seen when the seal was made has one; transactions before `next_xid` may still bring others.
  up_to bigint not null,
  next_xid xid8 not null,
  -- Up to this id no row is without a seal, and none can come: those transactions were over when the rows were looked for.
  safe_to bigint not null,
  -- SHA-256 of the hash before it and the digests of the rows, in the order of their ids.
  hash bytea not null,
  sealed_at timestamptz not null default now()
);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal
  for each statement execute function refuse_change();

-- What a seal is made of. It names its columns: one that is added later must not change what was sealed before. Independent of the time zone.
create function audit_digest(entry audit_log) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(entry.id, entry.doc_type, entry.doc_id, entry.doc_no, entry.action, entry.label, entry.from_status, entry.to_status,
    entry.result, entry.remark, entry.changes, entry.admin_id, extract(epoch from entry.at), entry.op_id, entry.ip, entry.device)::text, 'UTF8'))
$$;
