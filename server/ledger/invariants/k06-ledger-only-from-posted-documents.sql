-- K06: every ledger row belongs to a document that is posted.
select r.id, r.doc_type, r.doc_id from stock_ledger r
left join stock_adjustment a on r.doc_type = 'stockAdjustment' and a.id = r.doc_id
left join stocktaking t on r.doc_type = 'stocktaking' and t.id = r.doc_id
left join sale_order o on r.doc_type = 'order' and o.id = r.doc_id
left join order_service s on r.doc_type = 'orderService' and s.id = r.doc_id
where not (coalesce(a.status = 2, false) or coalesce(t.status = 6, false) or coalesce(o.stock_posted, false) or coalesce(s.stock_posted, false));
