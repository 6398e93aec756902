-- Who counted the batch has a part in what differs of it.
select d.id as doc_id, l.admin_id, l.at from difference_order d
join audit_log l on l.doc_type = 'inWareBatch' and l.doc_id = d.batch_id and l.action = 'count'
