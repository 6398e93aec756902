-- K37 (decision 0034): each seal is made of the one before it and of its rows as they were written: a row that was changed, taken out or
-- slipped in between breaks the seal over it, and nobody mends that without making every later seal anew.
with member as (
  select s.id, s.ids, s.row_count, s.hash, s.previous, r.digest, r.found
  from (select *, lag(hash, 1, ''::bytea) over (order by id) as previous from audit_seal) s
  left join lateral (
    select string_agg(audit_digest(a), ''::bytea order by a.id) as digest, count(*) as found
    from unnest(s.ids) as part join audit_log a on a.id >= lower(part) and a.id < upper(part)
  ) r on true
)
select 'seal' as what, id, ids::text as rows from member
where found <> row_count or hash <> sha256(previous || coalesce(digest, ''))
union all
select 'missing seal', expected, null from (select id, row_number() over (order by id) as expected from audit_seal) s where id <> expected
union all
select 'unsealed row', a.id, null from audit_log a
where a.id <= (select max(safe_to) from audit_seal) and not a.id <@ (select coalesce(range_agg(ids), '{}') from audit_seal);
