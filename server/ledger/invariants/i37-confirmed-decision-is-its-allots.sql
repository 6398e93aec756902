-- I37: what was confirmed of a proposal is what the allots of it ask for, as long as nobody has written those anew.
select d.id, d.decision_no, d.confirm_qty, coalesce(a.qty, 0) as asked
from allot_decision d left join lateral (
  select sum(o.total_qty) as qty, bool_or(exists (select 1 from audit_log h where h.doc_type = 'allot' and h.doc_id = o.id and h.action = 'edit')) as edited
  from allot o where o.source_type = 'allotDecision' and o.source_id = d.id
) a on true
where d.decision_type = 1 and d.status = 2 and not coalesce(a.edited, false) and coalesce(a.qty, 0) <> d.confirm_qty;
