-- I32: nothing came into a closed month after it was closed: no movement, no change of cost and no voucher.
select p.period, 'stock' as what, l.doc_no as no from account_period p join stock_ledger l on l.business_date between p.start_date and p.end_date and l.posted_at > p.sealed_at where p.status = 2
union all
select p.period, 'value', l.doc_no from account_period p join stock_value_ledger l on l.business_date between p.start_date and p.end_date and l.posted_at > p.sealed_at where p.status = 2
union all
select p.period, 'voucher', v.voucher_no from account_period p join voucher v on v.period = p.period and v.created_at > p.sealed_at and v.status <> -1 where p.status = 2;
