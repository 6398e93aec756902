-- K26: whoever passed a document neither made, edited nor submitted it (amendments E), and passed it once.
select l.id, l.doc_type, l.doc_id, l.admin_id from audit_log l
left join stock_adjustment a on l.doc_type = 'stockAdjustment' and a.id = l.doc_id
left join stocktaking t on l.doc_type = 'stocktaking' and t.id = l.doc_id
where l.action = 'audit' and l.result = 1
  and (l.admin_id in (a.created_by, t.created_by, t.reviewed_by)
    or exists (select 1 from audit_log o where o.doc_type = l.doc_type and o.doc_id = l.doc_id and o.id < l.id and o.action in ('add', 'edit', 'submit') and o.admin_id = l.admin_id)
    or exists (select 1 from stocktaking_count c where l.doc_type = 'stocktaking' and c.stocktaking_id = l.doc_id and c.counter_id = l.admin_id));
