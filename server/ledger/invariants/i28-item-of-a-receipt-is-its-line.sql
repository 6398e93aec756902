-- I28: an item of goods that came in is as many as its line of the batch, at its price, unless that was found later.
select i.id, i.source_no, i.qty, d.in_qty, i.price, d.purchase_price, i.amount
from settle_item i join in_ware_batch_detail d on d.id = i.source_line_id
where i.source_type = 'inWareBatch' and i.item_type = 1 and i.status <> -1
  and (i.qty <> d.in_qty or i.amount <> i.qty * i.price or d.price_state = 1 and i.price <> d.purchase_price);
