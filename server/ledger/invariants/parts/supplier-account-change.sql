-- Whoever proposed what a change repeats: earlier changes of the account since it was last in force.
select c.id as doc_id, e.created_by as admin_id, e.created_at as at
from supplier_account_change c join supplier_account_change e on e.account_id = c.account_id and e.id < c.id
where not exists (
  select 1 from supplier_account_change i where i.account_id = c.account_id and i.status = 2 and i.id >= e.id and i.id < c.id)
