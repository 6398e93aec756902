-- I15: what stands in a warehouse has one, what was sold has its order, what is held or on its way has who holds it, and nothing else has.
select id, status, location_id, warehouse_id, order_no, doc_no from piece_code
where status in (3, 4, 8) and (warehouse_id is null or location_id <> 100 + 2 * warehouse_id)
  or status = 5 and (warehouse_id is null or location_id <> 101 + 2 * warehouse_id)
  or status = 6 and order_no is null
  or (status in (4, 5)) <> (doc_no is not null)
  or status = 3 and imperfect_type <> 0 or status = 8 and imperfect_type = 0;
