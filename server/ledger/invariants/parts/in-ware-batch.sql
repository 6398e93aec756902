-- Whoever counted a batch with a tablet, from when what they sent counted, and whoever said what a scan was. To be done is no figure.
select in_ware_batch_id as doc_id, counter_id as admin_id, received_at as at from in_ware_batch_entry where outcome = 'accepted' and kind <> 'done'
union all
select e.in_ware_batch_id, p.admin_id, d.decided_at from in_ware_batch_entry_decision d
join in_ware_batch_entry e on e.op_id = d.op_id cross join lateral (values (e.counter_id), (d.decided_by)) as p (admin_id)
where d.sku_id is not null
