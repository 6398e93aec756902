-- I43: a contract that is in force took effect on one of its days, and each of its brands was authorised on that day. An authorisation
-- may end before its contract does: people are told of it.
select c.id, c.contract_no, b.id as brand_id
from contract c cross join lateral unnest(c.brand_ids) as b (id)
where c.status = 4 and (c.effective_date is null or c.effective_date not between c.start_date and c.end_date or not exists (
  select 1 from contract_brand_auth a
  where a.supplier_id = c.supplier_id and a.brand_id = b.id and (a.contract_id is null or a.contract_id in (c.id, c.parent_contract_id))
    and c.effective_date between a.start_date and a.end_date));
