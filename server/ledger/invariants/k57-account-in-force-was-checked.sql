-- K57: what a supplier is paid to is what a second person put in force last, an account that never was in force is off, and of one
-- account one change waits at most.
select a.id, a.account_no, 'terms' as what from supplier_account a
left join lateral (
  select c.* from supplier_account_change c where c.account_id = a.id and c.status = 2 order by c.id desc limit 1
) c on true
where a.in_force_at is not null and (a.account_name, a.account_no, a.account_type, a.bank_id, a.sub_branch_id)
  is distinct from (c.account_name, c.account_no, c.account_type, c.bank_id, c.sub_branch_id)
union all
select id, account_no, 'status' from supplier_account where in_force_at is null and status <> 0
union all
select account_id, min(account_no), 'waiting' from supplier_account_change where status = 1 group by account_id having count(*) > 1
union all
select id, account_no, 'checked_by' from supplier_account where (in_force_at is null) <> (checked_by is null)
