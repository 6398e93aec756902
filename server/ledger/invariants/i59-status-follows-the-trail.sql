-- I59: the status of a document is where the last step of its trail led, and each step starts where the one before it ended.
with documents as (
  select 'stockAdjustment' as doc_type, id, status from stock_adjustment union all select 'stocktaking', id, status from stocktaking
), steps as (
  select doc_type, doc_id, id, from_status, to_status, lag(to_status) over (partition by doc_type, doc_id order by id) as before
  from audit_log where to_status is not null and doc_type in ('stockAdjustment', 'stocktaking')
)
select d.doc_type, d.id, d.status, s.to_status as trail from documents d
left join lateral (select to_status from steps s where s.doc_type = d.doc_type and s.doc_id = d.id order by s.id desc limit 1) s on true
where s.to_status is distinct from d.status
union all
select doc_type, doc_id, from_status, before from steps where before is not null and from_status is distinct from before;
