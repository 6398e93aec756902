-- I41: a purchase price sheet in force was passed by its department and then by finance, after it was last submitted, by two people.
select s.id, s.sheet_no
from purchase_price_sheet s
where s.status = 3 and not exists (
  select 1 from audit_log d join audit_log f on f.doc_type = d.doc_type and f.doc_id = d.doc_id and f.id > d.id
  where d.doc_type = 'purchasePriceSheet' and d.doc_id = s.id and d.action = 'departmentAudit' and d.result = 1
    and f.action = 'financeAudit' and f.result = 1 and f.admin_id <> d.admin_id
    and d.id > coalesce((select max(n.id) from audit_log n where n.doc_type = d.doc_type and n.doc_id = s.id and n.action in ('submit', 'edit')), 0));
