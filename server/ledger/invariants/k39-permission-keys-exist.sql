-- K39: a role holds only keys that some call of this version asks for; the table of keys follows the calls at every start.
select r.code, r.name, p.permission_key from role_permission p join role r on r.id = p.role_id
where exists (select 1 from permission) and not exists (select 1 from permission k where k.permission_key = p.permission_key);
