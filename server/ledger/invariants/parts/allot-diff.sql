-- Whoever counted with a tablet what was received.
select d.id as doc_id, c.counter_id as admin_id, c.received_at as at from allot_diff d join allot_counted c on c.allot_id = d.allot_id and c.side = 2
