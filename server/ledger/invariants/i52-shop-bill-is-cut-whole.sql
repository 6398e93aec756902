-- I52: by shop, by person and by account a shop's bill comes to what it received.
select b.id, b.bill_no, d.dimension, b.receive_amount, coalesce(sum(l.receive_amount), 0) as found
from shop_bill b cross join (values ('store'), ('people'), ('account')) as d (dimension)
left join shop_bill_line l on l.bill_id = b.id and l.dimension = d.dimension
group by b.id, d.dimension
having b.receive_amount <> coalesce(sum(l.receive_amount), 0) or b.sale_amount <> coalesce(sum(l.sale_amount), 0)
  or b.refund_amount <> coalesce(sum(l.refund_amount), 0);
