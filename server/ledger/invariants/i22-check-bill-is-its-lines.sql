-- I22: a check bill comes to what its lines do, all of one supplier and model, each line what its item says.
select b.id, b.bill_no, b.total_amount, coalesce(sum(l.amount + l.adjust_amount), 0) as found
from check_bill b left join check_bill_line l on l.check_bill_id = b.id left join settle_item i on i.id = l.settle_item_id
group by b.id
having b.total_amount <> coalesce(sum(l.amount + l.adjust_amount), 0) or b.tax_amount <> coalesce(sum(l.tax_amount + l.adjust_tax), 0) or b.line_count <> count(l.id)
  or b.status <> -1 and bool_or(i.supplier_id <> b.supplier_id or i.co_model <> b.co_model or i.amount <> l.amount or i.tax_amount <> l.tax_amount or i.item_type > 4);
