-- I66: a voucher that is reversed has one reversal, which exchanges its sides subject by subject; together they are nothing.
select v.id, v.voucher_no, v.status, r.id as reversal_id
from voucher v left join voucher r on r.reverse_of_id = v.id
where (v.status = 4) <> (r.id is not null)
  or exists (
    select 1 from voucher_entry e where e.voucher_id in (v.id, r.id) and r.id is not null
    group by e.subject_id, e.supplier_id, e.shop_id, e.warehouse_id, e.department_id having sum(e.debit) <> sum(e.credit)
  );
