-- Whoever counted a sheet, from when the count came in: one that comes in after a pass is late and counts for nothing.
select stocktaking_id as doc_id, counter_id as admin_id, received_at as at from stocktaking_count
