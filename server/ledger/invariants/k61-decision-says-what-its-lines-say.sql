-- K61: the head of a decision says what its lines say; one that was confirmed names the allots that name it, one between its own two ends for a
-- proposal, and every other has none.
select d.id, d.decision_no, 'lines' as what
from allot_decision d left join (
  select allot_decision_id, sum(suggest_qty) as suggested, sum(coalesce(confirm_qty, 0)) as confirmed from allot_decision_line group by 1
) l on l.allot_decision_id = d.id
where d.total_qty <> coalesce(l.suggested, 0) or d.confirm_qty <> case when d.status = 2 then coalesce(l.confirmed, 0) else 0 end
union all
select d.id, d.decision_no, 'allots'
from allot_decision d left join lateral (
  select array_agg(a.allot_no order by a.id) as nos, bool_and(a.out_warehouse_id = d.out_warehouse_id and a.in_warehouse_id = d.in_warehouse_id) as fit
  from allot a where a.source_type = 'allotDecision' and a.source_id = d.id
) a on true
where coalesce(d.allot_nos, '{}') <> coalesce(a.nos, '{}') or (a.nos is not null) <> (d.status = 2 and d.decision_type = 1)
  or not coalesce(a.fit or exists (select 1 from allot o join audit_log h on h.doc_type = 'allot' and h.doc_id = o.id and h.action = 'edit'
    where o.source_type = 'allotDecision' and o.source_id = d.id), true);
