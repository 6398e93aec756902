-- K38: nobody who is disabled is signed in.
select s.id, s.admin_id from session s join admin a on a.id = s.admin_id where a.status <> 1 and s.ended_at is null and s.expires_at > now();
