-- K70: as many pieces of a line of a bought batch are called coded as codes came in by it, and no more than its pieces.
select d.id, d.in_qty, d.coded_qty, coalesce(e.codes, 0) as codes from in_ware_batch_detail d
left join (select line_id, count(*) as codes from code_event where doc_type = 'inWareBatch' and event_type = 4 group by 1) e on e.line_id = d.id
where d.coded_qty <> coalesce(e.codes, 0) or d.coded_qty > d.in_qty;
