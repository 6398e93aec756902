-- I44: an order that is judged, waits for its goods or has begun to come stands on a contract that came into force, of its supplier and model.
select o.id, o.purchase_no, o.status, c.contract_no, c.status as contract_status
from purchase_order o join contract c on c.id = o.contract_id
where o.status in (1, 3, 4) and (c.status not in (4, 5, 6) or c.supplier_id <> o.supplier_id or c.co_model <> o.co_model);
