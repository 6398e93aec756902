-- K26: whoever gave a pass that stands neither made nor ever edited nor last submitted the document, neither counted nor
-- reviewed it nor decided on its late counts nor explained its differences, and passed it once (amendments E). A pass stands
-- until the document is submitted, edited or rejected again, or is sent back to where it was before the pass.
select l.id, l.doc_type, l.doc_id, l.admin_id from audit_log l
left join stock_adjustment a on l.doc_type = 'stockAdjustment' and a.id = l.doc_id
left join stocktaking t on l.doc_type = 'stocktaking' and t.id = l.doc_id
where l.action = 'audit' and l.result = 1
  and not exists (
    select 1 from audit_log n where n.doc_type = l.doc_type and n.doc_id = l.doc_id and n.id > l.id
      and (n.action in ('submit', 'edit') or n.result = 2 or n.to_status = l.from_status))
  and (l.admin_id in (a.created_by, t.created_by, t.reviewed_by)
    or exists (
      select 1 from audit_log o where o.doc_type = l.doc_type and o.doc_id = l.doc_id and o.id < l.id and o.admin_id = l.admin_id
        and (o.action in ('add', 'edit', 'decideException', 'giveReasons')
          or o.action = 'submit' and not exists (
            select 1 from audit_log n where n.doc_type = o.doc_type and n.doc_id = o.doc_id and n.action = o.action and n.id > o.id and n.id < l.id)
          or o.action = 'audit' and o.result = 1 and not exists (
            select 1 from audit_log n where n.doc_type = o.doc_type and n.doc_id = o.doc_id and n.id > o.id and n.id < l.id
              and (n.action in ('submit', 'edit') or n.result = 2 or n.to_status = o.from_status))))
    -- What comes in after the pass is late and counts for nothing.
    or exists (
      select 1 from stocktaking_count c where l.doc_type = 'stocktaking' and c.stocktaking_id = l.doc_id and c.counter_id = l.admin_id and c.received_at <= l.at));
